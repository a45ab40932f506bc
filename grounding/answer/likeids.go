package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
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
func likeIDs(ids, heads, texts []string) (Form, bool) {
	look := lookOf(ids)
	if look == "" {
		return Form{}, false
	}
	var v votes
	headed := map[string]bool{}
	for _, text := range texts {
		for _, at := range idSample.FindAllStringSubmatchIndex(text[:min(len(text), maxFormText)], maxSamples) {
			open, close, end := text[at[2]:at[3]], "", at[1]
			for _, r := range open {
				close = partners[r] + close
			}
			count := look == "9" && (open == "(" || open == "（") // a number, as anywhere in a text
			if count || lookLike(text[at[4]:at[5]]) != look || !strings.HasPrefix(text[end:], close) {
				continue
			}
			lead := strings.TrimLeft(open, brackets)
			if _, known := headed[lead]; !known {
				headed[lead] = areHeaded(heads, lead, ids)
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
func areHeaded(heads []string, lead string, ids []string) bool {
	for i, id := range ids {
		if lead == "" || !hasFold(heads[i], lead+id) {
			return false
		}
	}
	return true
}

// lookOf is how all of some ids look, "" where they do not look alike, or like any word.
func lookOf(ids []string) (look string) {
	for i, id := range ids {
		if l := lookLike(id); i > 0 && l != look || !strings.ContainsAny(l, "9x") {
			return ""
		} else {
			look = l
		}
	}
	return look
}

// lookLike is how an id looks: 9 for a number, a for a word, x for letters with digits in them, and
// the signs between these as they are.
func lookLike(id string) string {
	var b strings.Builder
	parts := strings.FieldsFunc(id, func(r rune) bool { return !isLetterRune(r) })
	for _, part := range parts {
		at := strings.Index(id, part)
		b.WriteString(id[:at])
		id = id[at+len(part):]
		switch {
		case !strings.ContainsFunc(part, unicode.IsDigit):
			b.WriteByte('a')
		case strings.ContainsFunc(part, unicode.IsLetter):
			b.WriteByte('x')
		default:
			b.WriteByte('9')
		}
	}
	return b.String() + id
}

// namesIDs reports whether a sentence speaks of the ids of what it has cited, and of no numbers.
func namesIDs(sentence string) bool {
	parts := strings.FieldsFunc(strings.ToLower(spaced(sentence)), func(r rune) bool { return !unicode.IsLetter(r) })
	field := func(name string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return fieldOf(p) == name })
	}
	return field("chunk_id") && !field("n")
}
