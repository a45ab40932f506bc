package main

import "vouchsafe/grounding/claim"

// scored is a sentence with the score of a model that has not seen its source.
type scored struct {
	*sentence
	score float32
}

// part divides answers into those outside and inside a fold.
func part(answers []*answer, fold int) (in, out []*answer) {
	for _, a := range answers {
		if a.fold == fold {
			out = append(out, a)
		} else {
			in = append(in, a)
		}
	}
	return in, out
}

// train fits a model to answers.
func train(answers []*answer) *claim.Model {
	var rows [][]float32
	var y, weight []float64
	for _, a := range answers {
		for _, s := range a.sentences {
			label, w := s.label(), 1.0
			if a.bad && label == 0 {
				w = besideMarked
			}
			rows, y, weight = append(rows, s.figures), append(y, label), append(weight, w)
		}
	}
	m := settings().fit(rows, y, weight, 1)
	m.Features = claim.FeatureNames[:]
	return m
}

// besideMarked is the weight of the unmarked sentences of hallucinated answers.
// What people let pass beside what they marked is less surely good, and as
// answers are rejected whole, taking it for bad costs nothing.
const besideMarked = 0.3

// label is what the model learns: 1 where the marked part of a sentence holds a
// content word.
func (s *sentence) label() float64 {
	for i, w := range s.words {
		if s.marked[i] && w.Content {
			return 1
		}
	}
	return 0
}

// crossValidate scores every sentence by a model trained on other folds. The
// result runs parallel to answers and their sentences.
func crossValidate(answers []*answer, folds int) [][]scored {
	byAnswer := map[*answer][]scored{}
	for f := range folds {
		in, out := part(answers, f)
		m := train(in)
		for _, a := range out {
			for i := range a.sentences {
				s := &a.sentences[i]
				byAnswer[a] = append(byAnswer[a], scored{s, m.Score(s.figures)})
			}
		}
	}
	all := make([][]scored, len(answers))
	for i, a := range answers {
		all[i] = byAnswer[a]
	}
	return all
}
