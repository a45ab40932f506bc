package verify

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// What is judged has to be what a reader sees. So a sentence fails that hides or strikes
// out some of its letters, turns them around or pulls them apart, and letters that show
// nothing never leave.

// hidden tells why a reader reads a sentence otherwise than it is judged, "" for no reason.
func hidden(said string) string {
	signs, apart := look(said)
	switch {
	case !signs && !apart:
		return ""
	case strings.IndexByte(said, '&') >= 0:
		said = html.UnescapeString(said)
	}
	switch {
	case strings.ContainsFunc(said, turns):
		return "it holds characters that show nothing, or turn around what they stand in"
	case signs && struckLetters.MatchString(said):
		return "its letters are struck out"
	case apart && apartLetters.MatchString(said):
		return "its letters are spaced apart, so it cannot be read"
	case !signs:
		return ""
	}
	shown := said
	for _, code := range answer.Code(said) {
		shown = strings.Replace(shown, said[code.Start:code.End], " ", 1) // which is shown as it stands
	}
	if hiding := hidingMarkup.FindString(shown); hiding != "" {
		return "it hides words or strikes them out: " + strings.TrimSpace(hiding)
	}
	return ""
}

// look looks through a text once: whether a sign in it may hide anything, and whether
// letters stand apart.
func look(said string) (signs, apart bool) {
	const inner = 5 // letters that stand apart
	alone, length := 0, 0
	for _, r := range said {
		switch {
		case r >= utf8.RuneSelf && unicode.IsLetter(r), r < utf8.RuneSelf && letterByte(byte(r)):
			if length++; length > 1 {
				alone = 0
			}
			continue
		case r == '~', r == '<', r == '\\', r == '&', r == '|', r >= '\u0335' && r <= '\u0338', r >= '\u20d2' && r <= '\u20eb', turns(r):
			signs = true
		}
		if length == 1 {
			alone++
		}
		apart, length = apart || alone >= inner, 0
	}
	return signs, apart
}

// turns reports whether a character shows nothing and says something to a machine, or turns
// around what stands behind it.
func turns(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f:
		return false
	case r == comment, r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	case r == '\t' || r == '\n' || r == '\r' || r == '\f' || r == '\v' || r == '\u0085':
		return false
	}
	return unicode.Is(unicode.Cc, r)
}

// struckLetters are letters with a stroke laid over them. Behind a sign it makes another sign.
var struckLetters = regexp.MustCompile(`[\pL\pN][\x{0335}-\x{0338}\x{20d2}\x{20d3}\x{20e5}\x{20e6}\x{20eb}]`)

// hidingMarkup are Markdown, HTML and TeX that strike out or hide what they hold.
var hidingMarkup = regexp.MustCompile(`(?is)(?:^|[^~])~~?[^~\s](?:[^~]*[^~\s])?~~?(?:[^~]|$)|\|\|[^|\s][^|]*[^|\s]\|\||>![^!]+!<` +
	`|<(?:s|del|strike|template|dialog|details)\b[^>]*>|<[a-z][^>]*\shidden\b` +
	`|\\(?:` + strings.Join(slices.Sorted(maps.Keys(words["hiding"])), "|") + `)\b`)

// apartLetters are letters of one word that stand apart.
var apartLetters = regexp.MustCompile(`(?:^|\PL)[\p{Latin}\p{Cyrillic}\p{Greek}](?:[\s\-_*·.]+[\p{Latin}\p{Cyrillic}\p{Greek}]){5,}(?:\PL|$)`)

// visible is a text without the letters that show nothing: spaces of no width, invisible
// operators, joiners, fillers, variation selectors beyond the first sixteen, tags that are no flag's.
func visible(s string) string {
	if !mayHoldUnseen(s) {
		return s
	}
	const flag, longest = '\U0001F3F4', 7 // England's is this one and six tags
	tags := longest
	return strings.Map(func(r rune) rune {
		switch {
		case r == flag:
			tags = 0
		case r < 0xE0000 || r > 0xE007F:
			tags = longest
		case tags < longest:
			tags++
			return r
		}
		if unseen(r) {
			return -1
		}
		return r
	}, s)
}

func unseen(r rune) bool {
	switch r {
	case '\u200b', '\ufeff', '\u180e':
		return true
	}
	return r >= '\u2060' && r <= '\u2064' || r >= '\u206a' && r <= '\u206f' || r >= '\ufff9' && r <= '\ufffb' ||
		r >= 0xE0000 && r <= 0xE0FFF || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// mayHoldUnseen reports whether a text has a byte with which such a letter begins.
func mayHoldUnseen(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == 0xcd || c >= 0xe1 && (c == 0xe2 && i+1 < len(s) && s[i+1] < 0x82 || c == 0xe1 || c == 0xe3 || c == 0xef || c == 0xf3) {
			return true
		}
	}
	return false
}

// comment stands where a comment was taken out of the midst of a line.
const comment = '\ufffe'

// comments matches an HTML comment.
var comments = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)

// markComments puts a sign in the place of comments that share a line with words, so that
// their sentence fails.
func markComments(s string) string {
	if !strings.Contains(s, "<!--") {
		return s
	}
	code := answer.Code(s)
	out, from := "", 0
	for _, at := range comments.FindAllStringIndex(s, -1) {
		before, behind := s[strings.LastIndexByte(s[:at[0]], '\n')+1:at[0]], upTo(s[at[1]:], "\n")
		inCode := slices.ContainsFunc(code, func(r answer.CodeRegion) bool { return r.Start <= at[0] && at[0] < r.End })
		if inCode || strings.TrimSpace(before+behind) == "" {
			continue
		}
		out, from = out+s[from:at[0]]+string(comment), at[1]
	}
	return out + s[from:]
}

// gibberish tells why a claim that words leave open states nothing, whatever it cites: "" for
// no reason. It repeats one word, or words cannot judge it and it is in no language that can
// be told, or shares nothing with what it cites.
func (b *backing) gibberish(cl *Claim, outcome claim.Outcome) string {
	switch {
	case b.m.rules.AgainstAll:
		return ""
	case repeats(cl.Text):
		return "it repeats one word"
	case outcome != claim.Unjudged:
		return ""
	case !speaks(text.Read(cl.Text)):
		return "its language cannot be told"
	case !b.shares(cl):
		return "its source has no word, name or figure of it"
	}
	return ""
}

// repeats reports whether a text is one word, again and again, or has a run of one.
func repeats(said string) bool {
	const few, many = 3, 4
	last, run, words := "", 0, 0
	for word := range strings.FieldsSeq(said) {
		word = strings.TrimFunc(word, text.NotOfWord)
		if words++; word == "" || !strings.EqualFold(word, last) { // a sign parts cells
			last, run = word, 0
		}
		if run++; run == many && word != "" {
			return true
		}
	}
	return run == words && words >= few
}

// shares reports whether a claim has a word, a name or a figure of what it cites, or of what
// governs or names that.
func (b *backing) shares(cl *Claim) bool {
	claim := readStatement(cl.Statement())
	has := func(p *statement) bool {
		return claim.in(p, nil).found > 0 || slices.ContainsFunc(claim.figures(), p.has)
	}
	cites := false
	for source, s := range b.judgedBy(cl) {
		if cites = true; has(source) || has(b.m.ev.surroundings(s)) {
			return true
		}
	}
	return !cites || len(claim.words)+len(claim.figures()) == 0
}

// speaks reports whether words of the language that a text seems to be in stand in it: two
// without content, or one and letters of its own. A script of one language speaks for itself.
func speaks(read *text.Text) bool {
	language, found := read.Language(), 0
	if text.ScriptOf(read.Text) != text.Latin {
		return language != text.Unknown
	}
	for _, w := range read.Words {
		switch {
		case language != text.Unknown && len(w.Fold) > 1 && language.IsStop(w.Fold):
			found++
		case strings.ContainsFunc(w.Fold, func(r rune) bool { return r >= utf8.RuneSelf }):
			found++
		}
	}
	return language != text.Unknown && found > 1
}
