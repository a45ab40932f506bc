package htmlreport

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/written"
)

//go:embed words.yaml
var wordsYAML []byte

// saying is how a verdict is told.
type saying struct {
	Name    string `yaml:"name"`
	Class   string `yaml:"class"`
	Sign    string `yaml:"sign"`
	Meaning string `yaml:"meaning"`
}

// words is words.yaml.
var words = sync.OnceValue(func() (all struct {
	Verdicts []saying                     `yaml:"verdicts"`
	Proofs   map[report.Proof]string      `yaml:"proofs"`
	Counts   map[report.CountsAs]string   `yaml:"counts"`
	Rules    map[string]map[string]string `yaml:"rules"`
	Next     yaml.MapSlice                `yaml:"next"`
	Filed    map[written.Filed]string     `yaml:"filed"`

	AnotherPolicy string `yaml:"another policy"`

	Findings map[report.Code]string `yaml:"findings"`
	Matches  map[string]string      `yaml:"matches"`
	Heals    map[string]string      `yaml:"heals"`
}) {
	if err := yaml.UnmarshalWithOptions(wordsYAML, &all, yaml.Strict()); err != nil {
		panic(fmt.Errorf("words.yaml: %w", err))
	}
	return all
})

// unreadable is what a row is called that could not be read.
const unreadable = "unreadable"

// sayingOf is how a verdict is told. One that is not known is told as bad.
func sayingOf(v report.Verdict) saying {
	for _, s := range words().Verdicts {
		if s.Name == string(v) {
			return s
		}
	}
	return saying{Name: string(v), Class: "ungrounded", Sign: "?"}
}

// Meanings is a module of JavaScript that exports the words which pages of the dashboard share with
// the reports: verdicts as [sign, meaning], counts as a list of [name, [meaning, fails]], and the others as their meaning.
func Meanings() []byte {
	verdicts, counts := map[string][2]string{}, [][2]any{} // what things count as has an order
	for _, s := range words().Verdicts {
		verdicts[s.Name] = [2]string{s.Sign, s.Meaning}
	}
	for _, c := range report.AllCounts() {
		counts = append(counts, [2]any{c, [2]any{words().Counts[c], c.Fails()}})
	}
	var out []byte
	for _, of := range []struct {
		name  string
		words any
	}{{"verdicts", verdicts}, {"counts", counts}, {"proofs", words().Proofs}, {"findings", words().Findings},
		{"matches", words().Matches}, {"heals", words().Heals}} {
		text, _ := json.Marshal(of.words) // texts cannot fail
		out = fmt.Appendf(out, "export const %s = %s;\n", of.name, text)
	}
	return out
}

// meaningOf explains a finding; "" for a code of a later version.
func meaningOf(code report.Code) string { return words().Findings[code] }

// grouped is a number with its thousands set apart by thin spaces.
func grouped(n int) string {
	s := strconv.Itoa(n)
	var b strings.Builder
	for i, digit := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteRune('\u202f')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// percent is a share as it is printed: "83.3 %".
func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	share := strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 1, 64)
	if share == "100.0" && part < whole {
		share = "99.9" // no fault may be rounded away
	}
	return strings.TrimSuffix(share, ".0") + "\u202f%"
}

func share(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) + "\u202f%" }

// shorten cuts a text after some code points, on one line.
func shorten(s string, points int) string {
	s = strings.Join(strings.Fields(s), " ")
	runes := []rune(s)
	if len(runes) <= points {
		return s
	}
	return string(runes[:points]) + "…"
}
