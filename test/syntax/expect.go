package main

import (
	"math"

	"vouchsafe/grounding/text/syntax"
)

// startRow stands before the first word of a sentence, twice.
var startRow = []syntax.Reading{{Tag: syntax.Stop, Share: 1}}

// row is the readings of a word; behind the start of a sentence two stops stand.
func (s words) row(i int) []syntax.Reading {
	if i < 0 {
		return startRow
	}
	return s[i]
}

// chance is how probable a reading is behind two others, and that it is the word.
func (m *model) chance(a, b syntax.Tag, r syntax.Reading) float64 {
	return m.behind[a][b][r.Tag] * float64(r.Share) / m.one[r.Tag]
}

// expect adds to the counts how often the model expects each triple of tags in a
// sentence, and returns the logarithm of the sentence's probability.
func (m *model) expect(s words, c *counts) float64 {
	if len(s) == 0 {
		return 0
	}
	forward, scale := m.forward(s)
	backward := m.backward(s, scale)
	for i := range s {
		before, previous, row := s.row(i-2), s.row(i-1), s[i]
		for b := range before {
			for p := range previous {
				left := forward[i][b*len(previous)+p]
				for t := range row {
					n := left * m.chance(before[b].Tag, previous[p].Tag, row[t]) * backward[i+1][p*len(row)+t] / scale[i]
					c.add(before[b].Tag, previous[p].Tag, row[t].Tag, n)
				}
			}
		}
	}
	logarithm := 0.0
	for _, x := range scale {
		logarithm += math.Log(x)
	}
	return logarithm
}

// forward returns, for the pair of readings in front of each word, how probable it is
// given all words up to there, and what each word is scaled by.
func (m *model) forward(s words) (out [][]float64, scale []float64) {
	out = append(out, []float64{1})
	for i := range s {
		before, previous, row := s.row(i-2), s.row(i-1), s[i]
		next, total := make([]float64, len(previous)*len(row)), 0.0
		for b := range before {
			for p := range previous {
				for t := range row {
					x := out[i][b*len(previous)+p] * m.chance(before[b].Tag, previous[p].Tag, row[t])
					next[p*len(row)+t] += x
					total += x
				}
			}
		}
		for k := range next {
			next[k] /= total
		}
		out, scale = append(out, next), append(scale, total)
	}
	return out, scale
}

// backward returns the same for the words behind.
func (m *model) backward(s words, scale []float64) [][]float64 {
	out := make([][]float64, len(s)+1)
	out[len(s)] = make([]float64, len(s.row(len(s)-2))*len(s[len(s)-1]))
	for k := range out[len(s)] {
		out[len(s)][k] = 1
	}
	for i := len(s) - 1; i >= 0; i-- {
		before, previous, row := s.row(i-2), s.row(i-1), s[i]
		out[i] = make([]float64, len(before)*len(previous))
		for b := range before {
			for p := range previous {
				for t := range row {
					out[i][b*len(previous)+p] += m.chance(before[b].Tag, previous[p].Tag, row[t]) * out[i+1][p*len(row)+t] / scale[i]
				}
			}
		}
	}
	return out
}
