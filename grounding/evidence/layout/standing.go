package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/proxy/wire/prompt"
)

// ofMaterial tells whether a reading is material, by where it stands and what it says:
// lists of rules, samples and forms look like lists of passages.
func ofMaterial(p *page, c *candidate) bool {
	if p.role == "tool" {
		return true
	}
	switch p.classOfPlace(c.start) {
	case sample:
		return false
	case history:
		return c.rank == rankMarked
	case instructs, asking, replied:
		if c.rank < rankMarked && (c.rank == rankBare || isDigit(p.text[c.start])) {
			return false
		}
	}
	if isApps(p.role) && !cued(p, c) {
		return false
	}
	return c.rank > rankBare || slices.ContainsFunc(c.found, func(f found) bool { return !isInstructive(f.Text) })
}

// tellsCiting tells whether the texts of a list say how to cite what stands elsewhere, in whatever words: some of
// them, and not all, show a marker that passages outside of the list begin with. References stand behind every text.
func tellsCiting(p *page, c *candidate) bool {
	if c.rank == rankMarked || p.role == "tool" || opensWith(p.text[c.start:], "[", "【") {
		return false
	}
	var shown []string
	n := 0
	for i := range c.found {
		if m := inBrackets.FindString(c.found[i].Text); m != "" {
			n++
			shown = append(shown, m)
		}
	}
	if n == 0 || n == len(c.found) {
		return false
	}
	return slices.ContainsFunc(shown[:min(n, maxTexts)], func(m string) bool {
		return beginsWith(p.text[:c.start], m) || beginsWith(p.text[c.end:], m) || slices.ContainsFunc(p.messages, func(other prompt.Message) bool {
			text := TextOf(&other)
			return other.Role != "assistant" && len(text) != len(p.text) && beginsWith(text, m)
		})
	})
}

// inBrackets fits a marker.
var inBrackets = regexp.MustCompile(`\[[^\[\]\s]{1,16}\]|【[^【】\s]{1,16}】`)

// beginsWith tells whether some line of a text begins with a marker, and goes on like a passage.
func beginsWith(text, marker string) bool {
	_, below, ok := strings.Cut("\n"+text, "\n"+marker)
	below, _, _ = strings.Cut(below, "\n"+marker[:1])
	return ok && heavier(below, minParagraph)
}

// cued tells whether a reading in an app's message shows that it is material: by its form,
// or by what leads in to it. A block of code, one text below a key or an unknown tag shows nothing.
func cued(p *page, c *candidate) bool {
	at := p.lineAt(c.start)
	if c.rank == rankBare {
		above := p.before(at)
		return p.led || above >= 0 && p.labelMarks(above)&labelCues != 0 || statesFacts(c.found, above >= 0 && (p.namesMaterialAt(above) || isHeadline(p.str(above))))
	}
	if p.classOfPlace(c.start) == material || p.led {
		return true
	}
	first := &c.found[0]
	unnamed := c.guessed && !identified(&first.Chunk) && first.group.end <= first.end
	weak := unnamed || c.layout == "fences" || c.layout == "key-value" && len(c.found) == 1 || c.layout != "json" && p.inFence(at)
	return !weak || hasLead(p, at)
}

// statesFacts tells whether texts are made of sentences that tell the model nothing to do, or hardly anything where they are
// called material.
func statesFacts(list []found, called bool) bool {
	states := 0
	for i := range list {
		if hasSentence(list[i].Text) {
			states++
		}
	}
	n, all := toldIn(list)
	return 2*states >= len(list) && 3*n < all || called && states > 0 && 2*n <= all
}

// hasSentence tells whether a sentence ends in a text: no number and no code does.
func hasSentence(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' || c == '!':
			if i > 1 && (isLetter(s[i-1]) || s[i-1] >= utf8.RuneSelf || s[i-1] == ')') && !isBlank(s[i-2]) && (i+1 == len(s) || isBlank(s[i+1])) {
				return true
			}
		case c >= utf8.RuneSelf && opensWith(s[i:], wideStop, "।", "؟"):
			return true
		}
	}
	return false
}

// directed tells whether a third of the sentences of some texts speak of what the model is to
// do, as a third of those of a passage never do.
func directed(list []found) bool {
	n, all := toldIn(list)
	return 3*n >= all && n > 0
}

// toldIn counts the sentences of some texts that speak of what the model is to do.
func toldIn(list []found) (n, all int) {
	for i := range list {
		for s, rest := nextSentence(list[i].Text); s != "" && all < maxSentences; s, rest = nextSentence(rest) {
			if all++; toldToDo(s) {
				n++
			}
		}
	}
	return n, all
}

// toldToDo tells whether a sentence says what the model is to do, or what it does.
func toldToDo(s string) bool {
	if name, behind, ok := strings.Cut(s, ": "); ok && strings.Count(name, " ") < 5 {
		s = trimMarks(behind, "*_ ") // `Tone: Keep it warm.`
	}
	word := strings.Trim(firstWord(s), ",:*_")
	return toldTo(s) || holds(commands, word) || holds(deeds, word) || orderEndings.in(s[max(0, len(s)-longestEnding):])
}

// deeds are verbs that open the sentences of instructions.
var deeds = set(words("deeds")...)

func firstWord(s string) string {
	s, _, _ = strings.Cut(s, " ")
	return s
}

// toldTo tells whether a sentence speaks of the model, its user and its work, or says what
// must be of the answer: what must be of anything else is a passage's.
func toldTo(s string) bool {
	return directedWords.word(s) || dutyWords.word(s) && answerWords.word(s)
}

var (
	directedWords = phrasesOf(words("directed")...)
	dutyWords     = phrasesOf(words("duties")...)
)

const (
	maxSentences = 16 // of a text that are looked at
	maxTexts     = 4  // of a reading that are
)

// isInstructive tells whether a text tells the model what to do: a third of its
// sentences are orders about the answer or speak of the model.
func isInstructive(text string) bool {
	orders, all := 0, 0
	for s, rest := nextSentence(text); s != "" && all < maxSentences; s, rest = nextSentence(rest) {
		if all++; isOrder(s) || isOfModel(s) {
			orders++
		}
	}
	return 3*orders >= all && orders > 0
}

// nextSentence cuts a text behind its first sentence, which it gives without the marks in
// front of it. Both are "" at the end.
func nextSentence(text string) (s, rest string) {
	for text != "" {
		end, behind := sentenceEnd(text)
		s, text = trimMarks(strings.TrimSpace(text[:end]), "#*_->+•=─\"'( \t0123456789.)"), text[behind:]
		if len(s) > 3 {
			return s, text
		}
	}
	return "", ""
}

// sentenceEnd is where the first sentence or line of a text ends, and where the next begins.
func sentenceEnd(text string) (at, behind int) {
	const step = 128 // bytes that are looked through at once
	for at := 0; at < len(text); at += step {
		part := text[at:min(len(text), at+step+len(wideStop)-1)]
		end := strings.IndexByte(part, '\n')
		if end >= 0 {
			part = part[:end]
		}
		if stop, behind := fullStop(part); stop >= 0 {
			return at + stop, at + behind
		} else if end >= 0 {
			return at + end, at + end + 1
		}
	}
	return len(text), len(text)
}

// isOrder tells whether a sentence is an order to the model about its answer: it begins
// like an order and speaks of answering. Documents give orders too, to their readers.
func isOrder(s string) bool {
	if !orderHeads.begin(trimMarks(s, "#*_- ")) && !orderHeads.begin(s) {
		return false // as nearly always
	}
	begins := openings.begin(s) || requests.begin(s) || obliging.begin(s) || isInstruction(s)
	return begins && answerWords.word(s)
}

// orderHeads are all the words that an order begins with.
var orderHeads = phrasesOf(slices.Concat(words("openings"), words("requests"), words("obliging"), words("commands"))...)

// isOfModel tells whether a sentence tells the model who it is and what it has to do.
func isOfModel(s string) bool { return modelWords.begin(s) }

var (
	modelWords  = phrasesOf(words("model_words")...)
	obliging    = phrasesOf(words("obliging")...)
	answerWords = phrasesOf(words("answer_words")...)
)
