package verify

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// Every character that is released belongs to a claim that passed, to structure,
// to a phrase that states nothing, or to words that the question or the cited
// evidence has under the same operators. What belongs to none of them becomes a
// claim that fails.

const unaccounted = "neither the question nor a cited source says so"

// plain reports whether a sentence is no claim. Where text has to be accounted for,
// courtesies, lead-ins and declines are none at any level of claims.
func (r *Rules) plain(s claim.Sentence) bool {
	return !s.IsClaim(r.Claims) || r.accounts() && s.Kind != claim.Claim
}

// accounts reports whether text that is no claim has to be accounted for. An
// audit of whole answers holds claims against all evidence, and only claims.
func (r *Rules) accounts() bool { return r.Accounted && !r.AgainstAll }

// pieces are what a text says to its reader: itself, without targets; of code
// its comments and its strings of more than one word.
func pieces(said string, kind claim.Kind) []string {
	if kind == claim.Code {
		return spoken(said)
	}
	bare, _ := Targets(said, Known{Address: nothing, Host: nothing, Tag: nothing})
	return []string{bare}
}

func nothing(string) bool { return false }

// asking are the kinds of sentences that may ask for what no source says.
var asking = map[claim.Kind]bool{claim.Question: true, claim.Offer: true, claim.Refusal: true}

// codeFigures are the figures of a piece of code that may state something: those of
// more than one digit that belong to no name.
func codeFigures(code string) (out []text.Number) {
	for _, n := range text.Numbers(code) {
		if len(n.Value) > 1 && (n.Start == 0 || !letterByte(code[n.Start-1]) && code[n.Start-1] != '_') {
			out = append(out, n)
		}
	}
	return out
}

// spoken are the comments and the strings of a block of code that may state
// something, and the labels of a diagram: those of more than one word.
func spoken(code string) []string {
	var out []string
	open, _, _ := strings.Cut(code, "\n")
	diagram := words["diagrams"][strings.ToLower(strings.Trim(open, "`~ \t\r"))]
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			continue
		}
		if diagram {
			out = append(out, line)
			continue
		}
		for _, part := range quoted(line) {
			if several(part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// several reports whether a text has more than one word.
func several(said string) bool {
	return len(strings.Fields(said)) > 1 || text.ScriptOf(said).Unspaced() && utf8.RuneCountInString(said) > 1
}

// quotedCode matches a comment to its line's end, or a string, whatever the language.
var quotedCode = regexp.MustCompile("(?:#|//|--|/\\*|<!--|;)(.+)|\"([^\"]*)\"|'([^']*)'|`([^`]*)`")

// quoted are the strings of a line of code, and its comment.
func quoted(line string) (out []string) {
	for _, found := range quotedCode.FindAllStringSubmatch(line, -1) {
		out = append(out, strings.Trim(strings.Join(found[1:], ""), "#/-*;<>! \t"))
	}
	return out
}
