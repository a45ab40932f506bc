package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// bareAnswers are words that, alone, answer a question. A fact that rests on
// one of them is as much in need of support as any other.
var bareAnswers = wordSet("bareAnswers")

// isBare reports whether s is such a word and no more: what is behind it tells
// what it answers, so both are judged as one.
func isBare(s string) bool {
	return bareAnswers[bareWord(strings.TrimSpace(s))]
}

// joinBare makes one sentence of a bare answer that stands in a paragraph of
// its own and the claim behind it.
func joinBare(text string, all []Sentence) []Sentence {
	out := all[:0]
	for _, s := range all {
		if k := len(out) - 1; k >= 0 && s.Kind == Claim && out[k].Kind == Claim && isBare(text[out[k].Start:out[k].End]) {
			out[k].End, out[k].Numeric = s.End, out[k].Numeric || s.Numeric
			continue
		}
		out = append(out, s)
	}
	if len(out) == 1 && out[0].Kind == Greeting && affirms(text[out[0].Start:out[0].End]) {
		out[0].Kind = Claim
	}
	return out
}

// affirms reports whether a greeting that is all of an answer is none: "Is it
// safe?" – "Absolutely." With an exclamation mark it opens a reply.
func affirms(s string) bool {
	return affirmations[strings.ToLower(strings.Trim(s, " .*_。"))]
}

var affirmations = wordSet("affirmations")

// Bare answers that say yes and that say no to the question as it was asked.
var (
	yesWords = wordSet("yesWords")
	noWords  = wordSet("noWords")
)

func saysYes(text string) bool { return yesWords[bareWord(text)] }
func saysNo(text string) bool  { return noWords[bareWord(text)] }

// bareWord returns a short answer in lower case, without signs.
func bareWord(text string) string {
	const longest = 24 // bytes
	if len(text) > longest {
		return ""
	}
	return strings.ToLower(strings.Trim(text, " \t\r\n*_\".,!。！"))
}

// concludeBare judges a bare "yes" or "no" by the question: the question is read
// as the statement that a "yes" affirms.
func (h *Hearing) concludeBare(yes bool, ev Evidence) conclusion {
	if ev.Question == "" || askers[strings.ToLower(lexis.FirstLetters(ev.Question))] {
		return conclusion{outcome: Open}
	}
	r := h.read(ev.Question, ev, loadHarm())
	c := h.conclude(r, ev)
	switch shared, all := h.proof.sharedContent(); {
	case c.outcome == Refuted && yes:
		return conclusion{Refuted, difference{CodeNegation, "the evidence denies what was asked"}}
	case c.outcome != Refuted && !yes && all > 1 && shared == all:
		return conclusion{Refuted, difference{CodeNegation, "the evidence affirms what was asked"}}
	}
	return conclusion{outcome: Open}
}
