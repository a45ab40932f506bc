package admin

import (
	"slices"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/store"
)

// stats counts traces over time.
func (r *request) stats() *wire.Error {
	s, err := r.opt.Store.Stats(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	return r.answer(s)
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
		"total": s.Total, "failing": s.Failing, "documents": sources.Documents, "chunks": sources.Chunks,
		"apps": failing(s.ByApp, s.FailingByApp), "models": failing(s.ByModel, s.FailingByModel),
		"findings": failing(s.ByFinding, s.FailingByFinding),
	})
}

// failing lists what failed, the most failing first.
func failing(total, failed map[string]int64) []store.Rate {
	return slices.DeleteFunc(store.Rates(total, failed), func(r store.Rate) bool { return r.Failing == 0 })
}
