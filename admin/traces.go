package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// listTraces shows a page of traces, newest first, or exports all that are asked for.
func listTraces(r *request) *wire.Error {
	format := r.query["format"]
	switch {
	case format == "" || format == "json":
		return r.page()
	case (format == "jsonl" || format == "csv") && !r.who.role.may(Officer):
		return wire.NewError(403, "role_needed", "An export needs the role officer; the key has the role "+string(r.who.role)+".")
	case format == "jsonl":
		return r.export(form{kind: "application/x-ndjson", file: "traces.jsonl", row: func(trace []byte) []byte { return append(trace, '\n') }})
	case format == "csv":
		return r.export(table())
	}
	return wire.BadRequest("format", "bad_parameter", "A format is json, jsonl or csv.")
}

func (r *request) page() *wire.Error {
	page, err := r.desk.opt.Store.List(r.within, r.chosen)
	if err != nil {
		return r.storeTrouble(err)
	}
	if err := r.logAccess("list", string(r.ctx.URI().QueryString()), len(page.Traces)); err != nil {
		return err
	}
	reply := struct {
		Traces []store.Summary `json:"traces"`
		Next   *string         `json:"next"`
		Total  *int64          `json:"total"`          // of all pages; null on a later page, and where it is not known
		More   bool            `json:"total_at_least"` // there are more than total
	}{Traces: page.Traces}
	if r.chosen.Cursor == "" {
		all, err := r.desk.opt.Store.Count(r.within, r.chosen)
		if err != nil {
			return r.storeTrouble(err)
		}
		if reply.More = all.AtLeast; !all.Unknown {
			reply.Total = &all.N
		}
	}
	if reply.Traces == nil {
		reply.Traces = []store.Summary{}
	}
	if page.Next != "" {
		reply.Next = &page.Next
	}
	return r.answer(reply)
}

// showTrace shows a whole trace. Where a key may not see it, it is not there.
func showTrace(r *request) *wire.Error {
	trace, err := r.trace()
	if err != nil {
		return err
	}
	if err := r.logAccess("read", r.id, 1); err != nil {
		return err
	}
	return r.send(trace)
}

// trace reads the trace that the path names, if it may be seen.
func (r *request) trace() ([]byte, *wire.Error) {
	trace, err := r.desk.opt.Store.Get(r.within, r.id)
	if err != nil {
		return nil, r.storeTrouble(err)
	}
	if !r.who.sees(gjson.GetBytes(trace, "app").Str) {
		return nil, notFound()
	}
	return trace, nil
}

// deleteTrace deletes one trace.
func deleteTrace(r *request) *wire.Error {
	n, err := r.delete("trace "+r.id, store.Selector{ID: r.id})
	if err == nil && n == 0 {
		return notFound()
	}
	return r.deleted(n, err)
}

// deleteTraces deletes the traces of an app, of a user, or of a user of an app.
func deleteTraces(r *request) *wire.Error {
	sel := store.Selector{App: r.query["app"], User: r.query["user"]}
	if sel.App == "" && sel.User == "" {
		return wire.NewError(400, "bad_parameter", "Say whose traces are to be deleted: app, user, or both.")
	}
	return r.deleted(r.delete(string(r.ctx.URI().QueryString()), sel))
}

// erasing bounds a deletion: all files of traces are read for it.
const erasing = 5 * time.Minute

// delete notes that something is to be deleted, deletes it, from the file first, and
// notes how much that was in the store.
func (r *request) delete(what string, sel store.Selector) (int, *wire.Error) {
	if err := r.logAccess("delete", what, 0); err != nil {
		return 0, err
	}
	within, cancel := context.WithTimeout(context.Background(), erasing)
	defer cancel()
	gone, err := r.desk.opt.Ledger.Erase(within, ledger.Whose{ID: sel.ID, App: sel.App, User: sel.User})
	if err != nil {
		return 0, r.storeTrouble(err)
	}
	sel.Gone = gone
	n, err := r.desk.opt.Store.Delete(within, sel)
	if err == nil && r.desk.opt.Deleted != nil {
		err = r.desk.opt.Deleted(within)
	}
	if err != nil {
		return 0, r.storeTrouble(err)
	}
	return n, r.logAccess("deleted", what, n)
}

func (r *request) deleted(n int, err *wire.Error) *wire.Error {
	if err != nil {
		return err
	}
	return r.answer(map[string]int{"deleted": n})
}

// showAccesses shows who has read or deleted what.
func showAccesses(r *request) *wire.Error {
	f := r.chosen
	f.Limit = cmp.Or(f.Limit, mostTraces)
	list, next, err := r.desk.opt.Store.Notes.Accesses(r.within, f)
	if err != nil {
		return r.storeTrouble(err)
	}
	total, err := r.desk.opt.Store.Notes.CountAccesses(r.within)
	if err != nil {
		return r.storeTrouble(err)
	}
	if err := r.logAccess("accesses", string(r.ctx.URI().QueryString()), len(list)); err != nil {
		return err
	}
	return r.answer(struct {
		Accesses []ledger.Access `json:"accesses"`
		Next     string          `json:"next,omitempty"`
		Total    int64           `json:"total"`
	}{list, next, total})
}

// tellWho tells who asks, and what they may do.
func tellWho(r *request) *wire.Error {
	return r.answer(map[string]any{"name": r.who.name, "role": r.who.role, "app": r.who.app})
}

// answer sends a value as JSON.
func (r *request) answer(v any) *wire.Error {
	body, err := json.Marshal(v)
	if err != nil {
		return wire.NewError(500, "internal_error", "The answer cannot be written.")
	}
	return r.send(body)
}

// send sends a JSON text.
func (r *request) send(body []byte) *wire.Error {
	r.ctx.SetContentType("application/json")
	r.ctx.SetBody(body)
	return nil
}

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
