package verify

import (
	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// figuresShown reports whether no marker of a claim stands where its source has a figure: a
// reader would take "Adults take [50] mg" for the dose. The claim begins at a byte of its
// segment, whose signs are given.
func (w *walk) figuresShown(index, start int, signs []answer.Sign) bool {
	cl := &w.res.Claims[index]
	for _, sign := range signs {
		at := sign.At - start
		if !sign.Inside || at < 0 || at > len(cl.Text) {
			continue
		}
		for _, i := range cl.Citations {
			if coversFigure(cl.Text, at, w.res.Citations[i].Sentence.Text) {
				w.res.find(report.ClaimNumber, i, index, "a marker stands where the source has a figure")
				cl.Stands, cl.Supported = false, new(false)
				cl.Judgement.Outcome, cl.Outcome = claim.Refuted, report.Outcome(claim.Refuted)
				return false
			}
		}
	}
	return true
}

// coversFigure reports whether a source has a figure between the two words that stand at a
// byte of a text.
func coversFigure(said string, at int, source string) bool {
	before, after := text.Read(said[:at]).Words, text.Read(said[at:]).Words
	if len(after) == 0 || after[0].Flags.Has(text.Digits) {
		return false
	}
	last := ""
	if len(before) > 0 {
		last = before[len(before)-1].Fold
	}
	read := text.Read(source)
	at = 0 // the first word of a number
	for _, n := range read.Numbers() {
		for at < len(read.Words) && read.Words[at].Start < n.Start {
			at++
		}
		behind := at
		for behind < len(read.Words) && (read.Words[behind].Flags.Has(text.Digits) || n.Spelled && read.Words[behind].Start < n.End) {
			behind++
		}
		previous := ""
		if at > 0 {
			previous = read.Words[at-1].Fold
		}
		if previous == last && behind < len(read.Words) && read.Words[behind].Fold == after[0].Fold {
			return true
		}
	}
	return false
}
