package answer

import (
	"slices"
	"strings"
)

// Live reads a reply in the dialect segments while it is being written, and
// gives each segment as soon as it is whole, wherever the text was split on
// its way. It is strict where Read is forgiving: what it cannot follow with
// certainty (prose around the JSON, another dialect, a list of sources) it
// leaves to Read, which is given the whole reply at its end. A segment given
// early is read as Read reads it.
type Live struct {
	read segmentReader
	scan jsonScan
	text string // the reply as far as it has come
	given

	pending   int  // citations of the open segment that Open has told of
	looked    int  // how much of the text has been looked at for its beginning
	abandoned bool // the rest is for Read
}

// Follow returns a Live. before are the citations of an answer that this reply
// continues: an empty snippet may refer to what they quote.
func Follow(known Known, before []Citation) *Live {
	l := &Live{}
	l.read.reader = &reader{asked: Segments, known: directory{sources: known.Sources}}
	l.read.reader.answer = Answer{Dialect: Segments, Mode: ModeAnswer}
	l.read.quoted = map[string]string{}
	for i := range before {
		if c := &before[i]; !blank(c.Snippet) {
			l.read.quoted[c.ChunkID] = c.Snippet
		}
	}
	return l
}

// Feed takes the reply as far as it has come; each call's text begins with the
// last one's.
func (l *Live) Feed(text string) {
	if l.abandoned {
		return
	}
	l.text = text
	if !l.scan.begun {
		news := text[min(l.looked, len(text)):]
		l.looked = len(text)
		if len(text) > maxLead && !strings.ContainsAny(news, ">{") {
			return // reasoning, which a tag will end
		}
		at, sure := jsonStart(text)
		if l.abandoned = sure && at < 0; at < 0 {
			return
		}
		l.scan = newJSONScan(at)
	}
	for !l.abandoned && l.scan.next(text) {
		l.segment(text[l.scan.from:l.scan.at])
	}
	l.abandoned = l.abandoned || l.scan.lost
}

// segment reads one whole segment.
func (l *Live) segment(raw string) {
	l.pending = 0
	n, length, err := parse(raw)
	if err != nil || length != len(raw) {
		l.abandoned = true
		return
	}
	problems := len(l.read.answer.Problems)
	if mayBeList(n.member("text").text) {
		l.abandoned = true
		return
	}
	l.read.add(n)
	if l.read.overflow || len(l.read.answer.Segments) == l.taken {
		l.abandoned = true
		return
	}
	l.taken++
	l.waiting = append(l.waiting, l.excerpt(problems))
}

// excerpt is the last segment as an answer of its own, with the problems that
// its reading brought.
func (l *Live) excerpt(problems int) Answer {
	all := &l.read.answer
	out := all.Only(len(all.Segments) - 1)
	for _, p := range all.Problems[problems:] {
		if p.Citation < 0 {
			out.Problems = append(out.Problems, p)
		}
	}
	return out
}

// Fits reports whether what was given can be how the whole reply begins.
func (l *Live) Fits(whole *Answer) bool { return l.taken <= len(whole.Segments) }

// Open returns the citations of the segment that is being written which have
// become whole since the last call, and the one that is being written, with
// its snippet as far as it has come; nil where there is none, or where it can
// have fewer than least bytes only. Their snippets are as they will be read;
// what names a chunk is missing where it has not come yet.
func (l *Live) Open(least int) (whole []Citation, partial *Citation) {
	if l.abandoned || len(l.scan.citations) == 0 {
		return nil, nil
	}
	for ; l.pending < len(l.scan.citations); l.pending++ {
		span := l.scan.citations[l.pending]
		if span.End < 0 {
			break
		}
		if c, ok := l.peek(l.text[span.Start:span.End]); ok {
			whole = append(whole, c)
		}
	}
	last := l.scan.citations[len(l.scan.citations)-1]
	if last.End >= 0 || len(l.text)-last.Start < least { // it is read no longer than it is written
		return whole, nil
	}
	closed, ok := closeJSON(l.text[last.Start:], l.scan.quoting())
	if !ok {
		return whole, nil
	}
	if c, ok := l.peek(closed); ok && c.Snippet != "" && !c.Reference {
		partial = &c
	}
	return whole, partial
}

// peek reads a citation without adding it to the answer.
func (l *Live) peek(raw string) (Citation, bool) {
	n, _, err := parse(raw)
	if err != nil || n.kind != '{' {
		return Citation{}, false
	}
	look := segmentReader{reader: &reader{asked: Segments, known: l.read.known}, quoted: l.read.quoted}
	at := look.citation(n, "chunk_id", "snippet")
	c := &look.answer.Citations[at]
	if blank(c.Snippet) {
		look.refer(c, n.member(firstOf(n, snippetKeys)))
	}
	return *c, len(look.answer.Problems) == 0 || blank(c.Snippet)
}

// jsonStart finds where the reply's object begins: at once, or behind white
// space, an opening fence or a block of reasoning. sure says that more text
// would change nothing: there is an object at the offset, or none (-1).
func jsonStart(text string) (at int, sure bool) {
	body := text
	for {
		body = strings.TrimLeft(body, " \t\r\n\ufeff")
		rest, waiting := skipThinking(body)
		if waiting {
			return -1, false
		}
		if len(rest) == len(body) {
			break
		}
		body = rest
	}
	at = len(text) - len(body)
	switch {
	case body == "":
		return -1, false
	case body[0] == '{':
		return at, true
	case len(body) < len(fenceJSON) && strings.HasPrefix(fenceJSON, body):
		return -1, false
	case !strings.HasPrefix(body, "```"):
		return -1, true
	}
	_, inside, ok := strings.Cut(body, "\n")
	inside = strings.TrimLeft(inside, " \t\r\n")
	if !ok || inside == "" {
		return -1, len(body) > 64
	}
	if inside[0] != '{' {
		return -1, true
	}
	return len(text) - len(inside), true
}

// fenceJSON is how a fenced reply begins.
const fenceJSON = "```json\n"

// skipThinking drops a leading block of reasoning. waiting says that one has
// begun, or may have, and has not ended.
func skipThinking(text string) (rest string, waiting bool) {
	for _, tag := range thinkingTags {
		if text != "" && len(text) < len(tag[0]) && strings.HasPrefix(tag[0], text) {
			return text, true
		}
		if after, ok := strings.CutPrefix(text, tag[0]); ok {
			_, rest, ok := strings.Cut(after, tag[1])
			return rest, !ok
		}
	}
	return text, false
}

// mayBeList tells a text that has a line which could head a list of sources,
// or be a note of one: only the whole reply shows whether it does.
func mayBeList(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		heading, _ := splitHeading(line)
		if slices.Contains(words.ListHeadings, heading) || slices.Contains(words.DoubtfulHeadings, heading) || line[0] == '[' && isNote(line) {
			return true
		}
	}
	return false
}
