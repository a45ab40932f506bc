package layout

import "strings"

// unasked takes what the user asks out of the last passage of a message. The
// last thing that a user sends asks for something: where nothing outside of
// what was read as evidence does, the question stands at its end, and an
// answer could cite it. Where marks close every passage there is no doubt.
func (f *finder) unasked(p *page, i int, list []candidate) []candidate {
	if !p.user() || len(list) == 0 || !f.asksHere(i) {
		return list
	}
	c := &list[len(list)-1]
	if c.rank == rankMarked || len(c.found) == 0 {
		return list
	}
	spans := make([]line, len(list))
	for n := range list {
		spans[n] = line{list[n].start, list[n].end}
	}
	if questionOf(p.text, spans) != "" {
		return list
	}
	last := &c.found[len(c.found)-1]
	at := askedFrom(p, p.lineAt(max(last.start, 0)), p.lineAt(max(c.end-1, 0))+1)
	if at < 0 {
		return list
	}
	if at <= last.inner {
		if n := askedSentence(p.text[last.inner:c.end]); n > 0 {
			cutAt(p, c, last.inner+n)
			return list
		}
		c.found, c.end = c.found[:len(c.found)-1], last.start
		if len(c.found) == 0 {
			return list[:len(list)-1]
		}
		return list
	}
	if from := p.lineAt(last.start); p.lineAt(at) > from+1 {
		at = min(at, p.lines[max(tailStart(p, from, p.lineAt(at)), from+1)-1].end) // and the instructions above it
	}
	cutAt(p, c, at)
	return list
}

// askedSentence is where in a passage of one paragraph the sentence begins that
// asks: `… closed in 1977.Who built it?`. It is 0 where none does, or where too
// little is in front of it.
func askedSentence(text string) int {
	last := 0
	for i := strings.LastIndexByte(text, '?') - 1; i > 0 && heavier(text[:i], minParagraph); i-- {
		next := strings.TrimLeft(text[i+1:], " ")
		if strings.IndexByte(".!", text[i]) < 0 || next == "" || next[0] < 'A' || next[0] > 'Z' {
			continue
		}
		if last == 0 {
			last = i + 1
		}
		if word, _, _ := strings.Cut(next, " "); holds(demandWords, word) || holds(askingVerbs, word) {
			return i + 1 // not the full stop of a name within the question
		}
	}
	return last
}

// askingVerbs begin a question, too.
var askingVerbs = set(words("asking_verbs")...)

// asksHere tells whether message i is the only one in which the user can have
// asked: the last of the user's, and alone in its turn.
func (f *finder) asksHere(i int) bool {
	for j := range f.p.Messages {
		if m := &f.p.Messages[j]; j != i && m.Role == "user" && (j > i || f.turns[j] == f.turns[i]) {
			return false
		}
	}
	return true
}

// askedFrom is the byte at which what is asked begins in lines [from, to), the
// end of a message: at the label of a question, else at the last paragraph if
// that speaks to somebody. It is -1 where nothing does.
func askedFrom(p *page, from, to int) int {
	to = lastText(p, from, to)
	for i := to - 1; i > from; i-- {
		if name, value, ok := label(p.str(i)); ok && (asks(name) && p.blank(i-1) || talkers[name] && value != "") {
			return p.lines[i].start
		}
	}
	if to <= from {
		return -1
	}
	if top := blockTop(p, from, to); speaks(p.text[p.lines[top].start:p.lines[to-1].end]) {
		return p.lines[top].start
	}
	return -1
}

// talkers are the labels of what the user says.
var talkers = set(words("talkers")...)

// speaks tells whether a paragraph is what somebody says to an assistant: it
// asks, speaks of its writer, or begins with a request.
func speaks(s string) bool {
	for i, r := range s {
		switch r {
		case '?':
			if i+1 == len(s) || isBlank(s[i+1]) || s[i+1] == '"' {
				return true
			}
		case '？', '؟':
			return true
		}
	}
	word, _, _ := strings.Cut(s, " ")
	return holds(demandWords, strings.Trim(word, ",.:!*")) || firstPerson.in(" "+s+" ")
}

// demandWords begin what a user wants done.
var demandWords = set(words("demand_words")...)

// firstPerson are words by which a writer speaks of himself.
var firstPerson = phrasesOf(words("first_person")...)
