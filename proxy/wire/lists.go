package wire

import (
	_ "embed" // the lists

	"github.com/goccy/go-yaml"
)

//go:embed lists.yaml
var listsFile []byte

// set is a list of names, to be asked for one.
type set map[string]bool

// lists are those of lists.yaml, which tells what each list is for.
var lists = func() (n struct {
	Request struct {
		Ours, Account, Harmless set
		HarmlessPrefixes        []string `yaml:"harmless_prefixes"`
		HarmlessSuffixes        []string `yaml:"harmless_suffixes"`
		CredentialWords         set      `yaml:"credential_words"`
	}
	Response         set
	Limits           []string
	Connection       set
	SecretParameters set `yaml:"secret_parameters"`
	Posts            map[string]Kind
	Families         map[string]Kind
	Probes           set
	FinishReasons    map[string]set `yaml:"finish_reasons"`
	Failures         set
	ErrorTypes       map[int]string `yaml:"error_types"`
	Pages            map[string]string
}) {
	if err := yaml.UnmarshalWithOptions(listsFile, &n, yaml.Strict()); err != nil {
		panic("lists.yaml: " + err.Error()) // it is part of the program
	}
	return n
}()

// UnmarshalYAML reads a list.
func (s *set) UnmarshalYAML(read func(any) error) error {
	var list []string
	err := read(&list)
	*s = make(set, len(list))
	for _, name := range list {
		(*s)[name] = true
	}
	return err
}

// FinishReason returns the one of the interface's reasons that a reason of an
// upstream means.
func FinishReason(reason string) string {
	for meant, spellings := range lists.FinishReasons {
		if spellings[reason] {
			return meant
		}
	}
	return "stop"
}
