package admin

import (
	"cmp"
	"slices"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/store"
)

// stats counts traces over time.
func (r *request) stats() *wire.Error {
	s, _, err := r.count()
	if err != nil {
		return err
	}
	return r.answer(s)
}

// count reads the statistics that the parameters ask for.
func (r *request) count(names ...string) (store.Stats, store.Filter, *wire.Error) {
	if err := r.query.only(append(spanNames(), names...)...); err != nil {
		return store.Stats{}, store.Filter{}, err
	}
	f, bad := r.filter()
	if bad != nil {
		return store.Stats{}, f, bad
	}
	ctx, cancel := wait()
	defer cancel()
	s, err := r.opt.Store.Stats(ctx, f)
	return s, f, r.storeTrouble(err)
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
	s, f, bad := r.count("limit")
	if bad != nil {
		return bad
	}
	ctx, cancel := wait()
	defer cancel()
	sources, err := r.opt.Store.Failing(ctx, f)
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
