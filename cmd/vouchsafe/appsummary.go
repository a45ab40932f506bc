package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/replay"
	"vouchsafe/trace/store"
)

// wouldBe are the policies under which a run decides its exchanges again.
var wouldBe = []string{"balanced", "verbatim"}

// appSummary is what a gateway saw of one app.
type appSummary struct {
	upstreams []string
	policy    string
	command   []string
	took      time.Duration
	code      int                       // with which the app ended
	isTask    func(traceID string) bool // whether a call asked for a task

	calls, failed, others int // others ask for no answer: embeddings, lists of models
	seen, unseen, tasks   prompts
	cause                 string // what an upstream said that failed, the first
	less, nothing         string // what to change: of the first prompt of which less was seen than there may be, or nothing
	chunks                int
	verdicts, proofs      map[string]int
	findings              map[report.Code]finds
	own                   time.Duration // what the gateway itself needed, of all calls
	spent, repairs        int           // tokens of all attempts, and of repairs

	replayers map[string]*replay.Replayer
	outcomes  map[string]outcomes
	page      *selection
	tally     tally
}

// prompts count prompts, and keep one of them.
type prompts struct {
	n       int
	example string
}

func (p *prompts) add(question string) {
	p.n++
	if p.example == "" {
		p.example = question
	}
}

// finds count a finding, and keep what it said once.
type finds struct {
	n       int
	example string
}

// outcomes count what a policy would have made of answers.
type outcomes struct{ hold, repaired, quoted, fail, unknown int }

func newAppSummary(c *config.Config, paged bool) *appSummary {
	s := &appSummary{verdicts: map[string]int{}, proofs: map[string]int{}, findings: map[report.Code]finds{},
		replayers: map[string]*replay.Replayer{}, outcomes: map[string]outcomes{}}
	s.upstreams = pairs(c.Upstreams, func(u config.Upstream) string { return u.BaseURL })
	prepare := preparer()
	for _, name := range wouldBe {
		if p, ok := c.Policies[name]; ok {
			s.replayers[name] = &replay.Replayer{Policy: p, Prepare: prepare}
		}
	}
	s.page = newSelection(paged, prepare)
	return s
}

// read reads the traces that a run has left.
func (s *appSummary) read(l config.Ledger) error {
	if !isThere(l.JSONL.Path) {
		return nil // no call was made
	}
	traces, err := openArchive(l, nil, false, nil)
	if err != nil {
		return err
	}
	defer traces.close()
	return traces.lines(store.Filter{})(s.add)
}

// add counts one trace.
func (s *appSummary) add(n int, line []byte) error {
	t, err := audit.ReadTrace(line)
	if err != nil {
		return fmt.Errorf("a trace of the run: %w", err)
	}
	s.calls++
	s.addPrompt(t)
	s.addCost(line)
	s.verdicts[s.verdictWithReason(t)]++
	if t.Verdict != report.Skipped && t.Verdict != report.Failed {
		s.proofs[string(cmp.Or(t.Proof, "none"))]++
	}
	for _, f := range t.Findings {
		kept := s.findings[f.Code]
		s.findings[f.Code] = finds{kept.n + 1, cmp.Or(kept.example, f.Detail)}
	}
	for name, r := range s.replayers {
		d := r.Decide(t)
		s.outcomes[name] = s.outcomes[name].and(t, &d)
		if name == wouldBe[0] && d.Item != nil {
			s.addRow(n, t, &d)
		}
	}
	return nil
}

// verdictWithReason tells a task from a prompt in which passages were looked for in vain,
// where it is only observed, too.
func (s *appSummary) verdictWithReason(t *audit.Trace) string {
	switch {
	case t.Reason == "":
		return string(t.Verdict)
	case t.Reason == report.ReasonNoContext && s.isTask(t.QueryID):
		return string(t.Verdict) + " (" + report.ReasonTask + ")"
	}
	return string(t.Verdict) + " (" + t.Reason + ")"
}

func (s *appSummary) addPrompt(t *audit.Trace) {
	task := s.isTask(t.QueryID)
	switch {
	case t.Verdict == report.Failed:
		s.failed++
		s.cause = cmp.Or(s.cause, causeOf(t))
	case task:
		s.tasks.add(t.Question)
	case len(t.Chunks) > 0:
		s.seen.add(t.Question)
		s.chunks += len(t.Chunks)
	case t.Verdict == report.Skipped && t.Reason == "":
		s.others++
		return
	default:
		s.unseen.add(t.Question)
	}
	if t.Verdict == report.Failed || task {
		return
	}
	if advice := glanceAt(t.Chunks, t.Findings, false).advice(); len(t.Chunks) > 0 {
		s.less = cmp.Or(s.less, advice)
	} else {
		s.nothing = cmp.Or(s.nothing, advice)
	}
}

// causeOf is why a call failed, with what its upstream said where that is kept.
func causeOf(t *audit.Trace) string {
	text := t.Reason
	if n := len(t.Calls); n > 0 && t.Calls[n-1].Status/100 != 2 && t.Calls[n-1].Reply != "" {
		text += fmt.Sprintf(": %q", clipText(t.Calls[n-1].Reply, 160))
	}
	if t.Reason == "upstream-401" {
		text += "; the key that it got (OPENAI_API_KEY, unless the app or the configuration has another) was turned away"
	}
	return text + "; `vouchsafe docs http#errors`"
}

// cost is what a stored trace tells of time and tokens.
type cost struct {
	Latency struct {
		Total    float64 `json:"total_ms"`
		Upstream float64 `json:"upstream_ms"`
	} `json:"latency"`
	Attempts []struct {
		Asked string `json:"asked"`
		Usage usage  `json:"usage"`
	} `json:"attempts"`
}

type usage struct {
	Total int `json:"total_tokens"`
}

func (s *appSummary) addCost(line []byte) {
	var c cost
	if json.Unmarshal(line, &c) != nil {
		return // a usage in another upstream's form is not counted
	}
	s.own += time.Duration(max(0, c.Latency.Total-c.Latency.Upstream) * float64(time.Millisecond))
	for _, a := range c.Attempts {
		s.spent += a.Usage.Total
		if strings.HasPrefix(a.Asked, ledger.RepairAsked) {
			s.repairs += a.Usage.Total
		}
	}
}

// and counts one decision. A trace of an app that is only observed holds an
// answer whose model was not asked for citations; what an audit says of it is
// told in place of a decision.
func (o outcomes) and(t *audit.Trace, d *replay.Decision) outcomes {
	switch {
	case t.Verdict == report.Skipped && d.Item == nil, t.Verdict == report.Failed, d.Class == replay.NotVerified:
	case d.Class == replay.WouldPass && d.Now == report.Quoted:
		o.quoted++
	case d.Class == replay.WouldPass && d.Now == report.Repaired:
		o.repaired++
	case d.Class == replay.WouldPass, d.Class == replay.NotDecidable && htmlreport.Passes(d.Audit):
		o.hold++
	case d.Class == replay.AtRisk, d.Audit == report.Ungrounded:
		o.fail++
	default:
		o.unknown++
	}
	return o
}

func (s *appSummary) addRow(n int, t *audit.Trace, d *replay.Decision) {
	o := outcome{line: n, item: *d.Item, was: t.Verdict, passes: d.Class == replay.WouldPass}
	o.item.ID, _ = json.Marshal(t.QueryID) // a string cannot fail
	o.item.Verdict = cmp.Or(d.Now, d.Audit)
	o.item.Report.Verdict = o.item.Verdict
	s.tally.add(o)
	s.page.add(o)
}

// tell writes the summary for people.
func (s *appSummary) tell(w io.Writer) {
	fmt.Fprintf(w, "\nvouchsafe run: %s in %s, policy %s%s\n", countOf(s.calls, "call"), s.took.Round(100*time.Millisecond), s.policy, s.effect())
	if s.calls == 0 {
		tellNoCalls(w, addressesSet(".", s.command), s.code)
		return
	}
	for _, row := range s.rows() {
		if row[1] != "" {
			fmt.Fprintf(w, "  %-9s %s\n", row[0], row[1])
		}
	}
}

// What is said where no call came: the cause that is known before those that may be.
const (
	noCalls = "  No call reached the gateway, whose address stood in OPENAI_BASE_URL.\n"
	endedBy = "  The app ended with exit code %d before any: what it wrote last says why.\n"
	noKey   = `  OPENAI_API_KEY is not set here: unless the app has a key of its own, OpenAI's libraries make no call without it.
`
	ownAddress = `  These lines may set another address. Take it out there, or set it to the variable (os.environ["OPENAI_BASE_URL"], process.env.OPENAI_BASE_URL):
`
	unseenWhy = `  Either the app made none, or it does not read the variable:
  look for base_url=, baseURL or an api_base in its code and configuration, for a .env file that sets the variable over the
  environment, and for a library of another provider than OpenAI.
`
	noCallsPage = "  `vouchsafe docs commands#when-no-call-came` has more.\n"
)

// tellNoCalls tells why no call may have come. lines are where the app may set an
// address of its own, code is its exit code.
func tellNoCalls(w io.Writer, lines []string, code int) {
	fmt.Fprint(w, noCalls)
	if code > 0 {
		fmt.Fprintf(w, endedBy, code)
	}
	if os.Getenv("OPENAI_API_KEY") == "" {
		fmt.Fprint(w, noKey)
	}
	if len(lines) == 0 {
		fmt.Fprint(w, unseenWhy)
	} else {
		fmt.Fprint(w, ownAddress)
	}
	for _, line := range lines {
		fmt.Fprintf(w, "    %s\n", visible(line))
	}
	fmt.Fprint(w, noCallsPage)
}

func (s *appSummary) effect() string {
	if s.policy == "observe" {
		return ": nothing was changed for the app"
	}
	return ""
}

// rows are the lines of the summary, each a label with what there is to say.
func (s *appSummary) rows() [][2]string {
	rows := [][2]string{{"upstream", strings.Join(s.upstreams, ", ")}, {"passages", s.passages()}, {"verdicts", told(s.verdicts)}, {"cause", s.cause}, {"proof", told(s.proofs)}}
	for i, f := range frequent(s.findings) {
		label := "findings"
		if i > 0 {
			label = ""
		}
		rows = append(rows, [2]string{label, f})
	}
	rows = append(rows, [2]string{"added", s.added()})
	for i, name := range wouldBe {
		label := "enforced"
		if i > 0 {
			label = ""
		}
		rows = append(rows, [2]string{label, name + ": " + s.outcomes[name].String()})
	}
	return append(rows, [2]string{"advice", s.advice()})
}

// advice is what to change; "" where nothing need be. An app of which passages were seen
// may well make calls that have none.
func (s *appSummary) advice() string {
	if s.seen.n == 0 {
		return s.nothing
	}
	return s.less
}

func (s *appSummary) passages() string {
	out := fmt.Sprintf("seen in %s (%s)%s", countOf(s.seen.n, "prompt"), countOf(s.chunks, "passage"), s.seen.quoted())
	if s.unseen.n > 0 {
		out += fmt.Sprintf("; none seen in %s%s", countOf(s.unseen.n, "prompt"), s.unseen.quoted())
	}
	if s.tasks.n > 0 {
		out += "; " + countOf(s.tasks.n, "task") + s.tasks.quoted()
	}
	if s.others > 0 {
		out += "; " + countOf(s.others, "call") + " for other things than answers"
	}
	if s.failed > 0 {
		out += "; " + countOf(s.failed, "failed call")
	}
	return out
}

func (p prompts) quoted() string {
	const shown = 60 // characters
	if p.example == "" {
		return ""
	}
	return fmt.Sprintf(", such as %q", visible(clipText(p.example, shown)))
}

// told tells of counts, the greatest first.
func told(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(parts, ", ")
}

func (s *appSummary) added() string {
	each := float64(s.own) / float64(time.Millisecond) / float64(max(1, s.calls))
	return fmt.Sprintf("%.2f ms a call; %d tokens of %d went into repairs", each, s.repairs, s.spent)
}

// String tells what a policy would have made of the answers.
func (o outcomes) String() string {
	if o == (outcomes{}) {
		return "nothing to verify"
	}
	out := fmt.Sprintf("%d of %s would pass as written", o.hold, countOf(o.hold+o.repaired+o.quoted+o.fail+o.unknown, "answer"))
	if o.repaired > 0 {
		out += fmt.Sprintf(", %d after a repair", o.repaired)
	}
	if o.quoted > 0 {
		out += fmt.Sprintf(", %d would be shown in the sources' words", o.quoted)
	}
	if o.fail > 0 {
		out += fmt.Sprintf(", %d would be repaired, shown in the sources' words, or refused", o.fail)
	}
	if o.unknown > 0 {
		out += fmt.Sprintf(", %d cannot be told", o.unknown)
	}
	return out
}

// writePage writes the exchanges that have an answer, decided under balanced.
func (s *appSummary) writePage(w io.Writer) error {
	s.page.title, s.page.would = "What the gateway saw of an app", true
	s.tally.Passed = s.outcomes[wouldBe[0]].hold
	facts := []htmlreport.Fact{{Label: "Policy", Value: wouldBe[0] + ", held against what the app's own model wrote"},
		{Label: "Policy hash", Value: policy.Hash(s.replayers[wouldBe[0]].Policy)}}
	for _, row := range s.rows() {
		facts = append(facts, htmlreport.Fact{Label: row[0], Value: row[1]})
	}
	return s.page.write(w, s.tally.Tally, append(facts, htmlreport.Fact{Label: "Program", Value: "vouchsafe " + version}))
}
