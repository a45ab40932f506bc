package ledger

import "vouchsafe/trace/chain"

// entry is what waits to be written: a trace, or what a line of the file says that is none.
type entry struct {
	trace  *Trace
	record *chain.Record // nil for a trace
	bytes  int           // about how long its line is
}

func entryOf(t *Trace) entry { return entry{trace: t, bytes: lengthOf(t)} }

func recordEntry(r chain.Record) entry {
	const frame = 512
	return entry{record: &r, bytes: frame + len(r.Told)}
}

// linesOf are some traces as lines, one behind the other; with a key each is signed.
func linesOf(traces []*Trace, key *chain.Key) []byte {
	n := 0
	for _, t := range traces {
		n += lengthOf(t)
	}
	all := make([]byte, 0, n)
	for _, t := range traces {
		start := len(all)
		if all = AppendLine(all, t); key != nil {
			all, _ = chain.SealIn(all, start, chain.Link{}, key)
		}
	}
	return all
}

// lengthOf is about how long a trace's line is, in bytes.
func lengthOf(t *Trace) int {
	const frame, chunk, attempt, cited, claim = 900, 400, 300, 700, 300
	n := frame + len(t.Question) + len(t.Answer) + len(t.Metadata) + cited*len(t.Citations) + claim*len(t.Claims)
	for i := range t.Chunks {
		n += chunk + len(t.Chunks[i].Text)
	}
	if len(t.Choices) > 0 {
		n += len(t.Answer)
	}
	for i := range t.Attempts {
		n += attempt + len(t.Attempts[i].Reply) + len(t.Attempts[i].Reply)/8
	}
	return n
}
