package answer

import (
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spot is where an app's samples show markers. The zero value is behind the stop of the
// sentence, set off by a space.
type Spot struct {
	Before bool // before the stop
	Glued  bool // to what is in front of it
}

// addSpot counts where a sample stands in a sentence that the app shows with it: one that
// does not itself speak of citing.
func (v *votes) addSpot(text string, s sampled) {
	before := strings.TrimRight(text[max(0, s.start-maxSample):s.start], " ")
	sentence := before[strings.LastIndexAny(before, ":\n\"“`")+1:]
	if strings.Count(strings.TrimSpace(sentence), " ") < 1 || cue.MatchString(sentence) {
		return
	}
	last, _ := utf8.DecodeLastRuneInString(sentence)
	next, _ := utf8.DecodeRuneInString(text[s.end:])
	glued := 0
	if strings.HasSuffix(text[:s.start], before) {
		glued = 1
	}
	switch {
	case stops(last):
		v.places[0][glued]++
	case stops(next) && (unicode.IsLetter(last) || unicode.IsDigit(last)):
		v.places[1][glued]++
	}
}

// stops tells a sign that ends a sentence, as far as a marker stands on either side of it.
func stops(r rune) bool { return strings.ContainsRune(".!?。！？", r) }

// spot is where most samples stand.
func (v *votes) spot() (most Spot) {
	count := 0
	for before := range v.places {
		for glued, n := range v.places[before] {
			if n > count {
				most, count = Spot{Before: before == 1, Glued: glued == 1}, n
			}
		}
	}
	return most
}

// introducedIn lists the samples right behind words that introduce one, but for those that
// are known already: whatever signs stand around one number, or around what stands for one.
func introducedIn(text string, known []sampled) (out []sampled) {
	for at := range introductions(text) {
		start, token := tokenAt(text, at[1])
		end := start + len(token)
		for len(known) > 0 && known[0].end <= start {
			known = known[1:]
		}
		if at[1] > 0 && isColon(text[:at[1]]) && !endsThere(text[end:]) {
			continue // what a colon leads in may be a list: "(1) …; (2) …"
		}
		if token == "" || len(known) > 0 && known[0].start < end || len(out) > 0 && out[len(out)-1].end > start {
			continue
		}
		if style := signedStyle(token); style != "" {
			out = append(out, sampled{Form{Style: style, near: true}, start, end})
		}
	}
	return out
}

// introductions yields where the words stand that introduce a sample, in lines where a sign may begin
// one: most lines of instructions have none, and are not read further.
func introductions(text string) iter.Seq[[2]int] {
	begins := func(r rune) bool { return r >= utf8.RuneSelf || strings.ContainsRune("!#()<>?@[\\]^{}|", r) }
	return func(yield func(at [2]int) bool) {
		for from, left := 0, maxSamples; from < len(text) && left > 0; {
			end := lineEnd(text, from)
			if line := text[from:end]; strings.ContainsFunc(line, begins) {
				for _, at := range intro.FindAllStringIndex(line, left) {
					if left--; !yield([2]int{from + at[0], from + at[1]}) {
						return
					}
				}
			}
			from = end
		}
	}
}

// isColon reports whether a text ends with a colon.
func isColon(text string) bool {
	text = strings.TrimRight(text, " \t")
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
}

// endsThere reports whether no words follow on the line before a mark.
func endsThere(rest string) bool {
	rest = strings.TrimLeft(rest, "\"'`”’」 \t")
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || r == '\n' || unicode.Is(unicode.P, r) && r != '('
}

// tokenAt is what stands at a place up to the next space, in quotes, or in tags of HTML.
func tokenAt(text string, at int) (start int, token string) {
	const longest = 60 // bytes
	rest := text[at:lineEnd(text, at)]
	if m := quotedLabel.FindStringSubmatchIndex(rest); m != nil {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 && m[i+1]-m[i] <= longest {
				return at + m[i], rest[m[i]:m[i+1]]
			}
		}
		return at, ""
	}
	if m := element.FindString(rest[:min(len(rest), longest)]); m != "" {
		return at, m
	}
	token = rest
	if end := strings.IndexAny(rest, " \t\n"); end >= 0 {
		token = rest[:end]
	}
	if token = strings.TrimRight(token, ".,;:!?。，"); len(token) > longest {
		token = ""
	}
	return at, token
}

var (
	element = regexp.MustCompile(`^<([a-z]+)[^<>]*>[^<>]*</[a-z]+>`)
	figure  = regexp.MustCompile(`\d+`)
	stand   = regexp.MustCompile(`<[^<>\s]+>|\{[^{}\s]+\}|[\p{L}_]+`)
)

// signedStyle is the style of a token that begins with a sign and has one number, however
// often, or one word that stands for one: `{1}`, `(n)`, `#3`; "" for any other.
func signedStyle(token string) string {
	first, _ := utf8.DecodeRuneInString(token)
	if !unicode.In(first, unicode.P, unicode.Sm) && first != '^' || strings.ContainsRune("-–—+~%*_/.,;:&=\"'", first) || token[0] == '\\' && !strings.Contains(token, "{") {
		return ""
	}
	for _, pair := range pairs {
		if strings.Count(token, pair[0]) != strings.Count(token, pair[1]) {
			return ""
		}
	}
	if numbers := figure.FindAllString(token, -1); len(numbers) > 0 {
		for _, n := range numbers {
			if n != numbers[0] || len(n) > 2 {
				return ""
			}
		}
		return figure.ReplaceAllLiteralString(token, "{n}")
	}
	if at := stand.FindStringIndex(token); at != nil && placeField(token[at[0]:at[1]]) == "n" && strings.IndexFunc(token[at[1]:], unicode.IsLetter) < 0 {
		return token[:at[0]] + "{n}" + token[at[1]:]
	}
	return ""
}
