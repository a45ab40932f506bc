package repair

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// maxQuoted bounds, in code points, the text between quotation marks.
const maxQuoted = 600

// quotation is a source sentence that replaces a claim.
type quotation struct {
	source   verify.SourceSentence
	citation int    // the citation of the answer that leads to it; unled where its words were looked for
	text     string // with its quotation marks
	texts    *language
}

const unled = -1

// quotes finds the quotations that may replace each sentence.
type quotes struct {
	plan   *plan
	topic  map[string]bool // the content words of the question
	byUnit map[int][]quotation
	said   *sayings         // the words of what the answer says already
	quoted ownschema.Covers // by the citations that quote, of an answer in the client's own form
	finder verify.Finder
}

func newQuotes(p *plan) *quotes {
	q := &quotes{
		plan: p, topic: contentWords(p.options.Evidence.Question), byUnit: map[int][]quotation{}, said: newSayings(),
		finder: verify.Finder{Evidence: &p.options.Evidence},
	}
	for i := range p.result.Citations {
		if cit := &p.result.Citations[i]; cit.Quoted {
			q.quoted.Add(cit.Path, i)
		}
	}
	return q
}

// textsFor returns the texts in the language of what is replaced, or, with the question or a cited source, if it is too short
// to tell. What stands beside it has no say: the first sentences of a stream leave before the others come.
func (q *quotes) textsFor(replaced string) *language {
	source := ""
	if cited := q.plan.result.Citations; len(cited) > 0 && cited[0].Chunk >= 0 {
		source = q.plan.options.Evidence.Set.At(cited[0].Chunk).Text
	}
	return textsIn(replaced, q.plan.options.Evidence.Question, source)
}

// of returns the quotations for a unit. Code and headings have no room for one.
func (q *quotes) of(unit int) []quotation {
	if found, known := q.byUnit[unit]; known {
		return found
	}
	var found []quotation
	if u := &q.plan.doc.units[unit]; u.shape != code && u.shape != heading && u.kind != claim.Heading {
		for _, i := range q.plan.claims[unit] {
			for _, quoted := range q.ofClaim(&q.plan.result.Claims[i]) {
				if !q.said.have(quoted.text) {
					found = append(found, quoted)
				}
			}
		}
	}
	q.byUnit[unit] = found
	return found
}

// ofClaim returns the source sentences of a claim, as quotations: those that it cites, or
// where it cites none those that its words are found in.
func (q *quotes) ofClaim(c *verify.Claim) (found []quotation) {
	texts := q.textsFor(c.Text)
	add := func(s verify.SourceSentence, citation int) {
		s, stands := q.plan.options.Evidence.Quotable(s)
		if !stands || asks(s.Text) || !mayQuote(q.plan.options.Evidence.Set.At(s.Chunk)) {
			return
		}
		text, ok := Quotation(s.Sentence, texts.InnerMarks)
		if ok && (shares(contentWords(text), q.topic) || shares(contentWords(text), contentWords(c.Text))) {
			text = texts.QuotationMarks[0] + text + texts.QuotationMarks[1]
			found = append(found, quotation{source: s, citation: citation, text: text, texts: texts})
		}
	}
	for _, s := range c.Sources {
		at := slices.IndexFunc(c.Citations, func(i int) bool {
			cited := &q.plan.result.Citations[i].Sentence
			return cited.Chunk == s.Chunk && cited.Start == s.Start && cited.End == s.End
		})
		if at >= 0 {
			add(s, c.Citations[at])
		}
	}
	if len(c.Sources) == 0 && !c.Unaccounted && !q.isQuoted(c) {
		for _, s := range claim.Split(c.Text) {
			source, ok := q.finder.Located(c.Text[s.Start:s.End])
			if ok && !slices.ContainsFunc(found, func(f quotation) bool { return f.source.Sentence.Text == source.Text }) {
				add(source, unled)
			}
		}
	}
	return found
}

// isQuoted reports whether the model quoted words for a claim. It goes where they do not stand.
func (q *quotes) isQuoted(c *verify.Claim) bool {
	if c.Segment < 0 {
		return len(q.quoted.Of(c.Path)) > 0
	}
	return slices.ContainsFunc(q.plan.result.Segments[c.Segment].Attached, func(i int) bool { return q.plan.result.Citations[i].Quoted })
}

// asks reports whether a text is a question, which states nothing.
func asks(sentence string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(sentence, " \t\r\n\"'”’»)*_"))
	return strings.ContainsRune("?？؟", last)
}

// mayQuote reports whether a chunk may be quoted as a source: it is material of this turn,
// neither what an app says of itself nor a model's text. Material in a user's message is
// cited only where the app sends none, and is then the app's.
func mayQuote(c *evidence.Chunk) bool {
	return c.Standing != evidence.Stale && !c.Derived && !c.Ambient
}

// Quotation writes source sentences, with what governs them, as plain text on
// one line that Markdown shows as it stands: without targets of links and
// images, and with inner quotation marks of the reader's language. It reports
// false where nothing is left or where the text is too long.
func Quotation(s report.Sentence, inner [2]string) (string, bool) {
	text := oneQuotedLine(s.Text)
	if s.Lead != nil {
		lead := oneQuotedLine(s.Lead.Text)
		if lead != "" && !endsInColon(lead) {
			lead += " …"
		}
		text = strings.TrimSpace(lead + " " + text)
	}
	if text == "" || utf8.RuneCountInString(text) > maxQuoted {
		return "", false
	}
	return escapeMarkdown(innerQuotes(text, inner)), true
}

var (
	linked  = regexp.MustCompile(`!?\[([^\[\]\n]*)\]\([^()\s]*(?:\s+"[^"]*")?\)`)
	address = regexp.MustCompile(`<?(?:https?://|www\.)[^\s<>]+>?`)
)

// oneQuotedLine takes the marks of Markdown's blocks and emphasis, tags of HTML, control
// characters and the targets of links out of a text.
func oneQuotedLine(s string) string {
	var b strings.Builder
	for line := range strings.Lines(text.Untagged(s)) {
		line = strings.TrimLeft(strings.Trim(strings.TrimSpace(line), "|"), "># \t")
		if line = line[mark(line):]; strings.Trim(line, "|:-= \t") != "" {
			b.WriteString(line + " ")
		}
	}
	line := linked.ReplaceAllString(b.String(), "$1")
	line = address.ReplaceAllString(line, "…")
	line = strings.NewReplacer("**", "", "__", "", "`", "").Replace(line)
	line = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, line)
	return strings.Join(strings.Fields(line), " ")
}

// innerQuotes writes the curly and angular quotation marks of a text as those
// of a quotation within a quotation.
func innerQuotes(s string, inner [2]string) string {
	open := false
	return strings.Map(func(r rune) rune {
		if !strings.ContainsRune("“”„«»「」", r) {
			return r
		}
		open = !open
		mark := inner[0]
		if !open {
			mark = inner[1]
		}
		r, _ = utf8.DecodeRuneInString(mark)
		return r
	}, s)
}

// escapeMarkdown puts a backslash in front of what Markdown would read as
// emphasis, a link, a citation marker or HTML.
func escapeMarkdown(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		special := strings.ContainsRune("\\*[]", r)
		switch r {
		case '~':
			special = next == '~' || before == '~'
		case '_':
			special = text.NotOfWord(before) || text.NotOfWord(next)
		case '<':
			special = !text.NotOfWord(next) || strings.ContainsRune("/!?", next)
		}
		if special {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// contentWords is the set of a text's content words, folded; for scripts that
// part no words, of its pairs of characters.
func contentWords(s string) map[string]bool {
	out, lang := map[string]bool{}, text.LanguageOf(s)
	for _, w := range fold(s, 0) {
		runes := []rune(w)
		if unicode.In(runes[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			for i := range len(runes) - 1 {
				out[string(runes[i:i+2])] = true
			}
			continue
		}
		if lang.Class(w)&(text.Stop|text.Critical) == 0 && (len(runes) > 2 || unicode.IsDigit(runes[0])) {
			out[w] = true
		}
	}
	return out
}

// allWords is the set of a text's words, folded: those that turn its sense, too.
func allWords(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range fold(s, 0) {
		out[w] = true
	}
	return out
}

// shares reports whether two sets have a word in common, holds whether one has all
// words of another that has some.
func shares(a, b map[string]bool) bool {
	for w := range a {
		if b[w] {
			return true
		}
	}
	return false
}

// sayings are the words of some texts.
type sayings struct {
	texts  []map[string]bool
	having map[string][]int // by a word: the texts that have it
	added  map[string]bool  // the texts, each once
}

func newSayings() *sayings { return &sayings{having: map[string][]int{}, added: map[string]bool{}} }

func (s *sayings) add(text string) {
	if s.added[text] {
		return
	}
	s.added[text] = true
	words := allWords(text)
	for w := range words {
		s.having[w] = append(s.having[w], len(s.texts))
	}
	s.texts = append(s.texts, words)
}

// have reports whether one of the texts has all words of another.
func (s *sayings) have(text string) bool {
	words := allWords(text)
	var fewest []int
	first := true
	for w := range words {
		if having := s.having[w]; first || len(having) < len(fewest) {
			fewest, first = having, false
		}
	}
	return slices.ContainsFunc(fewest, func(i int) bool { return holds(s.texts[i], words) })
}

func holds(all, some map[string]bool) bool {
	for w := range some {
		if !all[w] {
			return false
		}
	}
	return len(some) > 0
}
