package verify

import (
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

const hidesFigure = "a marker stands where the source has a figure"

// hidingFigure is the citation whose marker stands in a sentence of a segment where its source has a figure,
// -1 for none: a reader would take "Adults take [50] mg" for the dose, and nobody judged it.
func (w *walk) hidingFigure(r remark, seg *answer.Segment) int {
	const longest = 16 << 10 // bytes of a chunk that is read for a heading
	for _, i := range seg.Citations {
		source := w.res.Citations[i].Sentence.Text
		if chunk := w.res.Citations[i].Chunk; source == "" && chunk >= 0 && w.m.rules.plain(r.Sentence) {
			source = w.m.ev.Set.At(chunk).Text
			source = source[:min(len(source), longest)]
		}
		for _, sign := range seg.Signs {
			if at := sign.At - r.Start; sign.Inside && at >= 0 && at <= len(r.said) && text.CoversFigure(r.said[:at], r.said[at:], source) {
				return i
			}
		}
		if text.CoversFigure(strings.TrimSpace(r.said), "", source) {
			return i
		}
	}
	return -1
}

// refute takes a claim for false, by what code and detail say of it and maybe of a citation (-1: of none).
func (w *walk) refute(index, citation int, code report.Code, why string) {
	cl := &w.res.Claims[index]
	w.res.find(code, citation, index, why)
	cl.Stands, cl.Supported = false, new(false)
	cl.Judgement.Outcome, cl.Outcome = claim.Refuted, report.Outcome(claim.Refuted)
}
