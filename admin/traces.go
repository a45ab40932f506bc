package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
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
		return r.export(form{kind: "application/x-ndjson", file: "traces.jsonl",
			row: func(trace []byte) []byte { return append(trace, '\n') }})
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

// mostParameter bounds the text of one parameter, in bytes.
const mostParameter = 1000

// query are the parameters of a request, each given once.
type query map[string]string

// readQuery takes the parameters of a request. A parameter that is given twice
// could mean either.
func readQuery(ctx *fasthttp.RequestCtx) (query, *wire.Error) {
	q := query{}
	for name, value := range ctx.QueryArgs().All() {
		switch _, twice := q[string(name)]; {
		case twice:
			return nil, wire.BadRequest(string(name), "bad_parameter", "The parameter is given twice.")
		case len(value) > mostParameter || !utf8.Valid(value) || !utf8.Valid(name):
			return nil, wire.BadRequest(printable(string(name)), "bad_parameter", "The parameter is too long or no text.")
		}
		q[string(name)] = string(value)
	}
	return q, nil
}

// printable is a name that can be told to whoever sent it.
func printable(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), 64)], "\ufffd")
}

// only turns down parameters that an operation does not know: a filter that is
// misspelt would otherwise show, or delete, more than was asked for.
func (q query) only(parameters string) *wire.Error {
	names := strings.Fields(parameters)
	for name := range q {
		if parameters == "*" {
			break
		}
		if !slices.Contains(names, name) {
			return wire.BadRequest(printable(name), "unknown_parameter",
				"The parameter is not known here; known are "+strings.Join(names, ", ")+".")
		}
	}
	return nil
}

// filter reads the parameters that choose traces. A key of one app chooses
// among its traces only.
func (r *request) filter() (store.Filter, *wire.Error) {
	q, now := r.query, time.Now()
	f := store.Filter{
		App: q["app"], Verdict: q["verdict"], Finding: q["finding"], CountsAs: words[report.CountsAs](q["counts_as"]),
		Proof: words[report.Proof](q["proof"]), Document: q["document"], Chunk: q["chunk"],
		Model: q["model"], User: q["user"], Conversation: q["conversation"], Failing: q["failing"] == "true",
		Text: strings.TrimSpace(q["q"]), Cursor: q["cursor"],
		Feedback: q["feedback"] == "true" || q["reviewed"] == "true", Unreviewed: q["reviewed"] == "false",
	}
	if own := r.who.app; own != "" {
		if f.App != "" && f.App != own {
			return f, wire.NewError(403, "other_app", "The key reaches the traces of another app.")
		}
		f.App = own
	}
	var since, until, most *wire.Error
	f.Since, since = moment(q, "since", now)
	f.Until, until = moment(q, "until", now)
	if _, err := time.Parse(time.DateOnly, q["until"]); err == nil {
		f.Until = f.Until.AddDate(0, 0, 1) // a day means its end
	}
	f.Limit, most = limit(q)
	err := cmp.Or(since, until, most, truth(q, "feedback"), truth(q, "reviewed"), truth(q, "failing"))
	if what := unknownWord(f); err == nil && what != "" {
		err = wire.BadRequest(what, "bad_parameter", "There is no "+what+" of that name.")
	}
	return f, err
}

// unknownWord names the parameter that asks for what no trace can have: a
// misspelt filter would find nothing, and say nothing.
func unknownWord(f store.Filter) string {
	if f.Finding != "" && !slices.Contains(report.Codes(), report.Code(f.Finding)) {
		return "finding"
	}
	switch {
	case !known(f.CountsAs, report.AllCounts()):
		return "counts_as"
	case !known(f.Proof, report.Proofs()):
		return "proof"
	case !known(words[report.Verdict](f.Verdict), report.Verdicts()):
		return "verdict"
	}
	return ""
}

// words are those of a parameter that takes several, with commas between them.
func words[T ~string](parameter string) (out []T) {
	for word := range strings.SplitSeq(parameter, ",") {
		if parameter != "" {
			out = append(out, T(word))
		}
	}
	return out
}

// known reports whether all of some words are among others.
func known[T ~string](asked, all []T) bool {
	return !slices.ContainsFunc(asked, func(word T) bool { return !slices.Contains(all, word) })
}

// moment reads a point in time: RFC 3339, a day (UTC), or how long ago, such
// as 24h or 7d.
func moment(q query, name string, now time.Time) (time.Time, *wire.Error) {
	s := q[name]
	if s == "" {
		return time.Time{}, nil
	}
	if t, ok := config.ParseMoment(s, now); ok {
		return t, nil
	}
	return time.Time{}, wire.BadRequest(name, "bad_parameter",
		"A time is written as 2026-11-20T12:00:00Z, 2026-11-20, or as how long ago: 24h, 7d.")
}

// limit reads how many traces a page is to have. More than there may be is as
// many as there may be.
func limit(q query) (int, *wire.Error) {
	s, given := q["limit"]
	n, err := strconv.ParseUint(s, 10, 63)
	switch {
	case !given:
		return 0, nil
	case errors.Is(err, strconv.ErrRange):
		return mostTraces, nil
	case err != nil || n == 0:
		return 0, wire.BadRequest("limit", "bad_parameter", "A limit is a whole number from 1 on.")
	}
	return int(min(n, mostTraces)), nil
}

// mostTraces are on a page at most.
const mostTraces = 500

// truth checks a parameter that is true or false.
func truth(q query, name string) *wire.Error {
	if !slices.Contains([]string{"", "true", "false"}, q[name]) {
		return wire.BadRequest(name, "bad_parameter", "It is true or false.")
	}
	return nil
}
