package claim

import (
	"iter"
	"sort"
	"sync"

	lexis "vouchsafe/grounding/text"
)

// portion is a part of a source whose numbers can be read by themselves. They
// are read when somebody first asks for them: a claim is held against the
// sentences that it quotes, and most of a source is never asked.
type portion struct {
	start, end int
	once       sync.Once
	numbers    []lexis.Number
}

// leastPortion is how many bytes one has at least.
const leastPortion = 200

// numbersIn yields the numbers that begin in the bytes [from,to), in order.
func (s *Source) numbersIn(from, to int) iter.Seq[*lexis.Number] {
	return func(yield func(*lexis.Number) bool) {
		s.cutOnce.Do(s.portion)
		first := sort.Search(len(s.portions), func(i int) bool { return s.portions[i].end > from })
		for i := first; i < len(s.portions) && s.portions[i].start < to; i++ {
			all := s.numbersOf(i)
			for k := range all {
				if n := &all[k]; n.Start >= from && n.Start < to && !yield(n) {
					return
				}
			}
		}
	}
}

// numbers yields all of them.
func (s *Source) numbers() iter.Seq[*lexis.Number] { return s.numbersIn(0, len(s.text)) }

// portion finds the portions.
func (s *Source) portion() {
	for at := 0; at < len(s.text); {
		start := at
		at = lexis.EndOfPart(s.text, at+leastPortion)
		s.portions = append(s.portions, portion{start: start, end: at})
	}
}

// numbersOf returns the numbers of the ith portion, by their places in the source.
func (s *Source) numbersOf(i int) []lexis.Number {
	p := &s.portions[i]
	p.once.Do(func() {
		text := s.text[p.start:p.end]
		p.numbers = mended(lexis.NumbersOf(text, s.language), text)
		for k := range p.numbers {
			p.numbers[k].Start += p.start
			p.numbers[k].End += p.start
		}
	})
	return p.numbers
}
