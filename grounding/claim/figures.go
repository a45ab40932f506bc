package claim

import (
	"iter"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"vouchsafe/grounding/text"
)

// figures are the numbers of a source by what they amount to, without their sign: what a claim's
// number cannot be is not compared with it.
type figures struct {
	sorted []figure
	others []*text.Number // without a value: dates, times, codes
}

// figure is one amount of a number: its value, its other reading, an end of its range, or its measure.
type figure struct {
	amount float64
	number *text.Number
}

// figures are read when several claims have asked for a number.
func (s *Source) figures() *figures {
	s.figuresOnce.Do(func() {
		f := &figures{}
		for n := range s.numbers() {
			f.add(n)
		}
		slices.SortStableFunc(f.sorted, func(a, b figure) int {
			switch {
			case a.amount < b.amount:
				return -1
			case a.amount > b.amount:
				return 1
			}
			return 0
		})
		s.figuresRead = f
	})
	return s.figuresRead
}

func (f *figures) add(n *text.Number) {
	amounts, ok := amountsOf(n)
	if _, valued := n.Float(); !ok || !valued {
		f.others = append(f.others, n)
		return
	}
	for _, amount := range amounts {
		f.sorted = append(f.sorted, figure{amount, n})
	}
}

// amountsOf are all amounts of a number; ok is false where a part of it has none.
func amountsOf(n *text.Number) (amounts []float64, ok bool) {
	ok = true
	for _, value := range [...]string{n.Value, n.Alt, n.High} {
		if value == "" {
			continue
		}
		over, under, divided := strings.Cut(value, "/")
		amount, err := strconv.ParseFloat(over, 64)
		if by, also := strconv.ParseFloat(under, 64); divided && also == nil && by != 0 {
			amount /= by
		} else if divided {
			ok = false
		}
		if ok = ok && err == nil; err == nil {
			amounts = append(amounts, math.Abs(amount))
		}
	}
	for _, end := range bothEnds(n) {
		measure, _ := share(&end)
		amounts = append(amounts, math.Abs(measure.Value))
	}
	return amounts, ok
}

// mayCarry yields the numbers that may carry one of a claim.
func (f *figures) mayCarry(want *text.Number) iter.Seq[*text.Number] {
	const exact, close = 1e-6, 0.25 // shares: more than what carries leaves between two amounts
	return func(yield func(*text.Number) bool) {
		for _, n := range f.others {
			if !yield(n) {
				return
			}
		}
		tolerance := exact
		if want.Comparison != "" {
			tolerance = close
		}
		amounts, _ := amountsOf(want)
		for _, amount := range amounts {
			least, most := amount*(1-tolerance), amount*(1+tolerance)
			for i := sort.Search(len(f.sorted), func(i int) bool { return f.sorted[i].amount >= least }); i < len(f.sorted) && f.sorted[i].amount <= most; i++ {
				if !yield(f.sorted[i].number) {
					return
				}
			}
		}
	}
}

// unspaced is the text as unspacedSigns tells it.
func (s *Source) unspaced() string {
	s.unspacedOnce.Do(func() { s.unspacedRead = unspacedSigns(s.page.text) })
	return s.unspacedRead
}

// numberWords are the words, by their place among words, that say a number.
func (s *Source) numberWords() []int {
	s.saidOnce.Do(func() {
		words := s.words()
		for i := range words {
			if _, found := wordValue(s, &words[i]); found {
				s.saidNumbers = append(s.saidNumbers, i)
			}
		}
	})
	return s.saidNumbers
}
