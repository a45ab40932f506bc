package repair

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// maxFaults bounds how many defects a repair names: a model that got twenty
// things wrong mends none of them better for a longer list.
const maxFaults = 12

// Fault is one defect as the model is told of it.
type Fault struct {
	Code    report.Code
	Handle  string // the chunk that was cited, "" where none
	Snippet string // the words that were quoted, "" where none
	Claim   string // the sentence concerned, "" where the defect is not a sentence's
	Source  string // what the cited source says there, "" where nothing that stands is cited
	Detail  string
}

// Remedy is what can be done about a defect without asking the model again.
type Remedy int

const (
	// Fatal defects are the whole answer's: no sentence can be blamed. One that
	// belongs to a single citation costs the sentences that carry it.
	Fatal Remedy = iota
	// Drop: the sentence says, or quotes, something else than its source. It
	// is never shown, with a mark or without one.
	Drop
	// Mark: nothing shows that the sentence is wrong, and nothing carries it.
	// It may be shown with a mark, or else is dropped.
	Mark
	// Told defects condemn nothing; the policy may hold them against the whole.
	Told
)

var remedies = map[string]Remedy{"fatal": Fatal, "drop": Drop, "mark": Mark, "told": Told}

//go:embed faults.yaml
var faultsFile []byte

//go:embed requests.yaml
var requestsFile []byte

// defect is what becomes of a defect, and what a model is told of it.
type defect struct {
	Remedy string `yaml:"remedy"`
	Says   string `yaml:"says"`
	Detail bool   `yaml:"detail"`
}

var (
	defects  = parsed[map[report.Code]defect](faultsFile)
	requests = parsed[map[Wish]string](requestsFile)
)

// parsed reads a file that is part of the program.
func parsed[T any](file []byte) (out T) {
	if err := yaml.UnmarshalWithOptions(file, &out, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the texts of repairs: %w", err))
	}
	return out
}

// RemedyFor is the closed table. A code that it does not know is fatal.
func RemedyFor(code report.Code) Remedy { return remedies[defects[code].Remedy] }

// Wish is what a model is asked for in a repair. The app's own messages stand before it, and what the model has
// written as the assistant's turn.
type Wish string

// The wishes: the whole answer again, in JSON, in prose with markers, or in the client's own form with the numbers
// of sentences beside it; or what comes behind a beginning that the reader has seen.
const (
	Again         Wish = "again"
	AgainInProse  Wish = "again_in_prose"
	AgainByNumber Wish = "again_by_number"
	More          Wish = "segments"
	MoreInProse   Wish = "prose"
)

// Request is the user turn of a repair. It names the faults that a model can mend, a line each.
func Request(wish Wish, faults []Fault) string {
	var b strings.Builder
	named := 0
	for _, f := range faults {
		if defects[f.Code].Says == "" {
			continue
		}
		if named++; named <= maxFaults {
			b.WriteString("- " + f.line() + "\n")
		}
	}
	if named > maxFaults {
		b.WriteString("- and " + strconv.Itoa(named-maxFaults) + " more of the same kinds\n")
	}
	return strings.Replace(strings.TrimSpace(requests[wish]), " {faults} ", "\n"+b.String()+"\n", 1)
}

// line tells one defect in one line.
func (f Fault) line() string {
	d := defects[f.Code]
	line := f.subject() + d.Says
	if d.Detail && f.Detail != "" {
		line += " (" + oneLine(f.Detail, 240) + ")"
	}
	if f.Source != "" {
		line += fmt.Sprintf("; its source says %q", oneLine(f.Source, 300))
	}
	return line + "."
}

// subject names what is wrong: the quote, or the sentence, or the answer.
func (f Fault) subject() string {
	switch {
	case f.Snippet != "" && f.Handle != "":
		return fmt.Sprintf("the snippet %q cited from chunk %q ", oneLine(f.Snippet, 200), f.Handle)
	case f.Snippet != "":
		return fmt.Sprintf("the snippet %q ", oneLine(f.Snippet, 200))
	case f.Handle != "":
		return fmt.Sprintf("the citation of chunk %q ", f.Handle)
	case f.Claim != "":
		return fmt.Sprintf("the sentence %q ", oneLine(f.Claim, 240))
	}
	return "the answer "
}

// oneLine brings a text to one line of at most n code points.
func oneLine(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if cut := text.ByteOf(s, n); cut < len(s) {
		return s[:cut] + "…"
	}
	return s
}

// Refusal is the text that replaces an answer that could not be grounded.
// language is a two-letter code, or "" where it is not known; byLanguage maps
// language tags to texts, and message serves all others. A tag with a region
// ("pt-BR") serves its language where that has no tag of its own; of several
// the first in alphabetical order.
func Refusal(message string, byLanguage map[string]string, language string) string {
	if text := byLanguage[language]; language != "" && text != "" {
		return text
	}
	for _, tag := range slices.Sorted(maps.Keys(byLanguage)) {
		primary, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
		if language != "" && strings.EqualFold(primary, language) && byLanguage[tag] != "" {
			return byLanguage[tag]
		}
	}
	return message
}
