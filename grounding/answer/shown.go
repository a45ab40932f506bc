package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
)

// Bounds, in bytes, on how far from a passage its id stands.
const (
	shownBefore = 220
	shownInside = 300
	shownBehind = 150
)

// Passage is a passage where it stands in a prompt: what is before it, its beginning and
// what is behind it, as far as its id may stand there, and the message around all.
type Passage struct {
	Before, Inside, Behind string
	Message                string
	place                  int // where it begins in the message
}

// PassagesIn finds chunks in the messages of a prompt, by their first words. What is not
// found there, because it was escaped or stands beside the messages, has no place.
func PassagesIn(chunks []evidence.Chunk, messages []string) []Passage {
	out := make([]Passage, len(chunks))
	from := make([]int, len(messages))
	for i := range chunks {
		c := &chunks[i]
		if c.Message < 0 || c.Message >= len(messages) {
			continue
		}
		message := messages[c.Message]
		start, end, ok := placeOf(c.Text, message, from[c.Message])
		if !ok {
			continue
		}
		out[i] = Passage{Message: message, place: start,
			Before: message[max(0, start-shownBefore, from[c.Message]):start],
			Inside: message[start:min(end, start+shownInside)],
			Behind: message[end:min(len(message), end+shownBehind)]}
		from[c.Message] = end
	}
	for i := range out[:max(0, len(out)-1)] { // what is behind one passage ends where the next begins
		if next := out[i+1].place; out[i].Message != "" && chunks[i].Message == chunks[i+1].Message && next > out[i].place {
			end := next - out[i].place
			out[i].Behind = out[i].Behind[:min(len(out[i].Behind), end)]
		}
	}
	return out
}

// placeOf finds a text by its first words, and where about it ends.
func placeOf(text, message string, from int) (start, end int, ok bool) {
	const firstBytes = 40
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = strings.TrimSpace(wholeRunes(first[:min(len(first), firstBytes)]))
	at := strings.Index(message[from:], first)
	if first == "" || at < 0 {
		return 0, 0, false
	}
	start = from + at
	if n, ok := lengthIn(message[start:], text); ok {
		return start, start + n, true
	}
	last := text
	if strings.IndexByte(text, '\n') >= 0 { // a search from behind is slow
		last = text[strings.LastIndexByte(strings.TrimSpace(text), '\n')+1:]
	}
	if end = strings.Index(message[start:], strings.TrimSpace(last)); end >= 0 {
		return start, start + end + len(strings.TrimSpace(last)), true
	}
	return start, start + len(first), true
}

// lengthIn is how much of a message that begins with a text the text takes up there, blanks
// aside: what was folded has its line ends elsewhere.
func lengthIn(message, text string) (n int, ok bool) {
	if strings.HasPrefix(message, text) {
		return len(strings.TrimRight(text, " \n\t\r")), true
	}
	for i := range len(text) {
		if isSpace(text[i]) {
			continue
		}
		for n < len(message) && isSpace(message[n]) {
			n++
		}
		if n == len(message) || message[n] != text[i] {
			return 0, false
		}
		n++
	}
	return n, true
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

var uri = regexp.MustCompile(`(?:^|[\s"'(<=:])((?:https?|file)://[^\s"'<>()\\]+)`)

// Shown returns, by chunk, what the form's field stands for where that is not what the
// chunk is called already: an id of the form's shape, the value of the app's own key, an
// address. It is "" where nothing of the kind is shown. It is not ok where a chunk of
// the app's material has no marker in this form at all. Where the letters of an id are the
// app's own and no passage shows them, the form's style becomes one of numbers.
func (f *Form) Shown(chunks []evidence.Chunk, passages []Passage) (shown []string, ok bool) {
	shown = f.shown(chunks, passages)
	for i := range chunks {
		if (len(f.groups) > 0 || f.bound) && shown[i] == "" && !chunks[i].Ambient {
			return nil, false
		}
	}
	lead, _, _ := strings.Cut(f.Style, "{chunk_id}")
	if lead != "" && isLetter(lead[0]) && slices.ContainsFunc(chunks, func(c evidence.Chunk) bool { return strings.HasPrefix(c.ID, lead) }) {
		return nil, false // what was shown is an id alone
	}
	if strings.Contains(f.Style, "{page}") && !strings.Contains(f.Style, "{filename}") && !everyPassage(chunks, func(i int) bool { return chunks[i].Page != "" }) {
		return nil, false
	}
	if f.counted != "" && !everyPassage(chunks, func(i int) bool { return shown != nil && shown[i] != "" }) {
		f.Style, shown = f.counted, nil
	}
	return shown, true
}

func (f *Form) shown(chunks []evidence.Chunk, passages []Passage) []string {
	switch {
	case len(f.groups) > 0:
		return f.inGroups(chunks, passages)
	case strings.Contains(f.Style, "{url}"):
		return shownAs(uri, chunks, passages, func(c *evidence.Chunk) string {
			if foldURL(c.URL) != "" {
				return c.URL
			}
			return firstMatch(uri, " "+c.URL, " "+c.ID, " "+c.Source, " "+c.DocID)
		})
	case !strings.Contains(f.Style, "{chunk_id}"):
		return nil
	case f.key != "":
		return f.byKey(chunks, passages)
	case f.shape != nil:
		return shownAs(f.shape, chunks, passages, func(c *evidence.Chunk) string { return firstMatch(f.shape, c.ID, c.DocID) })
	}
	return nil
}

// shownAs finds what fits a shape: in what is known of a chunk, else at the same side of
// all passages.
func shownAs(shape *regexp.Regexp, chunks []evidence.Chunk, passages []Passage, known func(*evidence.Chunk) string) []string {
	sides := [...]func(p *Passage) string{
		func(p *Passage) string { return lastMatch(shape, p.Before) },
		func(p *Passage) string { return lastMatch(shape, p.Inside) },
		func(p *Passage) string { return firstMatch(shape, p.Behind) },
	}
	best := make([]string, len(chunks))
	for i := range chunks {
		best[i] = known(&chunks[i])
	}
	for _, side := range sides {
		found := make([]string, len(chunks))
		for i := range passages {
			if !chunks[i].Ambient { // the app's own words are no passage, and no side of them counts
				found[i] = side(&passages[i])
			}
		}
		if distinct(found) > distinct(best) {
			best = found
		}
	}
	return best
}

// labelledLine is the head of a line that numbers what stands below it: `Source 2:`, `[2]`.
var labelledLine = regexp.MustCompile(`(?im)^[^\w\n]{0,8}(?:\[|【|(?:` + anyOf(slices.Concat(words.Passages, words.SourceWords, words.Labels)) + `)[ #_№:-]{0,4})(\d{1,3})(?:$|[^\w.,-])`)

// Inside finds the ids in the form that a section shows at the heads of its lines.
func (f *Form) Inside(section string) (marks []evidence.Mark) {
	const most = 1000
	shape := labelledLine
	switch {
	case strings.Contains(f.Style, "{chunk_id}") && f.shape != nil:
		shape = f.shape
	case !strings.Contains(f.Style, "{n}"):
		return nil
	}
	points, counted := 0, 0
	for _, m := range shape.FindAllStringSubmatchIndex(section, most) {
		head := section[strings.LastIndexByte(section[:m[2]], '\n')+1 : m[2]]
		if shape != labelledLine && strings.IndexFunc(head, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			continue // it stands in a sentence
		}
		points, counted = points+utf8.RuneCountInString(section[counted:m[2]]), m[2]
		marks = append(marks, evidence.Mark{At: points, ID: section[m[2]:m[3]]})
	}
	return marks
}

// distinct counts the different names in a list.
func distinct(names []string) int {
	seen := map[string]bool{}
	for _, n := range names {
		if n != "" {
			seen[n] = true
		}
	}
	return len(seen)
}

func firstMatch(shape *regexp.Regexp, texts ...string) string {
	for _, text := range texts {
		if m := shape.FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	return ""
}

func lastMatch(shape *regexp.Regexp, text string) string {
	all := shape.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][1]
}

// byKey finds the values of a key of the app's own: beside or in each passage, else one
// that the whole message has.
func (f *Form) byKey(chunks []evidence.Chunk, passages []Passage) []string {
	shape := regexp.MustCompile(`(?i)(?:^|[^\w])["'<]?` + regexp.QuoteMeta(f.key) + `["']?\s*[:=>]\s*["']?([^\s"',;{}<>\[\]]+)`)
	found := shownAs(shape, chunks, passages, func(*evidence.Chunk) string { return "" })
	for i := range found {
		if found[i] == "" && passages[i].Message != "" {
			found[i] = lastMatch(shape, passages[i].Message[:passages[i].place])
		}
		if found[i] == "" {
			found[i] = firstMatch(shape, passages[i].Message)
		}
	}
	return found
}

// inGroups writes each chunk's number behind the name of its list: the last of the form's
// names that stands before the passage on a line of its own, else the first of them.
func (f *Form) inGroups(chunks []evidence.Chunk, passages []Passage) []string {
	line := regexp.MustCompile(`(?im)^[^\w\n]*(` + anyOf(f.groups) + `)[^\w\n]*$`)
	group := f.groups[0]
	if at := slices.IndexFunc(f.groups, isSourceWord); at >= 0 {
		group = f.groups[at]
	}
	out := make([]string, len(chunks))
	for i := range chunks {
		id, its := chunks[i].ID, group
		if !isNumber(id) {
			continue
		}
		if p := &passages[i]; p.Message != "" {
			if last := lastMatch(line, p.Message[:p.place]); last != "" {
				its = last
			}
		}
		out[i] = its + " (" + id + ")"
	}
	return out
}
