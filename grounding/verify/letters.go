package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// A single letter or sign is a name or a value like any other: "vitamin K", "blood group: B",
// "rhesus factor: -". Statements are read without them.

// codeOf is the letter, with its sign if it has one, or the sign that a value is; "" for a
// value of more.
func codeOf(value string) string {
	code := strings.ReplaceAll(strings.Trim(value, " \t\r\n.,;:()[]\"'*_`"), "−", "-")
	letter, size := utf8.DecodeRuneInString(code)
	if unicode.In(letter, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
		code = string(unicode.ToUpper(letter)) + code[size:]
	} else {
		size = 0
	}
	if code == "" || strings.TrimLeft(code[size:], "+-") != "" || len(code) > size+1 {
		return ""
	}
	return code
}

// hasCode reports whether a text has a letter or a sign by itself, or behind another letter. An
// article that opens a sentence is none.
func hasCode(said, code string) bool {
	said = strings.ReplaceAll(said, "−", "-")
	sign := !unicode.IsLetter([]rune(code)[0])
	for from := 0; ; {
		at := strings.Index(said[from:], code)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(code)
		before, _ := utf8.DecodeLastRuneInString(said[:at])
		behind, _ := utf8.DecodeRuneInString(said[from:])
		article := at == 0 && code == "A" && behind == ' ' && strings.ContainsFunc(said[from+1:min(len(said), from+2)], unicode.IsLower)
		joined := text.OfWord(behind) || strings.ContainsRune("+-", behind) || !sign && (text.OfWord(before) || before == '-') || sign && unicode.IsDigit(before)
		if !joined && !article {
			return true
		}
	}
}

// signWords are beginnings of words that say what a sign does.
var signWords = map[string][]string{"+": {"positiv", "plus"}, "-": {"negativ", "minus"}}

// strange is the letter or the sign that a claim has as a name or as the value of a label, and that
// the source sentences which it cites do not have; of a letter elsewhere than behind a label,
// their passages. "" is for none.
func (b *backing) strange(cl *Claim) string {
	letter, labelled := nameLetter(cl.Text)
	if letter == "" {
		return ""
	}
	has := func(said string) bool {
		word := func(w string) bool { return strings.Contains(text.Lower(said), w) }
		return hasCode(said, letter) || slices.ContainsFunc(signWords[letter], word)
	}
	if has(b.m.ev.Question) {
		return ""
	}
	for _, i := range cl.Citations {
		cit := &b.res.Citations[i]
		s, p := &cit.Sentence, b.m.ev.Passages[cit.Chunk]
		told := p.original
		if labelled && s.End > 0 {
			if told = s.Text; s.Lead != nil {
				told += "\n" + s.Lead.Text
			}
		}
		if has(told) || slices.ContainsFunc(b.m.ev.titles(nil, cit.Chunk), has) {
			return ""
		}
	}
	return letter
}

// nameLetter finds the last capital letter of a claim that stands as a name, or the sign or letter
// that ends it behind a colon. An initial, a unit and a word of one letter that opens a sentence
// are none.
func nameLetter(said string) (letter string, labelled bool) {
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`", r) {
			return -1
		}
		return r
	}, said)
	if at := strings.LastIndex(bare, ": "); at >= 0 {
		if code := codeOf(bare[at+1:]); code != "" && !text.IsUnit(code) || code == "A" {
			return code, true
		}
	}
	words := strings.Fields(bare)
	for i, w := range words {
		code := strings.TrimRight(w, ",;:!?)")
		if i == len(words)-1 {
			code = strings.TrimSuffix(code, ".")
		}
		code = strings.TrimLeft(code, "(")
		r, size := utf8.DecodeRuneInString(code)
		if i == 0 || size < len(code) || !unicode.IsUpper(r) || !unicode.In(r, unicode.Latin, unicode.Greek) {
			continue
		}
		before, colon := words[i-1], strings.HasSuffix(words[i-1], ":")
		if code == "I" || strings.ContainsFunc(before, unicode.IsDigit) || i+1 < len(words) && (colon || strings.HasSuffix(w, ".")) {
			continue
		}
		letter = code
	}
	return letter, false
}
