package admin

import "vouchsafe/proxy/wire"

// stats counts traces over time.
func (r *request) stats() *wire.Error {
	s, err := r.opt.Store.Stats(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	return r.answer(s)
}

// failures shows the chunks at which answers fail, with their beginning, which is
// content.
func (r *request) failures() *wire.Error {
	chunks, err := r.opt.Store.FailingChunks(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	if err := r.logAccess("failures", string(r.ctx.URI().QueryString()), 0); err != nil {
		return err
	}
	return r.answer(map[string]any{"chunks": chunks})
}
