package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"vouchsafe/admin/metrics"
	"vouchsafe/config"
	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
)

// recorder is given the trace of every exchange when it ends, and tells all
// who want to know. Only the ledger may make an exchange wait: an answer whose
// trace cannot be kept is not to be given in silence.
type recorder struct {
	log     *zap.Logger
	engine  written.Engine
	metrics *metrics.Metrics
	ledger  *ledger.Writer                        // nil: no file of traces is kept
	watch   []func(*ledger.Trace, ledger.Content) // told besides; none of them waits for anything
	known   sync.Map                              // first: calls that were told of
	causes  atomic.Int64                          // of passages unseen, among those calls
	silent  sync.Map                              // by judge: when it was last told that one gives no opinion
}

// first is the first call of its kind that an app makes: what comes ahead of an answer,
// such as a title that is asked for, leaves the answer to be told of, a call that the
// gateway turns away, such as a stray one for a page, leaves one that fails otherwise, and
// one whose passages were not seen leaves those that were not for another cause.
type first struct{ app, kind, cause string }

func firstOf(t *ledger.Trace) first {
	f := first{app: t.App, kind: kindOf(t)}
	switch {
	case t.Verdict == report.Failed && len(t.Attempts) == 0:
		f.cause = t.Reason
	case f.kind == blindCall:
		f.cause = unseenIn(t.Findings)
	case f.kind == unsureCall:
		f.cause, _, _ = strings.Cut(t.Asks, " (“") // what told it, without the prompt's own words
	}
	return f
}

// mostCauses bounds how many causes of passages unseen are told, since a prompt words them.
const mostCauses = 200

// isFirst reports whether no such call was told of before.
func (r *recorder) isFirst(f first) bool {
	if f.kind == blindCall && r.causes.Load() >= mostCauses {
		return false
	}
	_, known := r.known.LoadOrStore(f, true)
	if !known && f.kind == blindCall {
		r.causes.Add(1)
	}
	return !known
}

const (
	blindCall  = "call whose passages were not seen"
	unsureCall = "call that may be a task"
)

func kindOf(t *ledger.Trace) string {
	switch {
	case t.Verdict == report.Skipped && t.Reason == "":
		return "call that is none for an answer"
	case t.Verdict == report.Failed:
		return "failed call"
	case t.Reason == report.ReasonTask:
		return "task"
	case strings.HasPrefix(t.Asks, string(ask.Unsure)+":"):
		return unsureCall
	case len(t.Chunks) > 0:
		return "call with passages"
	case unseenIn(t.Findings) != "":
		return blindCall
	}
	return "call without passages"
}

func (r *recorder) record(t *ledger.Trace, content ledger.Content) {
	t.Engine = r.engine
	if r.ledger != nil {
		t.Model = r.ledger.Mask(t.Model) // a client's own word, which log and metrics tell too
	}
	logExchange(r.log, t)
	if f := firstOf(t); r.isFirst(f) {
		if seen := seenIn(t); seen != "" {
			r.log.Info("first "+f.kind+" of an app", zap.String("app", t.App), zap.String("seen", seen))
		}
	}
	r.tellSilence(t)
	r.metrics.Exchange(t)
	for _, watch := range r.watch {
		watch(t, content)
	}
	if r.ledger == nil {
		return
	}
	started := time.Now()
	if err := r.ledger.Record(t, content); err != nil {
		r.log.Error("a trace was lost", zap.String("trace_id", t.QueryID), zap.Error(err))
	}
	r.metrics.Recorded(t.App, time.Since(started))
}

// silencePause is how often the log tells of a judge that gives no opinion.
const silencePause = time.Minute

// tellSilence warns of a judge that gave no opinion: answers go on without it, by its on_error. Why it gave none may repeat
// texts, and stands in the trace alone.
func (r *recorder) tellSilence(t *ledger.Trace) {
	if t.Heard == nil || t.Heard.Errors == 0 {
		return
	}
	last, told := r.silent.Load(t.Heard.Judge)
	if told && t.Timestamp.Sub(last.(time.Time)) < silencePause {
		return
	}
	r.silent.Store(t.Heard.Judge, t.Timestamp)
	r.log.Warn("a judge gave no opinion; the trace tells why (judge.cause)", zap.String("judge", t.Heard.Judge), zap.String("app", t.App),
		zap.String("trace_id", t.QueryID), zap.Int("claims", t.Heard.Errors))
}

// seenIn says in a sentence what the gateway made of a prompt, and what to change.
func seenIn(t *ledger.Trace) string {
	if t.Verdict == report.Skipped && t.Reason == "" {
		return "" // embeddings and their like hold no passages
	}
	g := glanceAt(t.Chunks, t.Findings, t.Reason)
	g.marker, g.asks = t.Marker, t.Asks
	text := g.String()
	if t.Verdict == report.Failed {
		failed := "the call failed (" + cmp.Or(t.Reason, "no reason is known") + "); `vouchsafe docs http#errors`"
		if len(t.Chunks) == 0 {
			return failed // before anything was read, or without passages
		}
		return text + "; " + failed
	}
	if advice := g.advice(); advice != "" {
		text += ". " + advice
	}
	return text
}

// newLogger returns the program's log.
func newLogger(l config.Log, to io.Writer) (*zap.Logger, error) {
	level, err := zapcore.ParseLevel(l.Level)
	if err != nil {
		return nil, fmt.Errorf("cannot log: %w", err)
	}
	c := zap.NewProductionEncoderConfig()
	c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	encoder := zapcore.NewJSONEncoder(c)
	if l.Format == "console" {
		encoder = zapcore.NewConsoleEncoder(c)
	}
	// The lines of a moment together: one system call for each exchange would be a tenth of what an exchange that passes costs.
	// Nothing is made durable: what is wrapped has no Sync.
	out := &zapcore.BufferedWriteSyncer{WS: zapcore.AddSync(struct{ io.Writer }{to}), Size: 64 << 10, FlushInterval: logPause}
	return zap.New(zapcore.NewCore(encoder, out, level), zap.Hooks(func(e zapcore.Entry) error {
		if e.Level < zapcore.WarnLevel {
			return nil
		}
		return out.Sync() // no line waits that tells of trouble
	})), nil
}

// logPause is how long a line may wait.
const logPause = 100 * time.Millisecond

// logExchange writes the one line that an exchange leaves in the log. It holds
// no text of the exchange: the trace does.
func logExchange(log *zap.Logger, t *ledger.Trace) { log.Info("exchange", zap.Inline((*logged)(t))) }

type logged ledger.Trace

// MarshalLogObject writes what the line tells.
func (t *logged) MarshalLogObject(to zapcore.ObjectEncoder) error {
	to.AddString("trace_id", t.QueryID)
	to.AddString("app", t.App)
	to.AddString("policy", t.Policy)
	to.AddString("model", t.Model)
	to.AddString("verdict", string(t.Verdict))
	to.AddString("proof", string(t.Proof))
	to.AddString("reason", t.Reason)
	to.AddInt("attempts", len(t.Attempts))
	to.AddInt("findings", len(t.Findings))
	to.AddInt("chunks", len(t.Chunks))
	to.AddDuration("total", t.Latency.Total)
	to.AddDuration("upstream", t.Latency.Upstream)
	to.AddDuration("verify", t.Latency.Verify)
	return nil
}

// pairs tells something of each member of a map, by name: the policy of each app,
// or where calls to each upstream go. A base URL holds no credentials.
func pairs[T any](all map[string]T, of func(T) string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, name+" "+of(all[name]))
	}
	return out
}

// glance is what the gateway made of a prompt, in short.
type glance struct {
	passages, sections int
	ids, layouts       []string // the first of them
	marker             string   // the style in which the app wants its citations; "" for none
	asks               string   // what it asks for and why; "" where it asks for an answer, or nobody looked
	task               bool     // it asks for something that a program reads
	unseen             string   // why no passage was seen, where the prompt speaks of some
}

// look takes in the passages.
func (g *glance) look(at func(int) *evidence.Chunk, n int) {
	const named = 3
	g.passages = n
	for i := range n {
		c := at(i)
		if c.Kind == evidence.Section {
			g.sections++
		}
		if len(g.ids) < named {
			g.ids = append(g.ids, c.ID)
		}
		if len(g.layouts) < named && !slices.Contains(g.layouts, c.Layout) {
			g.layouts = append(g.layouts, c.Layout)
		}
	}
}

// String tells it in a sentence without a full stop.
func (g *glance) String() string {
	var parts []string
	switch {
	case g.passages > 0:
		ids := strings.Join(g.ids, ", ")
		if g.passages > len(g.ids) {
			ids += ", …"
		}
		parts = append(parts, fmt.Sprintf("%s (%s), read as %s", countOf(g.passages, "passage"), ids, strings.Join(g.layouts, ", ")))
	case g.unseen != "":
		parts = append(parts, "no passages: "+g.unseen)
	case g.task:
		parts = append(parts, "no passages")
	default:
		parts = append(parts, "no passages seen: looked for "+layout.LookedFor)
	}
	if g.marker != "" {
		parts = append(parts, "markers as the prompt wants them, "+g.marker)
	}
	switch kind, why, _ := strings.Cut(g.asks, ": "); ask.Kind(kind) {
	case ask.Task:
		parts = append(parts, "a task, whose reply passes in its form: "+why)
	case ask.Unsure:
		parts = append(parts, "a task or an answer, which its reply will tell: "+why)
	}
	return strings.Join(parts, "; ")
}

const howToMark = `a line such as "Context:" above, or a tag around each passage (<document id="d1">…</document>); ` +
	"or send it beside the messages in vouchsafe.chunks: `vouchsafe docs layouts`"

// advice is what to change where less was seen than there may be, with the page that
// helps; "" where nothing need be.
func (g *glance) advice() string {
	switch {
	case g.task:
		return "If people read its reply as an answer, have the prompt order an answer, or set the policy's tasks: `vouchsafe docs tasks`"
	case g.passages == 0 && g.unseen == layout.NotText:
		return "Send what they say as text, too, in the prompt or beside the messages in vouchsafe.chunks: `vouchsafe docs layouts`"
	case g.passages == 0 && g.unseen == layout.TooLong:
		return "Send the passages beside the messages, in vouchsafe.chunks: `vouchsafe docs layouts`"
	case g.passages == 0 && g.unseen != "":
		return "Send what it speaks of as text, and mark it: " + howToMark
	case g.passages == 0:
		return "A chat needs none. If this one has material, send it as text, and mark it: " + howToMark
	case g.sections == g.passages:
		return "Where this holds several passages they cannot be told apart, and a citation can name the whole alone: give each a head " +
			"or a tag with its id: `vouchsafe docs layouts#sections`"
	}
	return ""
}

// glanceAt is what an exchange's prompt was read as, by what its trace holds.
func glanceAt(chunks []evidence.Chunk, findings []report.Finding, reason string) *glance {
	g := &glance{task: reason == report.ReasonTask, unseen: unseenIn(findings)}
	g.look(func(i int) *evidence.Chunk { return &chunks[i] }, len(chunks))
	return g
}

// unseenIn is why passages were not seen, "" where nothing speaks of any.
func unseenIn(findings []report.Finding) string {
	for _, f := range findings {
		if f.Code == report.Unreadable {
			return f.Detail
		}
	}
	return ""
}
