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
	upstreams map[string]config.Upstream
	policy    string
	command   []string
	took      time.Duration
	code      int      // with which the app ended
	past      []string // lines of the app that may lead calls past the gateway

	calls, failed, others int // others ask for no answer: embeddings, lists of models
	seen, unseen, tasks   prompts
	cause                 string   // what an upstream said that failed, the first
	less                  []string // what to change, once for each cause for which less was seen than there may be
	nothing               string   // what to change where nothing at all was seen
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
	s.upstreams = c.Upstreams
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
	s.verdicts[verdictWithReason(t)]++
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

func verdictWithReason(t *audit.Trace) string {
	if t.Reason == "" {
		return string(t.Verdict)
	}
	return string(t.Verdict) + " (" + t.Reason + ")"
}

func (s *appSummary) addPrompt(t *audit.Trace) {
	switch {
	case t.Verdict == report.Failed:
		s.failed++
		s.cause = cmp.Or(s.cause, s.causeOf(t))
		return
	case t.Reason == report.ReasonTask:
		s.tasks.add(t.Question)
		return
	case len(t.Chunks) > 0:
		s.seen.add(t.Question)
		s.chunks += len(t.Chunks)
	case t.Verdict == report.Skipped && t.Reason == "":
		s.others++
		return
	default:
		s.unseen.add(t.Question)
	}
	g := glanceAt(t.Chunks, t.Findings, t.Reason)
	switch advice := g.advice(); {
	case len(t.Chunks) == 0 && g.unseen == "":
		s.nothing = advice
	case advice != "" && !slices.Contains(s.less, advice):
		s.less = append(s.less, advice)
	}
}

// causeOf is why a call failed: what its upstream said, or where there is none.
func (s *appSummary) causeOf(t *audit.Trace) string {
	text, page := t.Reason, "http#errors"
	if n := len(t.Calls); n > 0 {
		text += ": " + s.upstreams[t.Calls[n-1].Upstream].BaseURL
		if said := t.Calls[n-1].Reply; t.Calls[n-1].Status/100 != 2 && said != "" {
			text += fmt.Sprintf(" said %q", clipText(said, 160))
		}
	}
	switch t.Reason {
	case "upstream-401":
		text += "; the key that it got (OPENAI_API_KEY, unless the app or the configuration has another) was turned away"
	case "upstream_unreachable":
		page = "upstreams#when-an-upstream-does-not-answer"
	}
	return text + "; `vouchsafe docs " + page + "`"
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
		s.tellNoCalls(w)
		return
	}
	last := ""
	for _, row := range s.rows() {
		label := row[0]
		if label == last {
			label = ""
		}
		last = row[0]
		fmt.Fprintf(w, "  %-9s %s\n", label, row[1])
	}
}

// tellNoCalls tells why no call may have come: what is known, or else what may be.
func (s *appSummary) tellNoCalls(w io.Writer) {
	told := "No call reached the gateway."
	if s.code > 0 {
		told += fmt.Sprintf(" The app ended with exit code %d: what it wrote last says why.", s.code)
	}
	if os.Getenv("OPENAI_API_KEY") == "" {
		told += "\n  OPENAI_API_KEY is not set: OpenAI's libraries make no call without a key."
	}
	switch {
	case len(s.past) > 0:
		told += "\n  These lines may set another address than OPENAI_BASE_URL:\n    " + strings.Join(s.past, "\n    ")
	case s.code == 0:
		told += " The app made none, or does not read OPENAI_BASE_URL."
	}
	fmt.Fprintf(w, "  %s\n  `vouchsafe docs commands#when-no-call-came` says what to do.\n", told)
}

func (s *appSummary) effect() string {
	if s.policy == "observe" {
		return ": nothing was changed for the app"
	}
	return ""
}

// rows are the lines of the summary, each a label with what there is to say.
func (s *appSummary) rows() (rows [][2]string) {
	add := func(label string, texts ...string) {
		for _, text := range texts {
			if text != "" {
				rows = append(rows, [2]string{label, text})
			}
		}
	}
	add("upstream", strings.Join(pairs(s.upstreams, func(u config.Upstream) string { return u.BaseURL }), ", "))
	add("passages", s.passages())
	add("verdicts", told(s.verdicts))
	add("cause", s.cause)
	add("proof", told(s.proofs))
	add("findings", frequent(s.findings)...)
	add("added", s.added())
	for _, name := range wouldBe {
		if s.outcomes[name] != (outcomes{}) {
			add("enforced", name+": "+s.outcomes[name].String())
		}
	}
	add("advice", s.advice()...)
	if len(s.past) > 0 {
		add("not seen", "calls to another address, which these lines may set: "+strings.Join(s.past, ", "))
	}
	return rows
}

// advice is what to change, if anything. An app of which passages were seen may well make
// calls that have none.
func (s *appSummary) advice() []string {
	if s.seen.n == 0 && len(s.less) == 0 {
		return []string{s.nothing}
	}
	return s.less
}

func (s *appSummary) passages() string {
	var parts []string
	add := func(n int, part string) {
		if n > 0 {
			parts = append(parts, part)
		}
	}
	add(s.seen.n, fmt.Sprintf("seen in %s (%s)%s", countOf(s.seen.n, "prompt"), countOf(s.chunks, "passage"), s.seen.quoted()))
	add(s.unseen.n, "none seen in "+countOf(s.unseen.n, "prompt")+s.unseen.quoted())
	add(s.tasks.n, countOf(s.tasks.n, "task")+s.tasks.quoted())
	add(s.others, countOf(s.others, "call")+" for other things than answers")
	add(s.failed, countOf(s.failed, "failed call"))
	return strings.Join(parts, "; ")
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
