package main

import "vouchsafe/grounding/claim"

// scored is a sentence with the score of a model that has not seen its source.
type scored struct {
	*sentence
	score float32
}

// figure fills in the figures of the answers' sentences with one harm table.
func figure(answers []*answer, h claim.Harm) {
	for _, a := range answers {
		var hearing claim.Hearing
		for i := range a.sentences {
			s := &a.sentences[i]
			s.figures = hearing.Figures(claim.Sentence{Kind: s.kind}, s.text, a.evidence, h)
		}
	}
}

// figureNested fills in figures for training: the harm table of each fold is
// counted on the other ones, so that no sentence sees its own label in it.
func figureNested(answers []*answer, folds int) {
	for f := range folds {
		in, out := part(answers, f)
		if len(out) > 0 {
			figure(out, newHarm(in))
		}
	}
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

// train fits a model to answers whose figures are filled in.
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
		figureNested(in, folds)
		m := train(in)
		figure(out, newHarm(in))
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
