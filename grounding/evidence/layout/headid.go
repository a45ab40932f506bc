package layout

import (
	"strconv"
	"strings"
	"unicode"
)

// pair reads an id by its key: `[doc_id=a7]`, `[id: a7]`.
func (h *head) pair(in string) bool {
	key, value, f := cutPair(in)
	if f != fieldID && f != fieldDoc || value == "" || len(value) > 80 || strings.ContainsAny(value, " ,") {
		return false
	}
	h.named, h.label = true, foldKey(key)
	h.setID(value)
	return true
}

// work reads the authors and the year of a work: `[Lind, 2019]`,
// `[Berg & Holm, 2021]`.
func (h *head) work(in string) bool {
	authors, year, ok := cutLast(in, ", ")
	if !ok || len(year) != 4 || !isDigits(year) || year < "1500" || year > "2100" || strings.ContainsAny(authors, "0123456789:|=") {
		return false
	}
	h.named, h.label, h.id = true, "work", in
	h.extra = "authors: " + strings.TrimSuffix(authors, " et al.") + "; year: " + year
	return true
}

// cutLast is strings.Cut at the last place of a separator.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// free reads a head in words that we do not know: up to five of them and a
// number, then perhaps metadata: `[similar paragraph 1 (Page 3)]`, `[#1 |
// score=0.8]`, `[PMID: 30112233]`.
func (h *head) free(in string) bool {
	words, more := in, ""
	if i := strings.IndexAny(in, ":|([｜—"); i > 0 {
		words, more = in[:i], strings.Trim(in[i:], ":|()[]｜—- ")
	}
	words = strings.Trim(words, " -#")
	label := strings.TrimRight(words, "0123456789")
	id := words[len(label):]
	label = strings.TrimRight(label, " #-_.")
	if id == "" && isDigits(more) {
		id, more = more, ""
	}
	if id == "" || len(id) > 12 || len(label) > 48 || strings.Count(label, " ") > 4 || strings.ContainsAny(label, "0123456789,;.!?'\"/=()") {
		return false
	}
	h.label, h.odd, h.extra = strings.ToLower(label), true, more
	h.setID(id)
	return true
}

// readID reads the id that follows a label inside brackets.
func readID(h *head, in, name, after string) bool {
	if name == "" {
		if h.code(strings.TrimSpace(after)) {
			return true
		}
		if len(after) == 1 && after[0] >= 'A' && after[0] <= 'Z' {
			h.letter(after)
			h.odd = true
			return true
		}
		id := digits(after)
		if id == "" && len(after) <= 8 && isHexID(after) {
			h.setID(after)
			return true
		}
		if id == "" || len(id) > 6 || len(id) != len(strings.TrimSpace(after)) {
			return false
		}
		h.setID(id)
		return true
	}
	if id := strings.TrimLeft(after, "-_"); isDigits(id) && len(id) <= 4 && len(after)-len(id) <= 1 && isASCII(name) {
		h.setID(id)
		if name != "^" {
			h.id = in // as the prompt shows it: doc1
		}
		return true
	}
	after = strings.TrimLeft(after, " ")
	rest, ok := cutID(h, after, tokenLabels[name])
	if !ok {
		rest, ok = h.shortCode(after)
	}
	if !ok {
		return false
	}
	rest = strings.TrimSpace(withoutTotal(rest))
	if rest == "" {
		return true
	}
	if inner := strings.TrimLeft(rest, ":-|,;–—：｜·• "); inner != rest || rest[0] == '(' {
		if strings.HasPrefix(inner, "(") && strings.HasSuffix(inner, ")") {
			inner = inner[1 : len(inner)-1]
		}
		h.extra = inner
		return true
	}
	return isMeta(rest) && h.keep(rest)
}

// code reads an id of a few letters and a number: `P1`, `DOC-7`, `Art. 3`.
// Where a blank parts them the number is the id and the word a label.
func (h *head) code(s string) bool {
	i := strings.IndexAny(s, "0123456789")
	if i < 1 || i > 16 || len(s) > 20 || !isDigits(s[i:]) {
		return false
	}
	word := strings.TrimRight(s[:i], " .#-_")
	if word == "" || strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
		return false
	}
	h.label, h.odd = strings.ToLower(word), true
	h.setID(s[i:])
	if !strings.ContainsAny(s[:i], " .") {
		h.id = s
	}
	return true
}

// shortCode cuts an id such as S1 or doc-7 off the front.
func (h *head) shortCode(s string) (rest string, ok bool) {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' })
	if end < 0 {
		end = len(s)
	}
	if end > 8 || !strings.ContainsAny(s[:end], "0123456789") || s[:end] == "" || !unicode.IsLetter(rune(s[0])) {
		return s, false
	}
	h.setID(s[:end])
	return s[end:], true
}

// keep notes what stands with the id as metadata.
func (h *head) keep(extra string) bool {
	h.extra = extra
	return true
}

// isHexID tells a short hexadecimal id, with a digit, from a word.
func isHexID(s string) bool {
	return len(s) >= 4 && strings.Trim(s, "0123456789abcdef") == "" && strings.ContainsAny(s, "0123456789")
}

// cutID cuts an id off the front: a number, or with token any word.
func cutID(h *head, s string, token bool) (rest string, ok bool) {
	s = strings.TrimLeft(s, "#:=_№ ")
	for _, sign := range [...]string{"No. ", "No: ", "n°", "n\u00ba", "Nr. "} {
		s = strings.TrimPrefix(s, sign)
	}
	if id := digits(s); id != "" && len(id) <= 6 && (len(id) == len(s) || !isWordByte(s[len(id)])) {
		h.setID(id)
		return s[len(id):], true
	}
	if !token {
		return h.letter(s)
	}
	end := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("],;|)", r) })
	if end < 0 {
		end = len(s)
	}
	if end == 0 || end > 200 {
		return s, false
	}
	h.setID(strings.TrimSuffix(s[:end], ":"))
	return s[end:], true
}

// letter cuts a single capital off the front: `Source A`. It counts like a
// number.
func (h *head) letter(s string) (rest string, ok bool) {
	if s == "" || s[0] < 'A' || s[0] > 'Z' || len(s) > 1 && strings.IndexByte(":-)]. |(", s[1]) < 0 || strings.HasPrefix(s[1:], ". ") {
		return s, false
	}
	h.id, h.num = s[:1], int(s[0]-'A')+1
	return s[1:], true
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b >= 0x80 && b < 0xC0
}

func digits(s string) string {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n]
}

func (h *head) setID(id string) {
	h.id = strings.TrimSpace(id)
	if n, err := strconv.Atoi(h.id); err == nil && n >= 0 {
		h.num = n
	}
}
