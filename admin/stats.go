package admin

import (
	"cmp"
	"slices"

	"vouchsafe/proxy/wire"
)

// stats counts traces over time.
func (r *request) stats() *wire.Error {
	s, err := r.opt.Store.Stats(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	return r.answer(s)
}

// share is how often something failed: an app, a model, a finding.
type share struct {
	Name    string `json:"name"`
	Total   int64  `json:"total"`
	Failing int64  `json:"failing"`
}

// failures shows where answers fail: in which app, of which model, with which
// finding, at which documents and chunks. Chunks are shown with their
// beginning, which is content.
func (r *request) failures() *wire.Error {
	s, err := r.opt.Store.Stats(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	sources, err := r.opt.Store.Failing(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	if err := r.logAccess("failures", string(r.ctx.URI().QueryString()), 0); err != nil {
		return err
	}
	return r.answer(map[string]any{
		"total": s.Total, "failing": s.Failing,
		"apps": shares(s.ByApp, s.FailingByApp), "models": shares(s.ByModel, s.FailingByModel), "findings": shares(s.ByFinding,
			s.FailingByFinding),
		"documents": orEmpty(sources.Documents), "chunks": orEmpty(sources.Chunks),
	})
}

// shares lists what failed, the most failing first.
func shares(total, failing map[string]int64) []share {
	out := []share{}
	for name, n := range failing {
		out = append(out, share{name, total[name], n})
	}
	slices.SortFunc(out, func(a, b share) int {
		return cmp.Or(cmp.Compare(b.Failing, a.Failing), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// orEmpty is a list that is written as one where it is empty.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
