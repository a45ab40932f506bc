package layout

import (
	"cmp"
	"slices"
	"strings"
)

// readTo reads the passages of a list of heads that ends above line last.
func readTo(p *page, run []head, last int) candidate {
	if bereft(p, run, last) {
		last = firstBelow(p, last)
	}
	c := candidate{layout: "heads", start: p.lines[run[0].line].start, rank: rankRecord, found: make([]found, 0, len(run))}
	titles := titlesOf(p, run, last)
	usual := usualBelow(p, run, last, titles != untitled)
	label := ""
	for i, h := range run {
		end, next := p.labelAbove(run, i, runStop(run, i, last))
		r := readPassage(p, h, end, titles, usual)
		first(&r.Title, label)
		label = next
		if i == len(run)-1 && isBare(r.Text, usual) && !isEndMark(p.str(h.line)) {
			r = readPassage(p, h, firstBelow(p, last), titles, usual)
		}
		if h.doubled {
			c.untrusted = append(c.untrusted, "a passage holds a head with the number "+h.id+" of the next one")
		}
		if heavier(r.Text, 6) && (h.sig != keyHead || !isBare(r.Text, usual)) {
			c.found = append(c.found, r)
			c.end = max(c.end, r.end)
		}
	}
	c.endAlike(p)
	liftEnds(c.found)
	if liftEach(c.found, liftRemark) {
		for i := range c.found {
			complete(&c.found[i].Chunk)
		}
	}
	liftEach(c.found, unquote)
	return c
}

// endAlike ends the last passage of a list, all others of which are one paragraph, above a sample that was blanked out and above the
// paragraph in which the app announces or orders something again.
func (c *candidate) endAlike(p *page) {
	n := len(c.found) - 1
	if n < 1 || p.role == "tool" || slices.ContainsFunc(c.found[:n], func(r found) bool { return strings.Contains(r.Text, "\n\n") }) {
		return
	}
	last := &c.found[n]
	first, _, _ := strings.Cut(last.Text, "\n\n")
	at := last.start + strings.Index(p.text[last.start:last.end], first) + len(first)
	blanked, _ := slices.BinarySearchFunc(p.blanked, at, func(s line, at int) int { return cmp.Compare(s.start, at) })
	for i := p.lineAt(at) + 1; i < len(p.lines) && p.lines[i].start < last.end; i++ {
		shown := blanked < len(p.blanked) && p.blanked[blanked].end <= p.lines[i].start
		if !p.blank(i) && (shown || p.below(i) && opensOrders(p.str(i))) {
			last.Text = strings.TrimSpace(strings.TrimSuffix(last.Text, strings.TrimSpace(p.text[p.lines[i].start:last.end])))
			last.end = p.lines[lastText(p, p.lineAt(at), i)-1].end
			c.end = last.end
			return
		}
	}
}

// opensOrders tells whether the first line of a paragraph behind the last passage is the app's: it announces what stands below it, is a tag,
// or an order with words to write or about the answer and its material.
func opensOrders(s string) bool {
	const enough = 600 // bytes of a line that are looked at
	if s = s[:min(len(s), enough)]; s[0] == '<' || endsInColon(s) || statesMore(s) {
		return !statesMore(s)
	}
	clauses := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(".;,:", c) })
	return (evidenceNouns.in(s) || answerWords.word(s) || replyWords.word(s) || strings.ContainsAny(s, ":\"“")) && slices.ContainsFunc(clauses[:min(len(clauses), maxTexts)], func(clause string) bool {
		clause = strings.TrimSpace(clause)
		return orderHeads.begin(clause) || holds(commands, firstWord(clause))
	})
}

// unquote takes the quotation marks around a text off.
func unquote(r *found) bool {
	s := r.Text
	if len(s) < 2 || s[0] != '"' && s[0] != '`' || s[len(s)-1] != s[0] {
		return false
	}
	r.Text = strings.TrimSpace(s[1 : len(s)-1])
	return true
}

// titling says what stands behind the heads of a list on their lines.
type titling int

const (
	untitled  titling = iota // the texts begin there
	titled                   // titles that the app writes above the texts
	ownTitles                // headings that the texts begin with
)

// titlesOf tells what stands behind the heads of a list. A heading of Markdown without a
// number or a name is the document's own, unless the app writes one above them all.
func titlesOf(p *page, run []head, last int) titling {
	first := run[0]
	switch above := p.before(first.line); {
	case first.sig == keyHead || first.sig == htmlSig || !headsAreTitles(p, run, last):
		return untitled
	case strings.Trim(first.sig, "#") != "" || above >= 0 && p.str(above)[0] == '#':
		return titled
	}
	return ownTitles
}

// readPassage reads the passage of one head, up to line end, without the metadata
// that stands with the head and below it.
func readPassage(p *page, h head, end int, titles titling, usual map[string]bool) found {
	r := found{start: p.lines[h.line].start, inner: h.rest, end: max(textEnd(p, h.line, end), h.end)}
	r.ID = cleanID(h.id)
	readExtra(&r.Chunk, h.extra)
	text := p.text[h.rest:max(r.end, h.rest)]
	title := ""
	if titles != untitled {
		title, text, _ = strings.Cut(text, "\n")
		setHeading(&r.Chunk, title)
	}
	if text = stripEnd(text); strings.HasSuffix(h.sig, "uri") {
		text = strings.TrimPrefix(strings.TrimSpace(text), "## ")
	}
	below := headLines(&r.Chunk, text, usual)
	if titles == ownTitles && strings.TrimSpace(below) == strings.TrimSpace(text) { // no metadata of the app's stands below it
		below = h.sig + " " + title + "\n" + text
	}
	text = below
	if rule, below, _ := strings.Cut(text, "\n"); isRule(strings.TrimSpace(rule)) {
		text = below // between the metadata and the text
	}
	if r.Text = unwrap(text); strings.HasPrefix(h.sig, "=«") {
		r.Text = strings.TrimSuffix(r.Text, "»")
	}
	return r
}

// textEnd is where the text of the lines [from, to) ends.
func textEnd(p *page, from, to int) int {
	return p.lines[max(lastText(p, from, to)-1, from)].end
}

// bereft tells whether nothing is left of the last passage but a title, where
// below all other heads there is a text.
func bereft(p *page, run []head, last int) bool {
	for i, h := range run {
		below := lastText(p, h.line+1, runStop(run, i, last)) > h.line+1
		if below == (i == len(run)-1) || h.rest < h.end && !isTitle(restTitle(p, h)) {
			return false
		}
	}
	return len(run) > 1
}

// isBare tells whether a text is none, or but one of the usual metadata lines.
func isBare(text string, usual map[string]bool) bool {
	key, _, f := cutKey(text)
	return !heavier(text, 6) || f != fieldNone && usual[foldKey(key)] && !strings.Contains(text, "\n")
}

// restTitle is what stands behind a head on its line, without marks around it.
func restTitle(p *page, h head) string {
	return strings.Trim(p.text[h.rest:h.end], "#*=-_~+ \t")
}

// isTitle tells a title from the beginning of a text: it is short, no sentence,
// and asks nothing.
func isTitle(s string) bool {
	if s == "" || len(s) > 160 || endsInMark(s) || opensWith(s, "«", "`") || endsWith(strings.TrimRight(s, "\"'”"), ".", "。", ":") {
		return false
	}
	name, _ := label(s)
	return !asks(name)
}

// runStop is the line at which the passage of head i ends.
func runStop(run []head, i, last int) int {
	if i+1 < len(run) {
		return run[i+1].line
	}
	return last
}

// headsAreTitles tells whether what stands behind the heads are titles: short,
// no sentences, and each with a text below it.
func headsAreTitles(p *page, run []head, last int) bool {
	colons := 0
	for _, h := range run {
		if endsInColon(p.text[h.rest:h.end]) {
			colons++
		}
	}
	for i, h := range run {
		title := restTitle(p, h)
		if colons == len(run) && len(run) > 1 {
			title = strings.TrimRight(title, ":： ")
		}
		if !isTitle(title) || lastText(p, h.line+1, runStop(run, i, last)) <= h.line+1 {
			return false
		}
	}
	return true
}

// runEnd is the line at which the last passage of a list ends: the rule or tag
// that closes what a rule or tag above the list opened, else where the app's
// closing words begin.
func runEnd(p *page, run []head) int {
	if j := closedBy(p, run); j > 0 {
		return j
	}
	return listEnd(p, run[0].line, run[len(run)-1].line)
}

// closedBy is behind the mark that closes the last passage of a list of which
// the first one is closed by such a mark: [END CONTEXT 0]. It is 0 where there
// is none. A passage that is alone ends at the first mark.
func closedBy(p *page, run []head) int {
	alone := len(run) == 1 && run[0].strength == boxed
	if !alone && (len(run) < 2 || !endsInMark(p.str(p.before(run[1].line)))) {
		return 0
	}
	at := 0
	for i := run[len(run)-1].line; i < len(p.lines) && (at == 0 || !alone && !p.user()); i++ {
		if endsInMark(p.str(i)) {
			at = i + 1
		}
	}
	return at
}

// listEnd is the line at which a list ends whose heads stand on the lines from
// first to last.
func listEnd(p *page, first, last int) int {
	if above := p.before(first); above >= 0 {
		if name, ok := openTag(p.str(above)); ok {
			for j := last + 1; j < len(p.lines); j++ {
				if p.str(j) == "</"+name+">" {
					return j
				}
			}
		}
	}
	end := max(tailStart(p, last, len(p.lines)), last+1)
	if mark := endMark(p, first, end); mark > last {
		return mark
	}
	return end
}

// openTag reads a line that is one opening tag.
func openTag(s string) (string, bool) {
	if len(s) < 3 || s[0] != '<' || s[1] == '/' || s[len(s)-1] != '>' {
		return "", false
	}
	name, _, _ := strings.Cut(s[1:len(s)-1], " ")
	return name, name != ""
}

// stripEnd takes off the lines that close a record: rules and end marks such
// as [END CONTEXT 0] or --- End of document ---.
func stripEnd(text string) string {
	const longest = 400 // bytes of such a line
	for {
		text = strings.TrimRight(text, " \t\r\n")
		from := max(0, len(text)-longest)
		i := from + strings.LastIndexByte(text[from:], '\n')
		last := strings.TrimSpace(text[i+1:])
		switch only := i < from; {
		case !only && (isRule(last) || isEndMark(last) || isFrameLine(last) && evidenceNouns.in(last) || last == `"` || last == "<br>"):
			text = text[:i]
		case endsInMark(last) && !isEndMark(last):
			text = text[:strings.LastIndexByte(text, '[')]
		default:
			return text
		}
	}
}

// isEndMark tells whether a line says that something ends: `[END CONTEXT 0]`,
// `END DOCUMENT 1`, `CONTEXT END`, `[/SOURCE]`, `[webpage 1 end]`.
func isEndMark(s string) bool {
	if len(s) > 60 || len(s) < 5 {
		return false
	}
	name := unframed(s)
	if _, numbered := cutBehindNumber(name, "end"); numbered && len(name) < len(s) || strings.HasSuffix(name, " END") && name == strings.ToUpper(name) {
		return true
	}
	inner := strings.ToLower(name)
	if label, ok := strings.CutPrefix(inner, "/"); ok {
		name, _ := takeLabel(strings.TrimPrefix(label, "end "))
		return name != ""
	}
	return strings.HasPrefix(inner, "end ") && (len(inner) < len(s) || strings.HasPrefix(s, "END "))
}

// endsInMark tells whether a line is such a mark, or has one in brackets behind its text.
func endsInMark(s string) bool {
	return isEndMark(s) || strings.HasSuffix(s, "]") && isEndMark(s[max(0, strings.LastIndexByte(s, '[')):])
}

// wraps are what a layout puts around a whole text.
var wraps = [...][2]string{{"«««", "»»»"}, {"«", "»"}, {`"""`, `"""`}, {"'''", "'''"}}

// unwrap takes off what a layout wraps around a whole text: a code fence,
// triple quotes, « » in DSPy's two forms, the marks of a quotation.
func unwrap(text string) string {
	s := unquoteLines(strings.TrimSpace(text))
	for _, w := range wraps {
		if len(s) >= len(w[0]+w[1]) && strings.HasPrefix(s, w[0]) && strings.HasSuffix(s, w[1]) {
			return strings.TrimSpace(dedentAll(s[len(w[0]) : len(s)-len(w[1])]))
		}
	}
	_, inner, _ := strings.Cut(s, "\n")
	if strings.HasPrefix(s, "```") && strings.HasSuffix(s, "```") && strings.Count(inner, "```")%2 == 1 {
		return strings.TrimSpace(strings.TrimSuffix(inner, "```"))
	}
	return dedent(s)
}

// dedentAll takes off the indentation that all lines share, the first too.
func dedentAll(s string) string {
	return strings.TrimPrefix(dedent("\n"+strings.Trim(s, "\r\n")), "\n")
}

// unquoteLines takes the mark of a Markdown quotation off every line, where
// every line has it.
func unquoteLines(s string) string {
	if !strings.HasPrefix(s, ">") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		inner, ok := strings.CutPrefix(strings.TrimSpace(l), ">")
		if !ok {
			return s
		}
		lines[i] = strings.TrimPrefix(inner, " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
