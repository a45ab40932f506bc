package admin

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// mostComment bounds what someone may say of a trace, in code points.
const mostComment = 4000

// kinds are those of feedback.
var kinds = []string{store.FalseRefusal, store.Missed, store.Right}

const kindsText = "false_refusal, missed_hallucination or right."

// opinion is what someone says of a trace. With By it is an earlier one that is brought back, as it was kept.
type opinion struct {
	QueryID   string  `json:"query_id"`
	Kind      string  `json:"kind"`
	Comment   *string `json:"comment"` // nil: that of the opinion before
	Ideal     *string `json:"ideal"`   // the answer that would have been right
	By        string  `json:"by"`
	At        string  `json:"at"`
	CommentBy string  `json:"comment_by"`
	IdealBy   string  `json:"ideal_by"`
	Over      *string `json:"over"` // when the opinion was given that this one takes the place of, "" for none; nil: whichever stands
}

// giveFeedback keeps what someone says of a trace with it. A key may speak of the
// traces that it may read.
func giveFeedback(r *request) *wire.Error {
	o, bad := r.opinion()
	if bad != nil {
		return bad
	}
	r.id = o.QueryID
	r.awaitTrace()
	line, bad := r.trace()
	if bad != nil {
		return bad
	}
	before := gjson.GetBytes(line, "feedback")
	said := o.since(before, r.who.name, r.desk.opt.Ledger.Mask)
	if o.By != "" {
		said = o.again()
	}
	text, err := json.Marshal(said)
	if err != nil {
		return wire.NewError(500, "internal_error", "The feedback cannot be written.")
	}
	if o.By != "" {
		if bad := r.saidOnce(o, before, text); bad != nil {
			return bad
		}
	}
	if err := r.say(line, text, "feedback", store.FeedbackTarget(o.QueryID, text)); err != nil {
		return err
	}
	return r.answer(map[string]any{"query_id": o.QueryID, "kind": o.Kind, "feedback": json.RawMessage(text), "before": rawOrNull(before)})
}

// since is an opinion as it is kept: words that are not said anew are those of the opinion before, under the name of who said them.
func (o *opinion) since(before gjson.Result, who string, mask func(string) string) map[string]string {
	said := map[string]string{"kind": o.Kind, "by": who, "at": time.Now().UTC().Format(time.RFC3339)}
	for name, anew := range map[string]*string{"comment": o.Comment, "ideal": o.Ideal} {
		if said[name] = before.Get(name).Str; anew != nil && mask(*anew) != said[name] {
			said[name] = mask(*anew)
		} else if by := cmp.Or(before.Get(name+"_by").Str, before.Get("by").Str); said[name] != "" && by != who {
			said[name+"_by"] = by
		}
	}
	return said
}

// again is an opinion as it was kept when it was given.
func (o *opinion) again() map[string]string {
	said := map[string]string{"kind": o.Kind, "by": o.By, "at": o.At, "comment": "", "ideal": ""}
	for name, is := range map[string]*string{"comment": o.Comment, "ideal": o.Ideal, "comment_by": &o.CommentBy, "ideal_by": &o.IdealBy} {
		if is != nil && *is != "" {
			said[name] = *is
		}
	}
	return said
}

var errSince = wire.BadRequest("by", "marked_since", "Somebody else has said something of it since: read it first.")

// saidOnce turns down an opinion that was never given so by whom it names, and one that would take the place of another person's.
func (r *request) saidOnce(o opinion, before gjson.Result, text []byte) *wire.Error {
	if by := before.Get("by").Str; by != "" && by != r.who.name || o.Over != nil && *o.Over != before.Get("at").Str {
		return errSince
	}
	at, _ := time.Parse(time.RFC3339, o.At)
	switch was, err := r.desk.opt.Store.Notes.Said(r.within, o.By, store.FeedbackTarget(o.QueryID, text), at); {
	case err != nil:
		return r.storeTrouble(err)
	case !was:
		return wire.BadRequest("by", "bad_request", "Nobody of that name said so then. Without `by` it is said by you, now.")
	}
	return nil
}

func rawOrNull(v gjson.Result) json.RawMessage { return json.RawMessage(cmp.Or(v.Raw, "null")) }

// How long feedback waits for a trace that is on its way to the store, and how old its id may be then.
const (
	onItsWay   = 3 * time.Second
	mostLasted = 15 * time.Minute // of an exchange
)

// awaitTrace waits for the trace of an exchange that may just have ended: whoever reads the reply may be quicker than the store.
func (r *request) awaitTrace() {
	for began := time.Now(); time.Since(began) < onItsWay &&
		time.Since(ledger.MadeAt(r.id)) < mostLasted; time.Sleep(50 * time.Millisecond) {
		if _, err := r.desk.opt.Store.Get(r.within, r.id); !errors.Is(err, store.ErrNotFound) {
			return
		}
	}
}

// withdrawFeedback takes back what somebody said of a trace; with `at`, only what whoever asks said then.
func withdrawFeedback(r *request) *wire.Error {
	line, bad := r.trace()
	if bad != nil {
		return bad
	}
	if before := gjson.GetBytes(line, "feedback"); r.query["at"] != "" &&
		(before.Get("at").Str != r.query["at"] || before.Get("by").Str != r.who.name) {
		return errSince
	}
	if err := r.say(line, nil, "feedback withdrawn", r.id); err != nil {
		return err
	}
	return r.answer(map[string]any{"query_id": r.id, "kind": nil, "feedback": nil, "before": rawOrNull(gjson.GetBytes(line, "feedback"))})
}

// say keeps what somebody says of a trace, in the store and in the file, one after the other; nil takes back what was said.
func (r *request) say(trace []byte, feedback json.RawMessage, action, target string) *wire.Error {
	of := gjson.GetManyBytes(trace, "timestamp", "app", "user")
	a := ledger.Access{Who: r.who.name, Role: string(r.who.role), Action: action, Target: target, Count: 1}
	r.desk.saying.Lock()
	defer r.desk.saying.Unlock()
	err := r.desk.opt.Store.SetFeedback(r.within, r.id, feedback, &a)
	if err == nil {
		err = errors.Join(r.desk.opt.Ledger.Accessed(a), r.desk.opt.Ledger.Opined(ledger.Opinion{Trace: r.id, Timestamp: of[0].Str,
			App: of[1].Str, User: of[2].Str, Feedback: feedback}))
	}
	return r.storeTrouble(err)
}

// opinion reads the body of a request.
func (r *request) opinion() (opinion, *wire.Error) {
	var o opinion
	if kind, _, _ := strings.Cut(string(r.ctx.Request.Header.ContentType()),
		";"); strings.TrimSpace(strings.ToLower(kind)) != "application/json" {
		return o, wire.NewError(400, "bad_request", "The body is to be JSON, and its Content-Type application/json.")
	}
	d := json.NewDecoder(bytes.NewReader(r.ctx.Request.Body()))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil || d.Decode(&struct{}{}) != io.EOF {
		return o, wire.NewError(400, "bad_request", "The body is to be one JSON object with query_id, kind, comment and ideal.")
	}
	switch {
	case !traceID.MatchString(o.QueryID):
		return o, wire.BadRequest("query_id", "bad_request", "This is no id of a trace.")
	case !slices.Contains(kinds, o.Kind):
		return o, wire.BadRequest("kind", "bad_request", "A kind is "+kindsText)
	case tooLong(o.Comment) || tooLong(o.Ideal):
		return o, wire.BadRequest("comment", "bad_request", "A comment and an ideal answer have at most 4000 characters.")
	}
	return o, nil
}

func tooLong(s *string) bool { return s != nil && utf8.RuneCountInString(*s) > mostComment }

// exportReviewed exports the traces that have feedback. Each is a line of input of
// vouchsafe verify, so a failure that a person has seen becomes a regression test.
func exportReviewed(r *request) *wire.Error {
	kind := r.query["kind"]
	if kind != "" && !slices.Contains(kinds, kind) {
		return wire.BadRequest("kind", "bad_parameter", "A kind is "+kindsText)
	}
	f := r.chosen
	f.Feedback = true
	return r.stream(f, form{kind: "application/x-ndjson", file: "regressions.jsonl", row: func(trace []byte) []byte {
		if kind != "" && gjson.GetBytes(trace, "feedback.kind").Str != kind {
			return nil
		}
		return append(trace, '\n')
	}})
}
