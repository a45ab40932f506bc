package chain

import (
	"fmt"
	"maps"
)

// Span is some lines of a chain, from the first number to the last.
type Span struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Front is where the kept part of a chain begins. Who writes the chain moves it by what
// it drops itself, and by nothing that it finds.
type Front struct {
	Oldest  uint64 `json:"oldest,omitempty"`  // number of the first line that is kept; 0: not known
	Missing []Span `json:"missing,omitempty"` // lines that were gone, and that no one who writes here had dropped
	// By id of a key, the number of the line in which it handed over to another: that line goes with its file.
	Retired map[string]uint64 `json:"retired,omitempty"`
}

// mostMissing spans are told one by one.
const mostMissing = 50

// Miss is the front where some more lines are missing. The front itself is not changed.
func (f Front) Miss(s Span) Front {
	for _, known := range f.Missing {
		if known.From <= s.From && s.To <= known.To {
			return f
		}
	}
	missing := append([]Span(nil), f.Missing...)
	if n := len(missing); n >= mostMissing {
		last := &missing[n-1]
		last.From, last.To = min(last.From, s.From), max(last.To, s.To)
	} else {
		missing = append(missing, s)
	}
	f.Missing = missing
	return f
}

// Found is the front where the first line that is there has a number: what is missing in
// front of it stays known.
func (f Front) Found(first uint64) Front {
	if f.Oldest > 0 && first > f.Oldest {
		f = f.Miss(Span{f.Oldest, first - 1})
	}
	f.Oldest = max(f.Oldest, first)
	return f
}

// With is what two know of one front.
func (f Front) With(other Front) Front {
	f.Oldest = max(f.Oldest, other.Oldest)
	for _, s := range other.Missing {
		f = f.Miss(s)
	}
	retired := maps.Clone(other.Retired)
	if retired == nil {
		return f
	}
	maps.Copy(retired, f.Retired)
	f.Retired = retired
	return f
}

// faults are what is not there in front of the first line that is: what who wrote the chain has dropped is signed for.
// complete says that no more files are to be had.
func (f Front) faults(first uint64, complete bool) (out []string) {
	switch {
	case first == 1:
	case f.Oldest == 0:
		out = append(out, fmt.Sprintf("the chain begins at number %d: what came before is not here, and no signed line tells why", first))
	case f.Oldest < first && complete:
		out = append(out, fmt.Sprintf("the file in front of it is gone: number %d to %d of the chain, and no signed removal explains it",
			f.Oldest, first-1))
	case f.Oldest < first:
		out = append(out, fmt.Sprintf("the chain begins at number %d: number %d to %d are not here, and no signed removal explains it",
			first, f.Oldest, first-1))
	}
	for _, s := range f.Missing {
		if s.From < first {
			out = append(out, fmt.Sprintf("number %d to %d of the chain were gone when a gateway looked, which had not removed them",
				s.From, s.To))
		}
	}
	return out
}

// leadsElsewhere reports whether a record tells that lines were dropped in front of a first line, and names another one
// as the last of them than that line does.
func (r *Record) leadsElsewhere(first *item) bool {
	var h Hash
	return r.Record == Dropped && r.Lines != nil && r.Lines.To+1 == first.link.N && decodeHash(&h, []byte(r.Of)) && h != first.prev
}
