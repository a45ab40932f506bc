package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
)

// Some apps show a marker whose parts nobody has seen before: (clause 3.1), {7}, [@smith2020]. What
// varies in it looks like the ids of their passages, so it is found by these.

// idSample is something that may be an id, with signs in front of it that set it off: a bracket
// and perhaps a word in it, or one sign alone.
var idSample = regexp.MustCompile(`([\[({<«‹【〔（「『]+(?:\pL[\pL .]{0,20}[ .:_-])?[#@§]?|[#@§])([\pL\pN]+(?:[-_.:/][\pL\pN]+)*)`)

const brackets = "[({<«‹【〔（「『"

var partners = map[rune]string{'[': "]", '(': ")", '{': "}", '<': ">", '«': "»", '‹': "›", '【': "】", '〔': "〕", '（': "）", '「': "」", '『': "』"}

// likeIDs is the form that is shown most with what looks like the passages' ids in it. A sample that
// no word for citing stands near has to have the words in it that the heads of the passages have.
func likeIDs(chunks []evidence.Chunk, passages []Passage, texts []string) (Form, bool) {
	look := ""
	var v votes
	var room [maxLabel]byte
	var headed map[string]bool // by what stands before the id
	for _, text := range texts {
		if text = text[:min(len(text), maxFormText)]; !strings.ContainsAny(text, brackets+"#@§") {
			continue
		}
		if look == "" {
			look = lookOf(chunks)
		}
		if look == "" {
			break
		}
		for _, at := range idSample.FindAllStringSubmatchIndex(text, maxSamples) {
			open, close, end := text[at[2]:at[3]], "", at[1]
			count := look == "9" && (open == "(" || open == "（") // a number, as anywhere in a text
			for _, r := range open {
				close = partners[r] + close
			}
			if count || string(appendLook(room[:0], text[at[4]:at[5]])) != look || !strings.HasPrefix(text[end:], close) {
				continue
			}
			lead := strings.TrimLeft(open, brackets)
			if _, known := headed[lead]; !known {
				if headed == nil {
					headed = map[string]bool{}
				}
				headed[lead] = areHeaded(chunks, passages, lead)
			}
			s := sampled{Form{Style: open + "{chunk_id}" + close}, at[0], end + len(close)}
			if (isCued(text, s.start, s.end, false) || headed[lead]) && !isForbidden(text, s.start) && !isJSON(text, s.start) {
				v.add(s.Form)
				v.addSpot(text, s)
			}
		}
	}
	return v.most()
}

// areHeaded reports whether each id stands at the head of its passage behind the same word or sign.
func areHeaded(chunks []evidence.Chunk, passages []Passage, lead string) bool {
	for i := range chunks {
		if !chunks[i].Ambient && (lead == "" || !hasFold(passages[i].Before, lead+chunks[i].ID)) {
			return false
		}
	}
	return true
}

// lookOf is how all ids of the app's passages look, "" where they do not look alike, or like any word.
func lookOf(chunks []evidence.Chunk) (look string) {
	var room [maxLabel]byte
	for i := range chunks {
		if chunks[i].Ambient {
			continue
		}
		l := appendLook(room[:0], chunks[i].ID)
		if look == "" {
			look = string(l)
		}
		if string(l) != look || !strings.ContainsAny(look, "9x") {
			return ""
		}
	}
	return look
}

// appendLook appends how an id looks: 9 for a number, a for a word, x for letters with digits in
// them, and the signs between these as they are.
func appendLook(out []byte, id string) []byte {
	inWord := false
	for _, r := range id {
		kind := byte('a')
		switch {
		case unicode.IsDigit(r):
			kind = '9'
		case !unicode.IsLetter(r):
			out, inWord = utf8.AppendRune(out, r), false
			continue
		}
		if last := len(out) - 1; !inWord {
			out, inWord = append(out, kind), true
		} else if out[last] != kind {
			out[last] = 'x'
		}
	}
	return out
}

// namesIDs reports whether a sentence speaks of the ids of what it has cited, and of no numbers.
func namesIDs(sentence string) bool {
	parts := strings.FieldsFunc(strings.ToLower(spaced(sentence)), func(r rune) bool { return !unicode.IsLetter(r) })
	field := func(name string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return fieldOf(p) == name })
	}
	return field("chunk_id") && !field("n")
}
