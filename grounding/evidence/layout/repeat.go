package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A head names the passage below or behind it. In no language can it be known by its words:
// that lines begin alike up to some mark, with other numbers and names in between, tells it.

const (
	longestHead = 100 // bytes
	mostWords   = 6   // of a head
	mostCuts    = 6   // places at which a line's head may end
)

// cut is a place at which the head of a line may end.
type cut struct{ end, sign, names int }

// opening is how a line begins.
type opening struct {
	line, from int      // from: byte of the page at which it begins
	text       string   // the line from there on
	sign       string   // its words and marks, with one sign for each number and name
	names      []string // its numbers, names, and what stands in brackets or quotes
	cuts       []cut    // in order
	framed     bool     // all of it is a name in a frame, and a remark
	general    bool     // one word is as good as another
}

// closers are what ends a group that a sign opens.
var closers = map[rune]string{'[': "]", '(': ")", '【': "】", '《': "》", '«': "»", '“': "”", '（': "）", '<': ">", '\'': "'", '"': "\""}

// openingReader reads how a line begins, sign by sign.
type openingReader struct {
	opening
	at, words int  // words: in a row
	all       int  // words
	short     bool // the last one may be an abbreviation
	signs     []byte
	room      [2 * longestHead]byte
}

// readOpening reads how a line begins. It has no cuts where that is like no head.
// With general one word is as good as another.
func readOpening(s string, general bool) opening {
	if bare, remark := cutRemark(withoutPictogram(s)); isFramed(bare) {
		mark := framed.FindStringSubmatch(bare)[1]
		return opening{text: s, sign: mark, names: []string{framedName(bare), remark}, cuts: []cut{{len(s), len(mark), 2}}, framed: true}
	}
	r := openingReader{opening: opening{text: s, general: general}}
	r.signs = r.room[:0]
	if key, value, f := cutKey(s); f != fieldNone && value != "" && strings.HasPrefix(strings.TrimLeft(s, "*#"), key) {
		r.sign, r.cuts = key+":", []cut{{end: strings.Index(s, key) + len(key) + 1, sign: len(key) + 1}}
		return r.opening
	}
	for r.at < len(s) && r.at < longestHead && len(r.cuts) < mostCuts && r.next() {
	}
	if r.at == len(s) && len(r.names) > 0 {
		r.cut()
	}
	if len(r.cuts) > 0 {
		r.opening.sign = string(r.signs)
	}
	return r.opening
}

// cut notes that a head may end here.
func (r *openingReader) cut() {
	if n := len(r.cuts); n > 0 && r.cuts[n-1].end == r.at {
		return
	}
	r.words = 0
	r.cuts = append(r.cuts, cut{r.at, len(r.signs), len(r.names)})
}

// next reads the next word, number, group or mark. It is false where no head goes on.
func (r *openingReader) next() bool {
	c, size := utf8.DecodeRuneInString(r.text[r.at:])
	switch {
	case c == ' ' || c == '\t':
		r.at += size
	case unicode.IsLetter(c) || unicode.IsDigit(c):
		return r.token(tokenOf(r.text[r.at:]))
	case closers[c] != "":
		rest := r.text[r.at+size : min(len(r.text), r.at+longestHead)]
		n := strings.Index(rest, closers[c])
		if c == '«' && (n < 0 || r.at+size+n+len(closers[c]) == len(r.text)) { // around the whole text
			return r.mark(r.text[r.at : r.at+size])
		} else if n < 1 || c == '<' && !strings.ContainsAny(rest[:n], "0123456789") {
			return false
		}
		r.names = append(r.names, rest[:n])
		r.signs = append(r.signs, r.text[r.at:r.at+size]...)
		r.at += size + n + len(closers[c])
		r.cut()
	case strings.ContainsRune("。！？!?;", c):
		return false
	default:
		return r.mark(r.text[r.at : r.at+size])
	}
	return true
}

// mark reads a mark: several of them count as one.
func (r *openingReader) mark(mark string) bool {
	from := r.at
	for strings.HasPrefix(r.text[r.at:], mark) {
		r.at += len(mark)
	}
	if r.signs = append(r.signs, mark...); mark == "#" {
		r.signs = append(r.signs, r.text[from+1:r.at]...) // the level of a heading
	}
	parted := r.at == len(r.text) || r.text[r.at] == ' ' || mark == "：" || mark[0] == '#'
	switch {
	case from == 0 && strings.Contains("-*•#", mark) && parted, (mark == ":" || mark == "：") && parted:
		r.cut()
	case len(r.names) > 0 && parted && r.words == 0:
		r.cut()
	case mark == ".":
		return !parted || r.words == 0 || r.short
	}
	return true
}

// token reads a word, a number or a name.
func (r *openingReader) token(t string) bool {
	r.at += len(t)
	capital := len(t) == 1 && isLetter(t[0]) && r.at < len(r.text) && (r.text[r.at] == ')' || isUpper(t[0]) && strings.IndexByte(".:]", r.text[r.at]) >= 0)
	if capital || strings.ContainsAny(t, "0123456789") || isFile(t) {
		r.names, r.words = append(r.names, t), 0
		r.signs = append(r.signs, '0')
		if behind := strings.TrimPrefix(r.text[r.at:], " "); r.all <= 1 && len(r.names) == 1 && len(r.signs) > 1 && isDigit(t[0]) && !strings.ContainsRune("-*•", rune(r.text[0])) && len(behind) < len(r.text[r.at:]) && !opensLower(behind) {
			r.cut() // § 4 The tenant
		}
		return true
	}
	r.short = len([]rune(t)) <= 4
	if r.words++; !r.general {
		r.signs = append(append(r.signs, strings.ToLower(t)...), ' ')
	} else if r.words == 1 {
		r.signs = append(r.signs, 'a')
	}
	r.all++
	return r.all <= mostWords
}

// opensLower tells whether a text begins with a small letter, or with nothing.
func opensLower(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return s == "" || unicode.IsLower(c)
}

// tokenOf is the word, number or name that a text begins with: a name may have points,
// strokes and lines inside of it.
func tokenOf(s string) string {
	end := 0
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' {
			end = i + utf8.RuneLen(r)
		} else if !strings.ContainsRune("./-–#=@", r) || i > end || i > longestHead {
			break
		}
	}
	return s[:end]
}

// lineSign is the sign of a line that is nothing but a head, and what it names; "" for another line.
func lineSign(s string) (sign string, names []string) {
	o := readOpening(s, false)
	if n := len(o.cuts); n == 0 || o.cuts[n-1].end < len(s) {
		return "", nil
	}
	return o.sign, o.names
}

// repeats counts how many lines begin with each sign up to each of their cuts.
func repeats(list []opening) map[string]int {
	count := map[string]int{}
	for i := range list {
		for _, c := range list[i].cuts {
			count[list[i].sign[:c.sign]]++
		}
	}
	return count
}

// shared is the longest head that a line has in common with as many others as its shortest one
// that names something, or else, unless it has to, names nothing; ok is false where no other line
// has any.
func (o *opening) shared(count map[string]int, names int) (best cut, ok bool) {
	for _, c := range o.cuts {
		n := count[o.sign[:c.sign]]
		if c.names < names || n < 2 || ok && n < count[o.sign[:best.sign]] && (best.names > 0 || o.sign[0] != '#') {
			continue
		}
		if ok && best.names == 0 && o.text[best.end-1] == ':' {
			break // what stands behind a label is its value
		}
		if names == 0 && strings.IndexByte("-*\xe2", o.sign[0]) >= 0 && o.text[c.end-1] == '.' {
			continue // the beginning of an item's text
		}
		best, ok = c, true
	}
	return best, ok
}

// alike are the lines of a list that begin with the same sign up to a cut, as heads.
func alike(p *page, list []opening, sign string) (run []head) {
	for i := range list {
		o := &list[i]
		n := slices.IndexFunc(o.cuts, func(c cut) bool { return o.sign[:c.sign] == sign })
		if n < 0 {
			continue
		}
		run = append(run, o.head(p, o.cuts[n]))
	}
	return run
}

// head is what was read up to a cut, as other lists of heads have it.
func (o *opening) head(p *page, c cut) head {
	end := c.end + len(o.text[c.end:]) - len(strings.TrimLeft(o.text[c.end:], " \t"))
	h := head{line: o.line, num: -1, sig: "=" + o.sign[:c.sign], rest: o.from + end, end: p.lines[o.line].end, strength: odd}
	text := strings.Trim(o.text[:c.end], " -–—─═━*•:：=|\t#.")
	switch {
	case o.framed:
		h.sig = o.sign
		if h.extra = strings.TrimSuffix(strings.Join(o.names, "\n"), "\n"); isCode(o.names[0]) && !isFile(o.names[0]) {
			h.setID(o.names[0])
			h.extra = o.names[1]
		}
	case c.names > 0:
		h.named(o, c, text)
	case text == "":
		h.sig = strings.TrimSpace(o.text[:c.end])
	case fieldOf(text) != fieldNone:
		h.sig, h.rest = keyHead, o.from
	case c.end < len(o.text) && classOf(strings.ToLower(text)) != material:
		h.rest = o.from // a passage's own
	}
	return h
}

// named takes the id out of a head, and what else it names.
func (h *head) named(o *opening, c cut, text string) {
	names := o.names[:c.names]
	number := slices.IndexFunc(names, isDigits)
	code := slices.IndexFunc(names, isCode)
	switch {
	case code == 0 && strings.HasPrefix(text, names[0]) && strings.Contains(text, " ") && !strings.ContainsAny(text, "([\"'"):
		h.id = text
		return
	case slices.ContainsFunc(names, isFile) && !strings.ContainsAny(text, "([") && (number != 0):
		h.extra = strings.TrimPrefix(text, "From ")
		return
	case o.general && c.end == len(o.text):
		h.extra = text
		return
	case number >= 0 && !strings.HasSuffix(o.sign[:c.sign], ":") && !strings.ContainsAny(text, "([<《【\"'"):
		h.setID(names[number])
		_, rest, _ := strings.Cut(text, names[number])
		h.extra = strings.Trim(rest, " .,–—─═━-|:·)")
		return
	case number >= 0:
		h.setID(names[number])
	case code >= 0:
		h.setID(names[code])
	}
	pairs, rest := "", ""
	for i, name := range names {
		if _, _, f := cutPair(name); f != fieldNone {
			pairs += "\n" + name
		} else if i != number && (i != code || number >= 0) && !isFigure(name) {
			rest += "\n" + name
		}
	}
	h.extra = strings.Trim(pairs+rest, "\n")
}

// isCode tells whether a name could be an id: one word with a figure in it, and no mere decimal.
func isCode(s string) bool {
	return !strings.ContainsAny(s, " =") && strings.ContainsAny(s, "0123456789") && !isFigure(s) && !isFile(s) && !isURL(s) && pageIn(s) == "" || len(s) == 1 && isUpper(s[0])
}

// isFigure tells whether a name ends in a decimal or a percentage: a retriever's figure.
func isFigure(s string) bool {
	last := lastWords(s, 1)
	return last != "" && isDigit(last[0]) && strings.ContainsAny(last, ".,%") && strings.Trim(last, "0123456789.,%") == "" && last[0] <= '1' || strings.HasSuffix(last, "%")
}

// repeatedParts parts lines [first, last] of a section at the heads that stand again and again in
// front of its passages. What stands above the first one is no part of a passage.
func repeatedParts(p *page, first, last int, at line) []found {
	list, _ := openingsIn(p, first, last, at, false)
	if len(list) == 0 {
		return nil
	}
	run, count := generalRun(p, &list[0], first, last, at), repeats(list)
	for n := range list {
		o, names := &list[n], min(1, list[n].line-first)
		if !prefaces(p, first, o.line) {
			break
		}
		c, ok := o.shared(count, names)
		if names > 0 && ok && c.end < len(o.text) && !strings.HasSuffix(o.sign[:c.sign], ":") {
			continue // a list inside of a text
		}
		if ok && (n > 0 || count[o.sign[:c.sign]] >= len(run)) {
			if strict := alike(p, list[n:], o.sign[:c.sign]); len(strict) > 1 {
				run = strict
				break
			}
		}
	}
	if len(run) < 2 {
		return nil
	}
	parts := readTo(p, run, last+1).found
	if n := len(parts); n > 0 && p.user() && parts[n-1].end > at.end {
		return nil // what stands below the section is none of its passages
	}
	return withoutNames(parts)
}

// generalRun are the heads of most paragraphs of a section, if its first line begins like them when
// one word is taken for another: with a code, or with nothing but a head.
func generalRun(p *page, begun *opening, first, last int, at line) []head {
	code := begun.sign[0] == '0' && isCode(begun.names[0])
	whole := begun.cuts[len(begun.cuts)-1].end == len(begun.text) && !strings.HasSuffix(begun.sign, ":")
	if begun.line != first || begun.framed || !code && !whole {
		return nil
	}
	list, tops := openingsIn(p, first, last, at, true)
	o, count := &list[0], repeats(list)
	c, ok := o.shared(count, 1)
	if !ok || 2*count[o.sign[:c.sign]] < tops || c.end < len(o.text) && !code {
		return nil
	}
	return alike(p, list, o.sign[:c.sign])
}

// openingAt reads how line i begins from a byte on. It is false where that is like no head.
func (p *page) openingAt(i, from int, general bool) (o opening, ok bool) {
	plain := p.marks[i]&plainText != 0 && p.lines[i].end-from >= longestHead && !numberNear(p.text[from:from+longestHead])
	if plain || p.labelMarks(i)&labelOfApp != 0 {
		return o, false
	}
	o = readOpening(p.text[from:p.lines[i].end], general)
	o.line, o.from = i, from
	return o, len(o.cuts) > 0
}

// numberNear tells whether a number that no sentence goes on with stands near the beginning of a text, or a sign behind its first letter.
func numberNear(s string) bool {
	const near = 24 // bytes
	i := strings.IndexAny(s[:near], "0123456789")
	if i < 0 {
		return s[1] == ')'
	}
	behind, ok := strings.CutPrefix(strings.TrimLeft(s[i:], "0123456789"), " ")
	return ok && !opensLower(behind)
}

// openingsIn are those of the lines [first, last] at which a passage may begin: below a blank one,
// a rule or the label of all, or any where no blank lines part the section. tops counts such lines.
func openingsIn(p *page, first, last int, at line, general bool) (list []opening, tops int) {
	dense := !strings.Contains(p.text[at.start:at.end], "\n\n")
	for i := first; i <= last; i++ {
		s := p.str(i)
		if s == "" || p.inFence(i) || isRule(s) || !dense && i > first && s[0] != '#' && !setOff(p, i) && !p.namesMaterialAt(i-1) {
			continue
		}
		tops++
		if o, ok := p.openingAt(i, max(p.lines[i].start, at.start), general); ok {
			list = append(list, o)
		}
	}
	return list, tops
}

// stemOf is the beginning of a noun that its plural and its cases have too, "" for a short word. Of a
// word in a script without blanks it is the end, which stands in front of the number.
func stemOf(noun string) string {
	switch {
	case noun == "":
		return ""
	case noun[0] >= 0xe3: // kana, Han, Hangul
		if r := []rune(noun); len(r) > 2 {
			return string(r[len(r)-2:])
		}
		return noun
	case len(noun) < 4:
		return ""
	case len(noun) < 6:
		return noun[:4]
	}
	return strings.ToValidUTF8(noun[:len(noun)-2], "")
}

// speaksOf tells whether a word of a text begins with a stem.
func speaksOf(text, stem string) bool { return hasStem(lowerEnds(text), stem) }

// lowerEnds are the ends of a text in lower case, all of a short one.
func lowerEnds(text string) []string {
	parts := ends(text, longestOrders)
	for i := range parts {
		parts[i] = strings.ToLower(parts[i])
	}
	return parts
}

// hasStem tells whether a word of some texts in lower case begins with a stem.
func hasStem(texts []string, stem string) bool {
	for _, text := range texts {
		for at := 0; stem != ""; at += len(stem) {
			i := strings.Index(text[at:], stem)
			if i < 0 {
				break
			}
			at += i
			if r, _ := utf8.DecodeLastRuneInString(text[:at]); stem[0] >= 0xe3 || !unicode.IsLetter(r) {
				return true
			}
		}
	}
	return false
}

// namesMaterialAt tells whether line i is but the label of material.
func (p *page) namesMaterialAt(i int) bool {
	level, name := p.partLabel(i)
	return level >= 0 && classOf(name) == material
}

// prefaces tells whether lines [from, to) could stand above the first passage: no sentence is
// among them.
func prefaces(p *page, from, to int) bool {
	for i := from; i < to; i++ {
		if s := p.str(i); len(s) > longestHead || endsSentence(s) {
			return false
		}
	}
	return to-from <= maxTailBlocks
}

// withoutNames takes off the last passage the lines behind it that do nothing but name all the
// passages: the app lists them so.
func withoutNames(list []found) []found {
	if len(list) < 2 || list[0].ID == "" {
		return list
	}
	last := &list[len(list)-1]
	at := strings.LastIndex(last.Text, "\n")
	if at > 0 && !slices.ContainsFunc(list, func(r found) bool { return r.ID == "" || !strings.Contains(last.Text[at:], r.ID) }) {
		last.Text = strings.TrimSpace(last.Text[:at])
	}
	return list
}

// framed fits a line in a frame.
var framed = regexp.MustCompile(`^([=*~<-]{2,}|<!--|\[|【)( ?\S.*?) ?([=*~>-]{2,}|\]|】)$`)

// isFramed tells whether a line stands in a frame, as few do: its first and its last byte
// tell most others.
func isFramed(s string) bool {
	return s != "" && len(s) <= maxHead && strings.IndexByte("=*~<-[\xe3", s[0]) >= 0 && strings.IndexByte("=*~>-]\x91", s[len(s)-1]) >= 0 && framed.MatchString(s)
}

// framedName is the name in a frame: what stands in it in brackets, else all of it.
func framedName(s string) string {
	inner := strings.Trim(s, "-=#<>!*【】 \t")
	if _, source, ok := strings.Cut(inner, "["); ok && strings.HasSuffix(inner, "]") {
		inner = strings.TrimSuffix(source, "]")
	}
	return inner
}

const maxHead = 240 // bytes of a line in which the beginning of a form ends
