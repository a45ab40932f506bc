package answer

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/answer/tree"
)

// Read reads a model's reply in the dialect that was asked for, or in the one
// that the model used instead: the JSON may be bare, in a code fence or have
// prose around it, and a reply without JSON is read as prose with markers.
// For Client, for the dialects that are prose, and for "" (a reply of unknown
// origin) JSON counts only where it is the entire reply.
//
// Read never fails and never panics: what is wrong with the reply's form is
// in Problems, with malformed-output where its meaning cannot be told; then
// there may be no segments at all. What is empty stays empty, for the
// verification to fail. All text in the answer comes from raw.
func Read(asked Dialect, raw string, known Known) Answer {
	r := newReader(asked, directoryOf(known))
	text := WithoutThinking(raw)
	if whole := strings.TrimSpace(raw); whole != text && r.known.own.thinking() {
		text = whole
	}
	switch {
	case !utf8.ValidString(raw):
		r.answer.problem(malformed, -1, "the reply is not valid UTF-8")
	case text == "":
		r.answer.problem(malformed, -1, "the reply is empty")
	case of(asked).format == "":
		n, err := objectInstead(asked, text, r.known.numbered)
		switch {
		case err != nil:
			r.answer.problem(malformed, -1, err.Error())
		case n.Kind != 0:
			r.readShape(&n)
		default:
			r.readProse(text)
		}
	default:
		n, err := findObject(text)
		switch {
		case err != nil:
			r.answer.problem(malformed, -1, err.Error())
		case n.Kind != 0:
			r.readShape(&n)
		default:
			r.readProse(text)
		}
	}
	if r.echoes(text) {
		r.answer.problem(echoed, -1, "the answer repeats the form that was asked for")
	}
	r.answer.clean(r.known.numbered)
	return r.answer
}

// Codes of the problems that a reader can find; they are package report's.
const (
	malformed    = "malformed-output"
	missingField = "missing-field"
	unresolved   = "marker-unresolved"
	markerOrder  = "marker-order"
	echoed       = "echoed-example"
)

// reader is one reading: what is known, and the answer as it grows.
type reader struct {
	asked    Dialect
	known    *directory
	answer   Answer
	listed   map[string][]int // the sources that the reply's own list gives numbers to
	numbered map[int]int      // the citations of sentences that were named by number
	overflow bool             // there were too many citations
	prose    bool             // what is read is prose, in which anything set off may name a source
	grows    bool             // the text that is read may go on
	// renumbers says that the numbers in the text are those of a list that does not stay.
	renumbers bool
	legend    bool // the reply's own list stays: its markers are read by it
}

func newReader(asked Dialect, known *directory) *reader {
	return &reader{asked: asked, known: known, answer: Answer{Dialect: asked, Mode: ModeAnswer}}
}

func (a *Answer) problem(code string, citation int, detail string) {
	a.Problems = append(a.Problems, Problem{Code: code, Citation: citation, Detail: detail})
}

// maxCitations bounds the citations of a reply and the markers of a text. A
// long answer has some dozens; thousands are an attempt to use up memory,
// which a marker such as [1-50] would otherwise multiply.
const maxCitations = 1 << 14

// cite adds a citation to the answer and returns its index. Beyond the bound
// the reply is malformed, and the last citation stands for all that follow.
func (r *reader) cite(c Citation) int {
	if len(r.answer.Citations) < maxCitations {
		r.answer.Citations = append(r.answer.Citations, c)
		return len(r.answer.Citations) - 1
	}
	r.tooMany()
	return maxCitations - 1
}

// tooMany reports, once, that a reply has more citations than any answer has.
func (r *reader) tooMany() {
	if !r.overflow {
		r.answer.problem(malformed, -1, fmt.Sprintf("more than %d citations", maxCitations))
	}
	r.overflow = true
}

// thinkingTags open and close what a reasoning model writes to itself.
var thinkingTags = [][2]string{
	{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<reasoning>", "</reasoning>"},
}

// Spoken is a text without what is thought in front of it, and as it is where nothing is.
func Spoken(said string) string {
	if rest := WithoutThinking(said); rest != strings.TrimLeft(said, " \t\r\n") {
		return rest
	}
	return said
}

// WithoutThinking drops a leading block of reasoning. A block that never ends
// is all there is, and nothing is left. Some chat templates write the opening
// tag into the prompt: a closing tag alone on its line ends such a block.
func WithoutThinking(raw string) string {
	text, open := skipThinking(raw)
	switch {
	case open:
		return ""
	case strings.HasPrefix(text, "{"):
		return text
	}
	for _, tag := range thinkingTags {
		if _, after, ok := strings.Cut(text, "\n"+tag[1]+"\n"); ok {
			return strings.TrimLeft(after, " \t\r\n")
		}
	}
	return text
}

// skipThinking drops white space and leading blocks of reasoning. open says that
// a block has begun and not ended.
func skipThinking(text string) (rest string, open bool) {
	rest = strings.TrimLeft(text, " \t\r\n\ufeff")
	for i := 0; i < len(thinkingTags); i++ {
		after, ok := strings.CutPrefix(rest, thinkingTags[i][0])
		if !ok {
			continue
		}
		if _, rest, ok = strings.Cut(after, thinkingTags[i][1]); !ok {
			return "", true
		}
		rest, i = strings.TrimLeft(rest, " \t\r\n"), -1
	}
	return rest, false
}

// shapeKeys are the keys of which every dialect's object has one.
var shapeKeys = []string{"answer", "citations", "claims", "mode", "segments", "unanswered_aspects"}

// maxTries bounds how many places are tried as the start of the reply's JSON,
// so that reading stays linear in the reply.
const maxTries = 8

// findObject finds the one JSON object that is the reply: bare, in a code
// fence, or with prose around it. It returns no object where nothing looks like
// one, and an error where something does and cannot be read as JSON, or where
// there are two and neither is the reply for certain.
func findObject(text string) (tree.Node, error) {
	at := objectStart(text, 0)
	if at < 0 {
		return tree.Node{}, nil
	}
	found, length, err := tree.First(text[at:])
	if err != nil {
		return tree.Node{}, err
	}
	next := at + length
	for range maxTries {
		if next = objectStart(text, next); next < 0 {
			break
		}
		if _, _, err := tree.First(text[next:]); err == nil {
			return tree.Node{}, errors.New("the reply holds more than one JSON object")
		}
		next++
	}
	return found, nil
}

// objectInstead finds the JSON of a model that was asked for prose. No form of JSON cites
// by number. A model that was asked for numbers and wrote none may have words around its
// JSON, or break it off.
func objectInstead(asked Dialect, text string, numbers *Numbers) (tree.Node, error) {
	clean := numbers.Clean(text)
	if n := wholeObject(clean); n.Kind != 0 || asked != Sentences || clean != text {
		return n, nil
	}
	n, err := findObject(text)
	if shapeOf(&n) == "" && err == nil {
		return tree.Node{}, nil
	}
	return n, err
}

// wholeObject is findObject for a reply that may as well be the app's own
// prose: only an object that is the entire reply, bare or in one code fence,
// and has a dialect's shape is taken for one.
func wholeObject(text string) tree.Node {
	body := strings.TrimSpace(Unfenced(text))
	if !strings.HasPrefix(body, "{") {
		return tree.Node{}
	}
	n, err := tree.Parse(body)
	if err != nil || shapeOf(&n) == "" {
		return tree.Node{}
	}
	return n
}

// IsForeignJSON reports whether a reply is one JSON object, bare or in one code fence, that has no
// dialect's shape.
func IsForeignJSON(reply string) bool {
	body := strings.TrimSpace(Unfenced(WithoutThinking(reply)))
	if !strings.HasPrefix(body, "{") {
		return false
	}
	n, err := tree.Parse(body)
	return err == nil && shapeOf(&n) == ""
}

// Unfenced takes the code fence off a text that is one fence as a whole.
func Unfenced(text string) string {
	body, ok := strings.CutPrefix(strings.TrimSpace(text), "```")
	body, closed := strings.CutSuffix(body, "```")
	_, body, lines := strings.Cut(body, "\n")
	if !ok || !closed || !lines {
		return text
	}
	return body
}

// objectStart returns the offset of the first brace from an offset on that
// begins the reply or is followed by a key of some dialect's object.
func objectStart(text string, from int) int {
	for from < len(text) {
		at := strings.IndexByte(text[from:], '{')
		if at < 0 {
			return -1
		}
		at += from
		rest := strings.TrimLeft(text[at+1:], " \t\r\n")
		if at == 0 || beginsWithKey(rest) {
			return at
		}
		from = at + 1
	}
	return -1
}

func beginsWithKey(rest string) bool {
	rest, ok := strings.CutPrefix(rest, `"`)
	for _, key := range shapeKeys {
		if ok && strings.HasPrefix(rest, key+`"`) {
			return true
		}
	}
	return false
}

//go:embed words.yaml
var wordsFile []byte

// words are those by which citations are told from other text.
var words = func() (read struct {
	Passages         []string `yaml:"passages"`
	SourceWords      []string `yaml:"source_words"`
	Labels           []string `yaml:"labels"`
	FileEndings      []string `yaml:"file_endings"`
	ListHeadings     []string `yaml:"list_headings"`
	DoubtfulHeadings []string `yaml:"doubtful_headings"`
	WorkLeads        []string `yaml:"work_leads"`
	OtherAuthors     []string `yaml:"other_authors"`
	Places           []string `yaml:"places"`
	NoYear           []string `yaml:"no_year"`
	Bodies           []string `yaml:"bodies"`
	LeadsIn          []string `yaml:"leads_in"`
	Says             []string `yaml:"says"`
	Judging          []string `yaml:"judging"`
	Thinking         []string `yaml:"thinking"`
}) {
	if err := yaml.UnmarshalWithOptions(wordsFile, &read, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the words of citations: %w", err)) // the file is part of the program
	}
	return read
}()
