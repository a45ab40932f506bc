package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// A reply in the form of an app's own is text, of which some states something and the rest
// is the form: labels, headings, tags, and lists of names. The app's own words show them,
// so they are looked for there, from the reply; no form is read out of an order.

// Bounds, in bytes, on a sign of a form and on what stands in it where it is shown.
const (
	maxLabel   = 48
	maxShownIn = 60
	maxLookUps = 1 << 12 // of signs of one reply
)

// ownWords are the app's words about its form, and what has been looked for in them.
type ownWords struct {
	read  func() string // nil for none
	text  string        // read on first use
	said  []string      // its tokens, read when they are first asked for
	known map[string]bool
}

// any reports whether there are some.
func (w *ownWords) any() bool {
	if w.read != nil {
		w.text = w.read()
		w.text, w.read = w.text[:min(len(w.text), maxFormText)], nil
	}
	return w.text != ""
}

// words are the tokens of the words.
func (w *ownWords) words() []string {
	if w.said == nil && w.any() {
		w.said = tokensOf(w.text, maxFormText)
	}
	return w.said
}

// has looks something up once.
func (w *ownWords) has(key string, find func() bool) bool {
	if !w.any() {
		return false
	}
	found, ok := w.known[key]
	if !ok && len(w.known) < maxLookUps {
		if w.known == nil {
			w.known = map[string]bool{}
		}
		found = find()
		w.known[key] = found
	}
	return found
}

// each yields where a text stands in the words.
func (w *ownWords) each(part string, yield func(before, behind string) bool) bool {
	for at := 0; part != ""; at++ {
		n := strings.Index(w.text[at:], part)
		if n < 0 {
			break
		}
		if at += n; yield(w.text[:at], w.text[at+len(part):]) {
			return true
		}
	}
	return false
}

// marker reports whether the words show a sign of citation: what stands around a source's
// name in it, around something short that may stand for one.
func (w *ownWords) marker(open, end string) bool {
	return w.has(open+"\x00"+end, func() bool {
		return w.each(open, func(_, behind string) bool {
			inside := behind[:min(len(behind), maxShownIn)]
			inside, _, _ = strings.Cut(inside, "\n")
			if end == "" {
				r, _ := utf8.DecodeRuneInString(inside)
				return unicode.IsLetter(r) || unicode.IsDigit(r)
			}
			n := strings.Index(inside, end)
			return n > 0 && (strings.ContainsFunc(open, unicode.IsLetter) || standsForName(inside[:n]) || !strings.ContainsFunc(inside[:n], func(r rune) bool { return !isLetterRune(r) && r != '_' }))
		})
	})
}

// wraps reports whether the words show signs around some words.
func (w *ownWords) wraps(open, end string) bool {
	return w.has(open+"\x00\x00"+end, func() bool {
		return w.each(open, func(_, behind string) bool {
			inside, _, _ := strings.Cut(behind[:min(len(behind), 2*maxShownIn)], "\n")
			return strings.Index(inside, end) > 0
		})
	})
}

// byParagraph reports whether the words want citations by paragraph.
func (w *ownWords) byParagraph() bool {
	return w.has("\x00paragraphs", func() bool {
		if !paragraph.may(w.text) {
			return false
		}
		for _, at := range paragraph.pattern.FindAllStringIndex(w.text, maxSamples) {
			line := w.text[strings.LastIndexByte(w.text[:at[0]], '\n')+1 : lineEnd(w.text, at[1])]
			if cue.in(line) && !isForbidden(w.text, at[0]) {
				return true
			}
		}
		return false
	})
}

// standsForName tells what may stand for a source in a sample: a number, an id, a file, a
// word for one of them.
func standsForName(inside string) bool {
	first := splitRefs(inside)
	return len(first) > 0 && (isNumber(first[0]) || placeField(first[0]) != "" || isPlace(first[0]) || isFileName(first[0]) ||
		idShape(first[0]) != "" || isWebURL(first[0]) || more.MatchString(first[0]))
}

// Signs that stand around a label, or a heading, where it is shown.
const (
	opensLabel = "\"'`“‘«「『*#[<({|_>-•【=~"
	endsLabel  = "\"'`”’»」』*#]>)}|_】=~:："
)

// label reports whether the words show a label: as such, before a colon, between signs, on a
// line of its own, or in capitals.
func (w *ownWords) label(name string) bool {
	return w.has(name, func() bool {
		capitals := len(name) > 2 && strings.ToUpper(name) == name && strings.ToLower(name) != name
		return isLabel(name) && w.each(name, func(before, behind string) bool {
			last, _ := utf8.DecodeLastRuneInString(before)
			next, _ := utf8.DecodeRuneInString(strings.TrimLeft(behind, " "))
			head := strings.TrimRight(before[strings.LastIndexByte(before, '\n')+1:], " \t-*#>•0123456789.)") == ""
			opened, closed := head || strings.ContainsRune(opensLabel, last), behind == "" || next == '\n' || strings.ContainsRune(endsLabel, next)
			first, _ := utf8.DecodeRuneInString(name)
			return !isLetterRune(last) && !isLetterRune(firstRune(behind)) &&
				(capitals || opened && closed || (next == ':' || next == '：' || next == '=') && !unicode.IsLower(first))
		})
	})
}

func firstRune(s string) rune {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ' '
	}
	return r
}

func isLetterRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isLabel tells words that may be a label: a few, without a figure and without a denial.
func isLabel(name string) bool {
	const most = 5
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	denies := func(word string) bool { return text.Unknown.IsNegator(text.Fold(word)) }
	return len(words) > 0 && len(words) <= most && len(name) <= maxLabel && strings.IndexFunc(name, unicode.IsDigit) < 0 && !slices.ContainsFunc(words, denies)
}

// speaks reports whether the words have some word, in whatever case.
func (w *ownWords) speaks(name string) bool {
	return w.has("\x00"+name, func() bool { return hasFold(w.text, name) })
}

var (
	// aLabel is a label at the head of a line, with the signs around it.
	aLabel = regexp.MustCompile(`^[ \t]*(?:[-*+•>#]+[ \t]*)?[*_\[【<{(|=~"']{0,4}(\pL[^\n:：=|<>\[\]{}()*"]{0,46}?)[*_\]】>})|"']{0,4} ?(?:[:：=]|->|=>|→)[*_]{0,2}[ \t]*`)
	aTag   = regexp.MustCompile(`^</?([A-Za-z][\w-]{0,30})/?>`)
	// aWrap is a line in signs of its own.
	aWrap = regexp.MustCompile(`^[ \t]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*([<{|~=^@【«「『]{1,3})[^\n]+?([>}|~=^@】»」』]{1,3})[ \t]*\n?$`)
	aSign = "#*_= \t\r\n"
	score = regexp.MustCompile(`^[\d.,/% ]+$`)
)

// framesIn are the signs of the app's own form in a text, from an offset on: those that a line
// begins with or is, and tags. The text may grow.
func framesIn(d *directory, text string, from int, code []CodeRegion, grows bool) (lines, tags []mark) {
	if !d.own.any() {
		return nil, nil
	}
	d.build()
	above := Region{} // the last line that says something, where it is no sign
	for at := from; at < len(text); {
		end := lineEnd(text, at)
		for len(code) > 0 && code[0].End <= at {
			code = code[1:]
		}
		if fenced := len(code) > 0 && code[0].Fence != "" && code[0].Start < end; !fenced {
			whole := !grows || end < len(text) || strings.HasSuffix(text, "\n")
			head := at == 0 || text[at-1] == '\n'
			found := frameOfLine(d, text[at:end], at, head, whole)
			if len(found) > 0 && len(found[0].names) > 0 && d.headsList(text[above.Start:above.End]) {
				lines = append(lines, mark{start: above.Start, end: above.End, frame: true})
			}
			if said := strings.TrimSpace(text[at:end]); len(found) > 0 {
				above = Region{}
			} else if said != "" {
				above = Region{at, at + len(strings.TrimRight(text[at:end], " \t\r\n"))}
			}
			for _, m := range found {
				if text[m.start] == '<' && isLetterRune(rune(strings.TrimPrefix(text[m.start+1:], "/")[0])) {
					tags = append(tags, m)
				} else {
					lines = append(lines, m)
				}
			}
		}
		at = end
	}
	return lines, tags
}

// frameOfLine are the signs in a line that stands at an offset.
func frameOfLine(d *directory, line string, at int, head, whole bool) (out []mark) {
	add := func(start, end int, names []Name) {
		out = append(out, mark{start: at + start, end: at + end, frame: true, names: names})
	}
	body := strings.TrimRight(line, " \t\r\n")
	if said := strings.TrimSpace(body); head && said != "" && d.own.heading(said) {
		add(0, len(body), nil)
		return out
	}
	if names := namesIn(d, body, 0); head && whole && len(names) > 0 && (strings.ContainsFunc(body, unicode.IsLetter) || listSign.MatchString("\n"+body)) {
		add(0, len(body), names)
		return out
	}
	if last := lastBoundary(body); whole && last > 0 { // a sentence, and behind it a label with its source
		if m := aLabel.FindStringSubmatchIndex(body[last:]); m != nil && d.headsList(body[last+m[2]:last+m[3]]) {
			if names := namesIn(d, body, last+m[1]); len(names) > 0 {
				add(last, len(body), moveNames(names, -last))
				return out
			}
		}
	}
	rest := 0
	if m := aLabel.FindStringSubmatchIndex(body); head && m != nil {
		name := body[m[2]:m[3]]
		names := namesIn(d, body, m[1])
		switch {
		case whole && len(names) > 0 && d.headsList(name):
			add(0, len(body), names)
			return out
		case !d.own.label(name):
		case whole && hasWord(name, IsJudging) && grades(d, body[m[1]:]):
			add(0, len(body), nil)
			return out
		default:
			add(0, m[1], nil)
			out[0].thinks = hasWord(name, IsThinking)
			rest = m[1]
		}
	} else if m := aWrap.FindStringSubmatchIndex(line); head && m != nil && !aTag.MatchString(body[m[2]:]) && len(namesIn(d, body, 0)) == 0 && d.own.wraps(body[m[2]:m[3]], body[m[4]:m[5]]) {
		add(0, m[3], nil)
		add(m[4], m[5], nil)
		return out
	}
	for rest < len(body) {
		n := strings.IndexByte(body[rest:], '<')
		if n < 0 {
			break
		}
		rest += n
		m := aTag.FindStringSubmatch(body[rest:])
		if m == nil || !d.own.tag(m[1]) {
			rest++
			continue
		}
		end := rest + len(m[0])
		next := strings.IndexByte(body[end:], '<')
		if names := namesIn(d, body[:max(end, end+next)], end); next > 0 && len(names) > 0 {
			add(rest, end+next, moveNames(names, -rest))
			end += next
		} else {
			add(rest, end, nil)
			out[len(out)-1].thinks = hasWord(m[1], IsThinking) && body[rest+1] != '/'
		}
		rest = end
	}
	return out
}

// grades reports whether a text only grades the answer: a score, a word of the app's own, or that
// there is nothing.
func grades(d *directory, said string) bool {
	const most = 2 // words
	said = strings.Trim(said, " *_.")
	tokens := tokensOf(said, most+1)
	return score.MatchString(said) || len(tokens) == 1 && text.Unknown.IsNegator(tokens[0]) ||
		len(tokens) <= most && !slices.ContainsFunc(tokens, func(t string) bool { return !d.heads().own[t] })
}

// heading reports whether the words show a line as a whole. A number before it counts; one
// behind it states something.
func (w *ownWords) heading(line string) bool {
	name := strings.TrimRight(strings.TrimLeft(line, aSign+":：0123456789.)("), aSign+":：)(")
	if len(line) > maxLabel || !isLabel(name) || strings.ContainsAny(name, ":：=") { // a label with its value
		return false
	}
	if len(name) < len(line) {
		return w.label(name)
	}
	return w.has("\x00\x00"+line, func() bool {
		return w.each(line, func(before, behind string) bool {
			return strings.ContainsFunc(line, func(r rune) bool { return strings.ContainsRune(opensLabel, r) }) && !isLetterRune(firstRune(behind))
		})
	})
}

// tag reports whether the words show a tag.
func (w *ownWords) tag(name string) bool {
	shows := func(open string) bool {
		return w.each(open+name, func(_, behind string) bool { return !isLetterRune(firstRune(behind)) })
	}
	return w.has("<"+name, func() bool { return shows("<") || shows("</") })
}

// headsList reports whether a line may head a list of sources: a few words, at least half of them
// the app's own or of such headings.
func (d *directory) headsList(line string) bool {
	name := strings.Trim(line, aSign+":：")
	if !isLabel(name) {
		return false
	}
	all := strings.Fields(strings.ToLower(name))
	n := 0
	for _, word := range all {
		if d.own.speaks(word) || slices.Contains(words.ListHeadings, word) || slices.Contains(words.DoubtfulHeadings, word) {
			n++
		}
	}
	return 2*n >= len(all)
}

// hasWord tells a label that has a word of some kind.
func hasWord(label string, kind func(string) bool) bool {
	return slices.ContainsFunc(strings.FieldsFunc(label, func(r rune) bool { return !unicode.IsLetter(r) }), kind)
}

// thinking reports whether the words show a tag around a model's own reasoning.
func (w *ownWords) thinking() bool {
	return slices.ContainsFunc(thinkingTags[:], func(tags [2]string) bool { return w.tag(strings.Trim(tags[0], "<>")) })
}

// IsJudging tells a word for what a model says of its own answer.
func IsJudging(word string) bool { return slices.Contains(words.Judging, strings.ToLower(word)) }

// IsThinking tells a word for a model's own reasoning.
func IsThinking(word string) bool { return slices.Contains(words.Thinking, strings.ToLower(word)) }

// markup is a tag of HTML with attributes, or whatever else an angle bracket opens there.
var markup = regexp.MustCompile(`<(?:[!?]|([A-Za-z][\w-]*)[\s/]+[^>\s])`)

// lackMarkup reports whether a text has such a tag that the words do not show: it is no
// name of a source, whatever its attributes are.
func (w *ownWords) lackMarkup(s string) bool {
	return slices.ContainsFunc(markup.FindAllStringSubmatch(s, -1), func(found []string) bool { return found[1] == "" || !w.tag(found[1]) })
}

var betweenNames = regexp.MustCompile(`[,;，、]|\band\b|\bund\b|&`)

// namesIn are the names of sources in what stands in a line from an offset on, if it is
// nothing else; nil where it is.
func namesIn(d *directory, line string, from int) (names []Name) {
	const most = 16 // words
	if d.numbered.in(line) || d.own.lackMarkup(line) {
		return nil // it cites, or does something
	}
	if strings.Count(line, " ") > most || from == 0 && line != "" && isLetterRune(firstRune(line)) && endsWithStop(line) {
		return nil // a sentence
	}
	rest := line[from:]
	if entry := numberedEntry.FindStringSubmatchIndex(rest); entry != nil && !strings.ContainsFunc(rest[:entry[6]], unicode.IsLetter) {
		from, rest = from+entry[6], rest[entry[6]:]
	} else if n := note.FindString(rest); n != "" {
		from, rest = from+len(n), rest[len(n):]
	}
	const around = " \t-*+•[](){}<>\"'`.【】|^†"
	add := func(part string, at int) bool {
		name := strings.Trim(part, around)
		found := d.any(name)
		if len(found) == 0 && strings.ContainsFunc(name, unicode.IsLetter) || strings.ContainsRune(name, ':') {
			found = d.byHead(name)
		}
		if len(found) > 0 {
			start := at + strings.Index(part, name)
			names = append(names, Name{Start: start, End: start + len(name), Handles: d.handles(found), Part: d.byPart[name]})
		}
		return len(found) > 0
	}
	whole, start := rest, from
	for len(rest) > 0 {
		end := len(rest)
		next := end
		if cut := betweenNames.FindStringIndex(rest); cut != nil {
			end, next = cut[0], cut[1]
		}
		if !add(rest[:end], from) && strings.Trim(rest[:end], around+"\r\n") != "" {
			names = nil
			add(whole, start)
			return names
		}
		from, rest = from+next, rest[next:]
	}
	return names
}

// shownList are the names in a list of sources whose heading the app's own words have, and
// which is nothing else; nil for any other.
func shownList(d *directory, list string) (names []Name) {
	if list == "" || !d.own.any() {
		return nil
	}
	d.build()
	at, shown := 0, false
	for line := range strings.Lines(list) {
		body := strings.TrimRight(line, " \t\r\n")
		found, rest := namesIn(d, body, 0), body
		if heading, _ := splitHeading(body); !shown && heading != "" && d.own.speaks(heading) {
			shown = true
			if colon := colonAt(body); len(found) > 0 {
			} else if rest = ""; colon < len(body) {
				found, rest = namesIn(d, body, colon), body[colon:]
			}
		}
		if len(found) == 0 && strings.Trim(rest, "-*_ ") != "" {
			return nil
		}
		shown = shown || isNote(body) && d.own.marker("[^", "]:")
		names = append(names, moveNames(found, at)...)
		at += len(line)
	}
	if !shown {
		return nil
	}
	return names
}

// colonAt is behind the first colon of a line, its length where there is none.
func colonAt(line string) int {
	at := len(line)
	for _, sign := range [...]string{":", "："} {
		if i := strings.Index(line[:at], sign); i >= 0 {
			at = i + len(sign)
		}
	}
	return at
}

func moveNames(names []Name, by int) []Name {
	for i := range names {
		names[i].Start, names[i].End = names[i].Start+by, names[i].End+by
	}
	return names
}

// KeepNames is a text without the names of sources that are not to be kept: each goes with the
// line that is nothing else, or with what parts it from the next.
func KeepNames(text string, names []Name, keep func(handle string) bool) string {
	for _, n := range slices.Backward(names) {
		if slices.ContainsFunc(n.Handles, keep) {
			continue
		}
		start, end := n.Start, n.End
		line := strings.LastIndexByte(text[:start], '\n') + 1
		stop := max(start, len(strings.TrimRight(text[:lineEnd(text, end)], "\r\n")))
		between := func(s string) bool { return strings.Trim(s, " \t-*+•[](){}<>\"'`.【】|^†:0123456789") == "" }
		switch {
		case between(text[line:start]) && between(text[end:stop]):
			start, end = max(0, line-1), stop
		default:
			if cut := betweenNames.FindStringIndex(text[end:stop]); cut != nil && between(text[end:end+cut[0]]) {
				end += len(text[end:stop]) - len(strings.TrimLeft(text[end+cut[1]:stop], " "))
			} else if before := strings.TrimRight(text[line:start], " ,;&"); strings.ContainsAny(text[line+len(before):start], ",;&") {
				start = line + len(before)
			}
		}
		text = text[:start] + text[end:]
	}
	return text
}

// shows reports whether the app's own words show the signs of some marks, or order their form,
// and nothing but names of sources stands in them. Daggers count citations: none stays as it is.
func shows(d *directory, text string, marks []mark) bool {
	return d.asked != "[†{n}]" && !slices.ContainsFunc(marks, func(m mark) bool {
		sign := text[m.start:m.end]
		if m.named {
			return false
		}
		if len(m.refs) == 0 || fits(d, strings.TrimSpace(sign)) {
			return len(m.refs) == 0
		}
		if slices.ContainsFunc(m.refs, func(ref string) bool { return d.find(ref) == nil }) {
			return true // it says more than a name
		}
		open, end, ok := around(sign, m.refs)
		if ok && (d.own.marker(open, end) || d.headsAs(open, end, &m)) {
			return false
		}
		inside := strings.Trim(sign, " []")
		worded := func(t string) bool {
			return !isFigure(t) && (d.id(inside) == nil || slices.Contains(d.own.words(), t) && d.heads().own[t]) // any instruction may call it by its id
		}
		if !slices.ContainsFunc(tokensOf(inside, maxTokens), worded) {
			return true
		}
		named, _ := d.named(inside)
		return named == nil
	})
}

// headsAs reports whether the prompt has the name of each source of a mark, in the signs around
// it, at the head of that source.
func (d *directory) headsAs(open, end string, m *mark) bool {
	l := d.labelled()
	for i, ref := range m.refs {
		if !slices.ContainsFunc(m.bound[i].sources, func(at int) bool { return strings.Contains(l.raw[at], open+ref+end) }) {
			return false
		}
	}
	return true
}

// fits reports whether a sign has the form that the app orders, with names of sources in its
// places.
func fits(d *directory, sign string) bool {
	if strings.Contains(d.asked, "{authors}") {
		return splitYears(strings.Trim(sign, "[]()")) != nil
	}
	if d.style == nil {
		return false
	}
	places := d.style.FindStringSubmatch(sign)
	return places != nil && len(places[0]) == len(sign) && !slices.ContainsFunc(places[1:], func(inside string) bool {
		refs, isNumbers := splitNumbers(inside)
		if !isNumbers {
			refs = splitRefs(inside)
		}
		return slices.ContainsFunc(refs, func(ref string) bool { return d.any(ref) == nil })
	})
}

// around is what stands before the first and behind the last name in a sign. It is not ok where
// words stand between them.
func around(sign string, refs []string) (open, end string, ok bool) {
	if tag := strings.IndexByte(sign, '>'); strings.HasPrefix(sign, "<") && strings.Contains(sign[:tag+1], refs[0]) {
		sign = sign[:tag+1] // what it encloses is the sentence
	}
	first := strings.Index(sign, refs[0])
	last := strings.LastIndex(sign, refs[len(refs)-1])
	if first < 0 || last < first {
		return "", "", false
	}
	between := sign[first : last+len(refs[len(refs)-1])]
	for _, ref := range refs {
		between = strings.Replace(between, ref, "", 1)
	}
	if strings.ContainsFunc(betweenNames.ReplaceAllString(between, ""), unicode.IsLetter) {
		return "", "", false
	}
	open, end = sign[:first], sign[last+len(refs[len(refs)-1]):]
	return open, end, true
}
