package claim

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// Quote is a verified quote: a span of one source's text, in code points, end
// exclusive.
type Quote struct {
	Source     int // index into Evidence.Sources
	Start, End int
}

// Evidence is what a claim cites.
type Evidence struct {
	Sources  []*Source
	Quotes   []Quote  // verified quotes of the claim's citations; none: whole sources are the evidence
	Places   []Quote  // where Locate found it, which are no quotes
	Titles   []string // metadata whose words a claim may use: title, author, year, URL, date
	Question string   // what was asked: words that a claim may echo
}

// Rules are the limits of a policy.
type Rules struct {
	MinSupport float64 // least Support
	MaxRisk    float64 // greatest Risk
	Near       bool    // what is open has to be near to its source: TakenBack is found out
	// Doubt is the Risk from which on a claim fails that is Alien; 0 for never.
	Doubt float64
}

// Finding is one thing wrong with a claim.
type Finding struct {
	Code   string // one of the codes below
	Detail string // what exactly, for people
}

// Codes of findings, as reports have them.
const (
	CodeNumber      = "claim-number"
	CodeEntity      = "claim-entity"
	CodeNegation    = "claim-negation"
	CodeUnsupported = "claim-unsupported"
)

// Outcome is what words make of a claim.
type Outcome string

// The outcomes, as reports have them.
const (
	Carried  Outcome = "carried"  // the claim is in a source sentence's own words, see inOwnWords
	Refuted  Outcome = "refuted"  // the claim and its source differ at a place where both speak of the same thing
	Open     Outcome = "open"     // words cannot tell
	Unjudged Outcome = "unjudged" // there is no basis: no data for the language, or two languages
)

// Judgement tells how a claim fared.
type Judgement struct {
	Outcome   Outcome
	Support   float64 // 0 to 1: weighted share of its content words found in the evidence, four decimals
	Risk      float64 // 0 to 1: estimated chance that the evidence does not carry it, four decimals
	Supported *bool   // nil: it cannot be told, as of a claim in another language than its evidence
	Findings  []Finding
	TakenBack bool // around its source sentence it says that it is not so, or only said: of copies, with Rules.Near of all
	Suspect   bool // it may say so there in words that nobody knows, or a word has another part there; with Rules.Near
	Alien     bool // it has nothing in common with evidence and question, not even a relative of a word
}

// A claim is read as people see it, and so is what it is held against. What no
// reader could see, or would read as another word, makes it unsupported.

// shown returns the words beside the sources as people see them. Sources are
// prepared from such texts by their owner.
func (ev Evidence) shown() Evidence {
	ev.Question = text.Show(ev.Question).Text
	for i, title := range ev.Titles {
		if plain := text.Show(title).Text; plain != title {
			ev.Titles = slices.Clone(ev.Titles)
			ev.Titles[i] = plain
		}
	}
	return ev
}

// disguises tells what a claim shows otherwise than it is written: characters
// that turn the text around, and words in letters of two alphabets that no
// source has.
func disguises(original, shown string, ev Evidence) (out []Finding) {
	if hides(original) {
		out = append(out, Finding{CodeUnsupported, "it holds characters that show nothing, or turn around what they show"})
	}
	for _, word := range text.Disguised(shown) {
		written := func(s *Source) bool { return strings.Contains(s.page.text, word) }
		if !slices.ContainsFunc(ev.Sources, written) && !strings.Contains(ev.Question, word) {
			out = append(out, Finding{CodeUnsupported, "the letters of " + word + " look like those of another word"})
		}
	}
	return out
}
