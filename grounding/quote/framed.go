package quote

// FindFramed looks for a prepared snippet that begins with the words by which a page leads in to the
// text, or ends with those that it shows behind it. What stands between these is what it quotes, and
// has to stand at that end of the text.
func (t *Text) FindFramed(snippet *Text, before, behind string, m Mode) Result {
	words := len(snippet.Tokens)
	head, foot := 0, 0
	if before != "" {
		lead := Prepare(before)
		head = longest(min(words, len(lead.Tokens)), func(n int) bool { return snippet.repeats(0, lead, len(lead.Tokens)-n, n) })
	}
	if behind != "" {
		tail := Prepare(behind)
		foot = longest(min(words, len(tail.Tokens)), func(n int) bool { return snippet.repeats(words-n, tail, 0, n) })
	}
	if head+foot == 0 || head+foot >= words {
		return none(0, "")
	}
	r := t.Find(snippet.between(head, words-foot), m)
	if r.Outcome == Verified {
		first, _, _ := t.Source(run(0, 1))
		last, _, _ := t.Source(run(len(t.Tokens)-1, len(t.Tokens)))
		if head > 0 && r.Start > first || foot > 0 && r.End <= last {
			return none(r.Similarity, "")
		}
	}
	return r
}

// longest is the greatest number up to most of which something holds, 0 for none.
func longest(most int, holds func(n int) bool) int {
	for most > 0 && !holds(most) {
		most--
	}
	return most
}

// repeats reports whether n tokens from one on are those of another text.
func (t *Text) repeats(from int, other *Text, at, n int) bool {
	return !some(run(0, n), func(i int) bool { return t.Word(from+i) != other.Word(at+i) })
}

// between is the text from the beginning of one token to that of another.
func (t *Text) between(first, end int) *Text {
	from, to := 0, len(t.Original)
	if first > 0 {
		_, from, _ = t.Source(run(first, first+1))
	}
	if end < len(t.Tokens) {
		_, _, to = t.Source(run(end-1, end))
	}
	return Prepare(t.Original[from:to])
}
