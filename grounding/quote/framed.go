package quote

// FindFramed looks for a prepared snippet that begins with the words by which a page leads in to the
// text, or ends with those that it shows behind it. What stands between these is what it quotes, and
// has to stand at that end of the text.
func (t *Text) FindFramed(snippet *Text, before, behind string, m Mode) Result {
	words, head, foot := len(snippet.Tokens), 0, 0
	if before != "" {
		lead := Prepare(before)
		head = longest(min(words, len(lead.Tokens)), func(n int) bool {
			return snippet.Characters(run(0, n)) == lead.Characters(run(len(lead.Tokens)-n, len(lead.Tokens)))
		})
	}
	if behind != "" {
		tail := Prepare(behind)
		foot = longest(min(words, len(tail.Tokens)), func(n int) bool {
			return snippet.Characters(run(words-n, words)) == tail.Characters(run(0, n))
		})
	}
	if head+foot == 0 || head+foot >= words {
		return none(0, "")
	}
	_, from, to := snippet.Source(run(head, words-foot))
	r := t.Find(Prepare(snippet.Original[from:to]), m)
	if r.Start >= 0 {
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
