package claim

import (
	"iter"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

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

// leastPortion and mostPortion are how many bytes one has at least and at most.
const (
	leastPortion = 200
	mostPortion  = 16 << 10
)

// mostKept is the length of a source, in bytes, whose numbers are kept. Those of
// a longer one are read each time: they would take a hundred times its length.
const mostKept = 1 << 20

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
		if at-start > mostPortion {
			at = start + breakBefore(s.text[start:], mostPortion)
		}
		s.portions = append(s.portions, portion{start: start, end: at})
	}
}

// breakBefore is the offset behind the last white space in the first bytes of a
// text; without one it is the start of a character.
func breakBefore(text string, most int) int {
	if at := strings.LastIndexAny(text[:most], " \n\t"); at > most/2 {
		return at + 1
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return most
}

// numbersOf returns the numbers of the ith portion, by their places in the source.
func (s *Source) numbersOf(i int) []lexis.Number {
	p := &s.portions[i]
	if len(s.text) > mostKept {
		return s.readNumbers(p)
	}
	p.once.Do(func() { p.numbers = s.readNumbers(p) })
	return p.numbers
}

func (s *Source) readNumbers(p *portion) []lexis.Number {
	text := s.text[p.start:p.end]
	numbers := mended(lexis.NumbersOf(text, s.language), text)
	for k := range numbers {
		numbers[k].Start += p.start
		numbers[k].End += p.start
	}
	return numbers
}
