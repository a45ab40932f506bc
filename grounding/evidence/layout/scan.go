package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A head names the passage below or behind it. In no language can it be known by its words:
// that it stands again in front of the next passage, with other numbers and names, tells it.

// scanned is the head that a line begins with, read sign by sign.
type scanned struct {
	line   int
	alike  string   // its words and marks, with a sign for each number and name: equal for heads written alike
	shape  string   // the same with a sign for each run of words
	names  []string // its numbers and names, and what stands in brackets
	end    int      // byte behind it; the length of the line where it is all of it
	text   string   // the head itself, without marks around it
	mixed  bool     // one of its names has letters and figures
	number string   // its only number, "" for none or several
}

const longestScan, mostWords = 100, 6 // bytes of a head, and words

var closers = map[rune]string{'[': "]", '(': ")", '【': "】", '《': "》", '«': "»", '“': "”", '（': "）", '<': ">"}

// headScanner reads a head.
type headScanner struct {
	s              string
	at             int
	alike, shape   []byte
	words, numbers int
	out            scanned
}

// scanHead reads a head: words, numbers, names in brackets and marks up to a colon, or up to
// the end of a line that has neither a sentence nor a colon.
func scanHead(s string) (h scanned, ok bool) {
	if i, _ := firstColon(s, longestScan); i < 0 && len(s) > longestScan {
		return h, false // as most lines
	}
	var room [2][2 * longestScan]byte
	r := headScanner{s: s, alike: room[0][:0], shape: room[1][:0]}
	for r.at < len(s) {
		if r.at > longestScan || !r.sign() {
			return h, false
		}
		if n := len(r.alike); n > 0 && r.alike[n-1] == ':' {
			return r.close(), true
		}
	}
	if len(r.out.names) == 0 {
		return h, false
	}
	r.put("$", '$')
	return r.close(), true
}

// sign reads the next sign or token. It is false where the line begins with no head.
func (r *headScanner) sign() bool {
	c, size := utf8.DecodeRuneInString(r.s[r.at:])
	switch {
	case c == ' ' || c == '\t':
		r.at += size
	case c == ':' || c == '：':
		r.at += size
		r.put(":", ':')
		return len(r.out.names) > 0 && (c == '：' || r.at == len(r.s) || r.s[r.at] == ' ')
	case unicode.IsLetter(c) || unicode.IsDigit(c):
		return r.token(tokenOf(r.s[r.at:]))
	case closers[c] != "":
		n := strings.Index(r.s[r.at:min(len(r.s), r.at+longestScan)], closers[c])
		if n < 0 {
			return false
		}
		r.out.names = append(r.out.names, r.s[r.at+size:r.at+n])
		r.put(r.s[r.at:r.at+size], '(')
		r.at += n + len(closers[c])
	case strings.ContainsRune("。！？!?)]}】》”）;|\"'`", c):
		return false
	default:
		if mark := r.s[r.at : r.at+size]; !strings.HasSuffix(string(r.alike), mark) {
			r.put(mark, '-')
		}
		r.at += size
	}
	return true
}

// token reads a word, a number or a name. It is false where that ends a sentence.
func (r *headScanner) token(t string) bool {
	r.at += len(t)
	if strings.ContainsAny(t, "0123456789") || isFile(t) {
		r.out.names = append(r.out.names, t)
		r.out.mixed = r.out.mixed || len(t) > 4 && strings.IndexFunc(t, unicode.IsLetter) >= 0
		if r.numbers++; isDigits(t) {
			r.out.number = t
		}
		r.put("0", '0')
	} else if r.words++; r.words > mostWords {
		return false
	} else {
		r.put(t, 'a')
		r.alike = append(r.alike, ' ')
	}
	stops := r.at < len(r.s) && strings.IndexByte(".!?", r.s[r.at]) >= 0
	return !stops || utf8.RuneCountInString(t) <= 4 && r.at+1 < len(r.s) && !isDigits(t)
}

// put notes a sign, and what it is one of.
func (r *headScanner) put(sign string, of byte) {
	r.alike = append(r.alike, sign...)
	if n := len(r.shape); of != 'a' || n == 0 || r.shape[n-1] != 'a' {
		r.shape = append(r.shape, of)
	}
}

// close notes what is known of a head once its end is.
func (r *headScanner) close() scanned {
	h := r.out
	h.alike, h.shape, h.end = strings.ToLower(string(r.alike)), string(r.shape), r.at
	h.text = strings.TrimFunc(r.s[:r.at], func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("[]()《》【】", c)
	})
	if r.numbers != 1 {
		h.number = ""
	}
	return h
}

// tokenOf is the word, number or name that a text begins with: a name may have points,
// strokes and lines inside of it.
func tokenOf(s string) string {
	end := 0
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' {
			end = i + utf8.RuneLen(r)
		} else if !strings.ContainsRune("./-–#=@", r) || i > end || i > longestScan {
			break
		}
	}
	return s[:end]
}

// scannedParts parts lines [first, last] of a section at the heads that stand again and again
// in front of its passages. What stands above the first one is no part of a passage.
func scannedParts(p *page, first, last int, at line) []found {
	heads, tops := scannedHeads(p, first, last, at)
	if len(heads) < 2 {
		return nil
	}
	count := map[string]int{}
	for _, h := range heads {
		count[h.alike]++
		count[h.shape]++
	}
	for n, h := range heads {
		if !prefaces(p, first, h.line) {
			break
		}
		same := func(o scanned) bool { return o.alike == h.alike }
		shaped := n == 0 && (h.mixed || strings.HasSuffix(h.shape, "$")) && 2*count[h.shape] >= tops
		if shaped && count[h.shape] > count[h.alike] {
			same = func(o scanned) bool { return o.shape == h.shape }
		} else if count[h.alike] < 2 {
			continue
		}
		var run []head
		for _, o := range heads[n:] {
			if same(o) {
				run = append(run, o.head(p, at))
			}
		}
		return withoutNames(readTo(p, run, last+1).found)
	}
	return nil
}

// scannedHeads are the heads of lines [first, last] at which a passage may begin, those below a
// blank one, a rule or the label of all, or any where no blank lines part the section. tops
// counts such lines.
func scannedHeads(p *page, first, last int, at line) (heads []scanned, tops int) {
	dense := !strings.Contains(p.text[at.start:at.end], "\n\n")
	for i := first; i <= last; i++ {
		if p.blank(i) || p.inFence(i) || isRule(p.str(i)) || p.str(i)[0] == '#' || !dense && i > first && !setOff(p, i) && !p.namesMaterialAt(i-1) {
			continue
		}
		tops++
		s := p.text[max(p.lines[i].start, at.start):p.lines[i].end]
		if h, ok := scanHead(s); ok && (h.end < len(s) || p.after(i) <= last) {
			h.line = i
			heads = append(heads, h)
		}
	}
	return heads, tops
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
		if s := p.str(i); len(s) > longestScan || endsSentence(s) {
			return false
		}
	}
	return to-from <= maxTailBlocks
}

// head is what was read, as other lists of heads have it.
func (h scanned) head(p *page, at line) head {
	start := max(p.lines[h.line].start, at.start)
	out := head{line: h.line, num: -1, sig: "scanned", rest: start + h.end, end: p.lines[h.line].end, strength: odd}
	colon := strings.HasSuffix(h.alike, ":")
	switch {
	case h.number != "" && !colon:
		out.setID(h.number)
		_, out.extra, _ = strings.Cut(h.text, h.number)
		out.extra = strings.TrimLeft(out.extra, " .,–—-|:·)")
	case h.number != "":
		out.setID(h.number)
		for _, name := range h.names {
			if name != h.number {
				out.extra = strings.TrimPrefix(out.extra+"\n"+name, "\n")
			}
		}
	case colon:
		out.id = h.text
	default:
		out.extra = h.text
	}
	return out
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
