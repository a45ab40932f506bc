package upstreamtest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
)

// passage is a piece of the prompt that can be quoted. id is what the prompt
// calls it, "" where it has no name.
type passage struct {
	id, text string
}

// promptRead is a request as the small model understands it.
type promptRead struct {
	question     string
	passages     []passage
	instructions string // what is said behind a rule of equals signs
	all          string
	schema       gjson.Result // the JSON schema asked for
	repair       bool         // the last answer is said to have failed
	toolAnswered bool         // a tool has answered, and nobody but a gateway has spoken since
}

// rule sets instructions off that a gateway has added to a message.
const rule = "\n========\n"

func readPrompt(r *Request) promptRead {
	p := promptRead{schema: r.schema()}
	var context []string
	ms := r.messages()
	for i, m := range ms {
		own, added, _ := strings.Cut("\n"+m.text, rule)
		p.toolAnswered = m.role == "tool" || p.toolAnswered && m.role == "user" && indexLine.MatchString(own) && beforeIndex(own) == ""
		p.instructions += added + "\n"
		p.all += m.text + "\n"
		switch {
		case m.role == "assistant":
		case m.role == "user" && i > 0 && ms[i-1].role == "assistant" && strings.Contains(own, "last answer"):
			p.repair = true
		case indexLine.MatchString(own) && m.role == "user":
			p.instructions += own
			if rest := beforeIndex(own); rest != "" {
				context = append(context, rest)
			}
		default:
			context = append(context, recordTexts(own))
			if q := questionOf(own); m.role == "user" && q != "" {
				p.question = q
			}
		}
	}
	p.passages = passagesOf(strings.Join(context, "\n\n"), p.question)
	// A gateway adds what it was given beside the messages.
	p.passages = append(p.passages, taggedIn(p.instructions)...)
	p.name()
	return p
}

const tagNames = `chunk|document|doc|source|passage|article|item`

var (
	tagged     = regexp.MustCompile(`(?is)<(` + tagNames + `)\b([^>]*)>(.*?)</(?:` + tagNames + `)>`)
	idIn       = regexp.MustCompile(`(?i)\b(?:chunk_id|id|index)\s*=\s*["']?([^"'\s>]+)`)
	numbered   = regexp.MustCompile(`(?m)^\s*\[(\d+)\]:?\s+(?:\(id: ([^)]+)\)\s*)?`)
	indexLine  = regexp.MustCompile(`(?m)^(\S+) begins "([^"]*)"$`)
	questionAt = regexp.MustCompile(`(?m)^\s*(?:Question|Query|User question)\s*:\s*(.+)$`)
	paragraph  = regexp.MustCompile(`\n\s*\n|\n-{3,}\n`)
)

func beforeIndex(text string) string {
	if at := indexLine.FindStringIndex(text); at != nil {
		text = strings.TrimSuffix(text[:at[0]], "Source ids:\n")
	}
	return strings.TrimSpace(text)
}

// recordTexts is a text, or the texts of the records where it is a JSON array of them.
func recordTexts(text string) string {
	list := gjson.Parse(strings.TrimSpace(text))
	if !list.IsArray() || !list.Get("0.text").Exists() {
		return text
	}
	var texts []string
	for _, record := range list.Array() {
		texts = append(texts, record.Get("text").Str)
	}
	return strings.Join(texts, "\n\n")
}

// questionOf returns the question in a user's message: what stands behind a
// label, or else its last paragraph.
func questionOf(text string) string {
	if m := questionAt.FindAllStringSubmatch(text, -1); m != nil {
		return strings.TrimSpace(m[len(m)-1][1])
	}
	parts := paragraph.Split(strings.TrimSpace(tagged.ReplaceAllString(text, "\n\n")), -1)
	return strings.TrimSpace(parts[len(parts)-1])
}

// passagesOf finds what can be quoted: tagged blocks, else numbered ones, else
// paragraphs other than the question.
func passagesOf(text, question string) []passage {
	if found := taggedIn(text); found != nil {
		return found
	}
	if found := numberedIn(text); found != nil {
		return found
	}
	var out []passage
	for _, s := range paragraph.Split(text, -1) {
		if s = strings.TrimSpace(s); s != "" && !strings.Contains(s, question) {
			out = append(out, passage{text: s})
		}
	}
	return out
}

func taggedIn(text string) []passage {
	var out []passage
	for _, m := range tagged.FindAllStringSubmatch(text, -1) {
		p := passage{text: strings.TrimSpace(m[3])}
		if id := idIn.FindStringSubmatch(m[2]); id != nil {
			p.id = id[1]
		}
		out = append(out, p)
	}
	return out
}

func numberedIn(text string) []passage {
	var out []passage
	marks := numbered.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		} else if at := strings.Index(text[m[1]:], "\n\n"); at >= 0 {
			end = m[1] + at
		}
		p := passage{id: text[m[2]:m[3]], text: strings.TrimSpace(text[m[1]:end])}
		if m[4] >= 0 {
			p.id = text[m[4]:m[5]]
		}
		out = append(out, p)
	}
	return out
}

// name gives passages the ids of an index, where the prompt has one.
func (p *promptRead) name() {
	for _, m := range indexLine.FindAllStringSubmatch(p.instructions, -1) {
		begin := squeeze(strings.TrimSuffix(m[2], "…"))
		for i, passage := range p.passages {
			if strings.Contains(squeeze(passage.text), begin) {
				p.passages[i].id = m[1]
				break
			}
		}
	}
}

// squeeze brings a text to the form in which an index shows it.
func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer(`"`, "'", "<", "", ">", "").Replace(s)), " ")
}

// sentences cuts a text behind full stops that a space and a capital follow.
func sentences(text string) []string {
	var out []string
	text = strings.Join(strings.Fields(text), " ")
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && !endsSentence(text, end) {
			end++
		}
		end = min(end+1, len(text))
		out = append(out, strings.TrimSpace(text[start:end]))
		start = end
	}
	return out
}

func endsSentence(text string, at int) bool {
	if !strings.ContainsRune(".!?", rune(text[at])) {
		return false
	}
	rest := text[at+1:]
	return rest == "" || len(rest) > 1 && rest[0] == ' ' && !unicode.IsLower(rune(rest[1]))
}

// empty words say nothing of what a text is about.
var empty = strings.Fields("the and for with that this what which who how why when where was were are does did has have can from into " +
	"its may much many " +
	"long you your about there should must will would been being not")

// words are the content words of a text, plural s taken off.
func words(text string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > 2 && !slices.Contains(empty, w) {
			out[strings.TrimSuffix(w, "s")] = true
		}
	}
	return out
}

func overlap(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}
