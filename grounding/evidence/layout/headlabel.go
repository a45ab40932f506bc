package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// headLabels are the words in front of a passage's number.
var headLabels = set(words("head_labels")...)

// retrievalLabels are those that no document gives to its own parts.
var retrievalLabels = set(words("retrieval_labels")...)

// tokenLabels may be followed by an id that is no number.
var tokenLabels = set(words("token_labels")...)

// parseHead reads line i as a head: in one of the ways that are known, or as a
// line in a frame of which it can only be told among others like it.
func parseHead(p *page, i int) (head, bool) {
	if h, ok := knownHead(p, i); ok {
		return h, true
	}
	return framedHead(p, i)
}

// labelHead reads `Source 1:`, `Document 1: title`, `### Document 1 - title`,
// `Source ID [c910e2e]:`, `文档1：`.
func labelHead(p *page, h head, markup, body string) (head, bool) {
	name, after := takeLabel(withoutBegin(body))
	if source, rest, ok := cutOrigin(after); ok {
		h.named, h.extra, h.sig = true, source, markup+"from"
		return h.restAt(rest), true
	}
	if name == "" {
		if name, after = unknownLabel(body); name != "" {
			h.odd = true
		}
	}
	if name == "" || len(name) == 1 && name != "^" {
		return h, false
	}
	h.named, h.boxed = !h.odd, withoutBegin(body) != body
	after = strings.TrimLeft(after, " ")
	token := tokenLabels[name]
	if !token && strings.HasPrefix(after, ":") {
		return h, false // `Source: 0` is a key
	}
	if token {
		if after = strings.TrimLeft(after, ": "); !strings.HasPrefix(after, "[") && !treeBelow(p, h.line) && name != "uri" {
			return h, false // a key like others: a block of keys, not a head
		}
	}
	if inner, ok := strings.CutPrefix(after, "["); ok && strings.Contains(inner, "]") {
		id, rest, _ := strings.Cut(inner, "]")
		h.setID(id)
		after = rest
	} else if rest, ok := cutID(&h, after, token); ok {
		after = withoutTotal(rest)
	} else {
		return h, false
	}
	after = h.groups(after)
	if inner, ok := enclosed(after); ok {
		h.extra, after = strings.TrimPrefix(h.extra+"\n"+inner, "\n"), ""
	}
	plain := strings.TrimRight(after, "#*=-_~+< \t")
	sep := separatorOf(after)
	if sep == "" && plain != "" {
		return h, false
	}
	if sep == "." {
		if !retrievalLabels[name] {
			return h, false // the passage's own: Section 3.
		}
		h.named, h.odd = false, true
	}
	if plain == "" {
		after, sep = "", ""
	}
	h.sig = markup + name + sep
	return h.restAt(strings.TrimLeft(after[len(sep):], " :")), true
}

// enclosed is what stands in parentheses that fill the rest of a head's line.
func enclosed(s string) (string, bool) {
	s = strings.TrimSpace(s)
	for _, b := range [...][2]string{{"(", ")"}, {"（", "）"}} {
		if inner, ok := strings.CutPrefix(s, b[0]); ok && strings.HasSuffix(inner, b[1]) && strings.Count(inner, b[1]) == 1 {
			return strings.TrimSuffix(inner, b[1]), true
		}
	}
	return "", false
}

// cutOrigin takes off where a passage is from: `Snippet from https://…: text`,
// `From a.pdf:`.
func cutOrigin(s string) (source, rest string, ok bool) {
	s = strings.TrimLeft(s, " ")
	if !strings.HasPrefix(s, "from ") && !strings.HasPrefix(s, "From ") {
		return "", "", false
	}
	s = s[len("from "):]
	end := strings.Index(s+" ", ": ")
	if end < 0 || end > 200 {
		return "", "", false
	}
	source = s[:end]
	name, _, _ := strings.Cut(source, " (")
	return source, strings.TrimLeft(s[end:], ": "), isURL(name) || isFile(name)
}

// unknownLabel takes a capitalised word and the sign in front of a number off
// a line: `Ticket #17`.
func unknownLabel(s string) (name, rest string) {
	if name, rest, ok := unknownWords(s); ok {
		return name, rest
	}
	word, _, ok := strings.Cut(s[:min(len(s), 21)], " ")
	if !ok || len(word) < 3 || word[0] < 'A' || word[0] > 'Z' || strings.ContainsAny(word, ":.,") {
		return "", ""
	}
	rest, signed := strings.CutPrefix(s[len(word)+1:], "#")
	if digits(rest) == "" || !signed && !isDigits(strings.TrimSuffix(rest, ":")) {
		return "", ""
	}
	return strings.ToLower(word), rest
}

// unknownWords reads a line that is but two or three capitalised words, a number
// and a colon: `KB Entry 1:`.
func unknownWords(s string) (name, rest string, ok bool) {
	line, ok := strings.CutSuffix(strings.TrimRight(s, "*#= "), ":")
	i := strings.LastIndexByte(line, ' ')
	if !ok || i < 4 || i > 40 || !isDigits(line[i+1:]) || strings.Count(line, " ") > 3 {
		return "", "", false
	}
	for word := range strings.SplitSeq(line[:i], " ") {
		if word == "" || word[0] < 'A' || word[0] > 'Z' {
			return "", "", false
		}
	}
	return strings.ToLower(line[:i]), s[i+1:], true
}

// withoutTotal takes off of how many passages a head is: `Document 1 of 3:`.
func withoutTotal(s string) string {
	for _, of := range [...]string{" of ", "/", " / ", " von ", " de "} {
		if rest, ok := strings.CutPrefix(s, of); ok && digits(rest) != "" {
			return rest[len(digits(rest)):]
		}
	}
	return s
}

// withoutBegin takes off the word that opens a bracketed passage.
func withoutBegin(s string) string {
	for _, word := range [...]string{"BEGIN ", "START OF ", "START ", "Begin ", "Start of "} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			return rest
		}
	}
	return s
}

// takeLabel takes a label off the beginning of s: the longest of one to three
// words that is one. The label is returned in lower case.
func takeLabel(s string) (name, rest string) {
	if strings.HasPrefix(s, "^") {
		return "^", s[1:]
	}
	rest = s
	end, words := 0, 0
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsMark(r) || r == '_'
		if letter && i < 48 {
			continue
		}
		if i > end || r == ' ' {
			if holds(headLabels, s[:i]) {
				name, rest = strings.ToLower(s[:i]), s[i:]
			}
		}
		end = i + utf8.RuneLen(max(r, 0))
		if words++; words > 3 || r != ' ' || i >= 48 {
			return name, rest
		}
	}
	if holds(headLabels, s) {
		return strings.ToLower(s), ""
	}
	return name, rest
}
