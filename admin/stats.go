package admin

import "vouchsafe/proxy/wire"

// showStats counts traces over time.
func showStats(r *request) *wire.Error {
	s, err := r.desk.opt.Store.Stats(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	return r.answer(s)
}

// showFailures shows the chunks at which answers fail, with their beginning, which is
// content.
func showFailures(r *request) *wire.Error {
	chunks, err := r.desk.opt.Store.FailingChunks(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	if err := r.logAccess("failures", string(r.ctx.URI().QueryString()), 0); err != nil {
		return err
	}
	return r.answer(map[string]any{"chunks": chunks})
}
