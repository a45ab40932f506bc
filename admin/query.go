package admin

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/store"
)

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
		App: q["app"], Verdict: q["verdict"], Finding: q["finding"], CountsAs: words[report.CountsAs](q["counts_as"]), Proof: words[report.Proof](q["proof"]), Document: q["document"], Chunk: q["chunk"],
		Model: q["model"], User: q["user"], Conversation: q["conversation"], Failing: q["failing"] == "true", Text: strings.TrimSpace(q["q"]), Cursor: q["cursor"],
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
