package upstreamtest

import (
	"regexp"
	"strings"
)

// Trick is a way to misbehave. With the suffix "-once" it is played only
// until the model is told that its last answer failed.
type Trick string

const (
	Honest      Trick = ""
	Invent      Trick = "invent"       // the last sentence and its quote stand in no passage
	InventAll   Trick = "invent-all"   // so do all of them
	InventNext  Trick = "invent-next"  // so does the second
	WrongChunk  Trick = "wrong-chunk"  // the right quote under another passage's id
	UnknownID   Trick = "unknown-id"   // an id that no passage has
	Number      Trick = "number"       // another number, in the sentence and its quote
	NumberText  Trick = "number-text"  // another number in the sentence, the quote is right
	Negation    Trick = "negation"     // a "not" dropped or added, in the sentence and its quote
	Uncited     Trick = "uncited"      // no citations at all
	More        Trick = "more"         // no trick: up to four sentences
	Typographic Trick = "typographic"  // curly quotes, long dashes and odd spaces in the quotes
	Prose       Trick = "prose"        // plain prose whatever the form
	Malformed   Trick = "malformed"    // JSON that breaks off, called whole
	CutShort    Trick = "cut-short"    // the same, with finish_reason length
	Fenced      Trick = "fenced"       // the JSON in a code fence with words around it
	FencedProse Trick = "fenced-prose" // plain prose in a code fence that says it is JSON
	Decline     Trick = "decline"      // no source is said to answer
	Think       Trick = "think"        // a <think> block goes ahead
	Reason      Trick = "reason"       // reasoning_content goes ahead
	CallTool    Trick = "call-tool"    // the first tool is called, if it has not answered
	AnswerTool  Trick = "answer-tool"  // the answer is given as the arguments of the last tool
	onceSuffix        = "-once"
)

// thought is what the model says to itself.
const thought = "The passages are read one by one."

// cheat spoils the statements.
func (t Trick) cheat(said []statement, p promptRead) []statement {
	if t == Decline {
		return nil
	}
	for i := range said {
		s := &said[i]
		switch t {
		case Invent, InventAll, InventNext:
			if t == InventAll || t == InventNext && i == 1 || t == Invent && i == len(said)-1 {
				s.text = "Independent inspectors confirmed this in a later survey of nineteen towns."
				s.snippet = "confirmed in a later survey of nineteen towns by independent inspectors"
				if s.numbered {
					s.id += "999" // nor does the sentence
				}
			}
		case WrongChunk:
			s.id = otherThan(s.id, p)
		case UnknownID:
			s.id = "c999"
		case Number:
			s.text, s.snippet = otherNumber(s.text), otherNumber(s.snippet)
		case NumberText:
			s.text = otherNumber(s.text)
		case Negation:
			s.text, s.snippet = negate(s.text), negate(s.snippet)
		case Uncited:
			s.uncited = true
		case Typographic:
			s.snippet = drift.Replace(s.snippet)
		}
	}
	return said
}

// disguise spoils the form of the whole reply.
func (t Trick) disguise(content, prose string) string {
	switch t {
	case Prose:
		return prose
	case Malformed, CutShort:
		return content[:len(content)*3/5]
	case Fenced:
		return "Here is the answer:\n\n```json\n" + content + "\n```\nI hope this helps."
	case FencedProse:
		return "```json\n" + prose + "\n```"
	case Think:
		return "<think>" + thought + "</think>\n" + content
	}
	return content
}

// otherThan is another passage's id, or the number of a sentence in another passage.
func otherThan(id string, p promptRead) string {
	for _, passage := range p.passages {
		if sign := p.sign(); sign != "" {
			if _, number := splitNumber(passage.text[max(0, strings.Index(passage.text, sign)):], sign); number != "" &&
				!strings.Contains(passage.text, id+" ") {
				return number
			}
		} else if passage.id != id {
			return passage.id
		}
	}
	return id
}

var digits = regexp.MustCompile(`\d+`)

// otherNumber raises the last digit of the first number.
func otherNumber(s string) string {
	at := digits.FindStringIndex(s)
	if at == nil {
		return s
	}
	last := at[1] - 1
	return s[:last] + string('0'+(s[last]-'0'+1)%10) + s[at[1]:]
}

var (
	negation = regexp.MustCompile(`(?i) (?:not|never)\b`)
	verb     = regexp.MustCompile(`\b(?:is|are|was|were|must|can|may|should|has|have)\b`)
)

// negate turns a sentence into its opposite.
func negate(s string) string {
	if at := negation.FindStringIndex(s); at != nil {
		return s[:at[0]] + s[at[1]:]
	}
	if at := verb.FindStringIndex(s); at != nil {
		return s[:at[1]] + " not" + s[at[1]:]
	}
	return "It is not so that " + s
}

// drift is what typesetting does to a quote.
var drift = strings.NewReplacer(`"`, "\u201d", "'", "\u2019", "-", "\u2011", " ", "\u00a0", "fi", "\ufb01")
