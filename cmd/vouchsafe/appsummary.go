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
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/ledger"
)

// appSummary is what a gateway saw of one app.
type appSummary struct {
	upstreams map[string]config.Upstream
	asked     address // without the gateway
	policy    string  // its name
	rules     policy.Policy
	took      time.Duration
	code      int // with which the app ended

	mu                    sync.Mutex // of all below, while calls come
	calls, failed, others int        // others ask for no answer: embeddings, lists of models
	steps                 int        // of agents, whose tools have not brought anything yet
	seen, unseen, tasks   prompts
	chunks                int
	cause                 string   // what an upstream said that failed, the first
	less                  []string // what to change, once for each cause for which less was seen than there may be
	nothing               string   // what to change where nothing at all was seen
	verdicts, proofs      map[string]int
	findings              map[string]int
	answers, whole, own   int      // verified, let through as written, told in the sources' own words
	uncited               int      // observed, and let through only where the model, asked for it, cites what they rest on
	held                  []string // answers that were not let through as written, or would not be, and why
	ours                  time.Duration
	spent, repairs        int // tokens of all attempts, and of repairs

	page  *selection
	tally tally
}

// served is how many calls have ended.
func (s *appSummary) served() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// prompts count prompts, and keep one of them.
type prompts struct {
	n       int
	example string
}

func (p *prompts) add(question string) {
	p.n++
	p.example = cmp.Or(p.example, question)
}

func newAppSummary(c *config.Config, name string, paged bool) *appSummary {
	return &appSummary{upstreams: c.Upstreams, policy: name, rules: c.Policies[name], verdicts: map[string]int{}, proofs: map[string]int{},
		findings: map[string]int{}, page: newSelection(paged, preparer())}
}

// take counts one call. What it says of an answer is what the gateway decided, or under a policy
// that only observes what it would have decided.
func (s *appSummary) take(t *ledger.Trace, _ ledger.Content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	s.addPrompt(t)
	s.ours += max(0, t.Latency.Total-t.Latency.Upstream)
	for i := range t.Attempts {
		tokens := int(gjson.GetBytes(t.Attempts[i].Usage, "total_tokens").Int())
		s.spent += tokens
		if t.Attempts[i].Repair {
			s.repairs += tokens
		}
	}
	verdict := string(t.Verdict)
	if t.Reason != "" {
		verdict += " (" + t.Reason + ")"
	}
	s.verdicts[verdict]++
	for _, code := range report.CodesOf(t.Findings) {
		if code != report.Unreadable || !isStep(t) {
			s.findings[string(code)]++
		}
	}
	if t.Verdict != report.Skipped && t.Verdict != report.Failed {
		s.addAnswer(t)
	}
}

// addAnswer counts an answer that was verified.
func (s *appSummary) addAnswer(t *ledger.Trace) {
	const shown = 60 // characters of a question
	s.answers++
	s.proofs[string(cmp.Or(t.Proof, report.NoProof))]++
	switch t.Verdict {
	case report.Grounded, report.Healed, report.Declined:
		told := t.Proof == report.OwnWords || t.Verdict == report.Declined
		s.own += number(told)
		s.uncited += number(!told && len(t.Citations) == 0)
		s.whole += number(told || len(t.Citations) > 0)
	default:
		s.held = append(s.held, fmt.Sprintf("%q: %s", clipText(firstWordsOf(t), shown), whyHeld(t)))
	}
	if s.page == nil {
		return
	}
	o := outcome{line: s.calls, item: audit.Item{Verdict: t.Verdict, Proof: t.Proof, Question: t.Question, Answer: t.Answer,
		Chunks: t.Chunks,
		Report: report.Report{Verdict: t.Verdict, Citations: t.Citations, Claims: t.Claims, Findings: t.Findings}}}
	o.item.ID, _ = json.Marshal(t.QueryID) // a string cannot fail
	s.tally.add(o)
	s.page.add(o)
}

// whyHeld is what was held against what the model wrote first.
func whyHeld(t *ledger.Trace) string {
	first := ledger.Attempt{Reply: t.Answer, Findings: t.Findings, Claims: t.Claims, Citations: t.Citations}
	if n := len(t.Attempts); n > 0 && len(t.Attempts[0].Findings) > 0 {
		first = t.Attempts[0]
	}
	against := func(f report.Finding) bool {
		return f.Claim != nil && *f.Claim < len(first.Claims) && first.Claims[*f.Claim].Supported != nil &&
			!*first.Claims[*f.Claim].Supported
	}
	if len(first.Findings) == 0 {
		return string(t.Verdict)
	}
	i := max(0, slices.IndexFunc(first.Findings, against))
	return string(first.Findings[i].Code) + ": " + exampleOf(first.Findings[i], &first)
}

func (s *appSummary) addPrompt(t *ledger.Trace) {
	switch {
	case t.Verdict == report.Failed:
		s.failed++
		s.cause = cmp.Or(s.cause, s.causeOf(t))
		return
	case t.Reason == report.ReasonTask:
		s.tasks.add(firstWordsOf(t))
		return
	case isStep(t):
		s.steps++
		return
	case len(t.Chunks) > 0:
		s.seen.add(firstWordsOf(t))
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

// firstWordsOf are those by which people know a prompt: of its question, or of its passages where it has none.
func firstWordsOf(t *ledger.Trace) string {
	if t.Question == "" && len(t.Chunks) > 0 {
		return t.Chunks[0].Text
	}
	return t.Question
}

// isStep tells a call whose prompt shows no passages and whose reply says nothing: an agent's model calls
// the tool that will bring them.
func isStep(t *ledger.Trace) bool {
	return t.Reason == report.ReasonNoContext && len(t.Chunks) == 0 && t.Answer == ""
}

// causeOf is why a call failed: what its upstream said, or where there is none.
func (s *appSummary) causeOf(t *ledger.Trace) string {
	text, page := t.Reason, "http#errors"
	if n := len(t.Attempts); n > 0 {
		text += ": " + s.upstreams[t.Attempts[n-1].Upstream].BaseURL
		if said := t.Attempts[n-1].Reply; t.Attempts[n-1].Status/100 != 2 && said != "" {
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

// unseenCalls is what no summary can count.
const unseenCalls = "a call with an address of its own (base_url=, baseURL, a URL in the code, a .env that overrides the environment, an " +
	"Azure client) goes past the gateway, which cannot see it"

// tell writes the summary for people.
func (s *appSummary) tell(w io.Writer) {
	effect := ""
	if s.rules.Mode != policy.Enforce {
		effect = ": nothing was changed for the app"
	}
	calls := countOf(s.calls, "call")
	if s.calls == 0 {
		calls = "no call was seen"
	}
	fmt.Fprintf(w, "\nvouchsafe run: %s in %s, policy %s%s\n", calls, s.took.Round(100*time.Millisecond), s.policy, effect)
	last := ""
	for _, row := range s.rows() {
		label := row.Label
		if label == last {
			label = ""
		}
		last = row.Label
		fmt.Fprintf(w, "  %-9s %s\n", label, wrapped(row.Value, 12))
	}
}

// rows are the lines of the summary, each a label with what there is to say.
func (s *appSummary) rows() (rows []htmlreport.Fact) {
	add := func(label string, texts ...string) {
		for _, text := range texts {
			if text != "" {
				rows = append(rows, htmlreport.Fact{Label: label, Value: text})
			}
		}
	}
	if s.calls == 0 {
		add("why", s.whyNone()...)
		return rows
	}
	add("upstream", strings.Join(pairs(s.upstreams, s.nameUpstream), ", "))
	add("passages", s.passages())
	add("verdicts", told(s.verdicts))
	add("cause", s.cause)
	add("proof", told(s.proofs))
	add("findings", told(s.findings))
	each := float64(s.ours) / float64(time.Millisecond) / float64(s.calls)
	add("added", fmt.Sprintf("%.2f ms a call; %d tokens of %d went into repairs", each, s.repairs, s.spent))
	add("enforced", s.enforced()...)
	add("why not", s.whyNot()...)
	add("advice", s.advice()...)
	add("not seen", unseenCalls)
	return rows
}

// nameUpstream is the address of an upstream, and why it is that where the environment does not say so.
func (s *appSummary) nameUpstream(u config.Upstream) string {
	switch {
	case s.asked.file != "" && u.BaseURL == s.asked.url:
		return fmt.Sprintf("%s (%s in %s)", u.BaseURL, s.asked.name, s.asked.file)
	case u.Unnamed && s.asked.url == "":
		return u.BaseURL + " (neither the environment nor a .env here names another)"
	}
	return u.BaseURL
}

// whyNone is why no call may have come: what is known, and what cannot be.
func (s *appSummary) whyNone() (why []string) {
	if s.code > 0 {
		why = append(why, fmt.Sprintf("the app ended with exit code %d: what it wrote last says why", s.code))
	}
	if os.Getenv("OPENAI_API_KEY") == "" {
		why = append(why, "OPENAI_API_KEY is not set: OpenAI's libraries make no call without a key")
	}
	return append(why, "the app made no call, or does not take its address from OPENAI_BASE_URL: "+unseenCalls,
		"`vouchsafe docs commands#when-no-call-came` says what to do")
}

// enforced is what enforcing came to, or would have come to.
func (s *appSummary) enforced() []string {
	if s.answers == 0 {
		return nil
	}
	name, passes := s.policy, "let"
	if s.rules.Mode != policy.Enforce {
		name, passes = strings.Replace(name, policy.BuiltinObserve, policy.BuiltinBalanced, 1), "would let"
	}
	rest := ""
	if s.uncited > 0 {
		rest = fmt.Sprintf(", and %d more where the model, asked for it, cites what they rest on", s.uncited)
	}
	if s.whole+s.uncited < s.answers {
		rest += "; the others are repaired by the model, shown in the sources' words, or refused"
	}
	lines := []string{fmt.Sprintf("%s %s %d of %s through as written%s", name, passes, s.whole, countOf(s.answers, "answer"), rest)}
	if s.rules.Mode == policy.Enforce {
		return lines
	}
	return append(lines, fmt.Sprintf("verbatim would let %d through, those told in the sources' own words", s.own),
		"Asked for citations, as `serve` asks it, your model may write otherwise: `vouchsafe try` measures that")
}

// whyNot are the first answers that were not let through as written, with the reason.
func (s *appSummary) whyNot() []string {
	const shown = 5
	lines := slices.Clone(s.held[:min(len(s.held), shown)])
	if more := len(s.held) - shown; more > 0 {
		lines = append(lines, fmt.Sprintf("and %s more; --report FILE shows them", countOf(more, "answer")))
	}
	for i := range lines {
		lines[i] = visible(lines[i])
	}
	return lines
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
	add(s.steps, countOf(s.steps, "step")+" before a tool brought any")
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

// byCount are the names of counts, the greatest first.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
}

// told tells of counts, the greatest first.
func told(counts map[string]int) string {
	var parts []string
	for _, name := range byCount(counts) {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(parts, ", ")
}

// writePage writes the exchanges that have an answer.
func (s *appSummary) writePage(w io.Writer) error {
	s.page.title, s.page.would = "What the gateway saw of an app", s.rules.Mode != policy.Enforce
	s.tally.Passed = s.whole + s.uncited
	facts := append([]htmlreport.Fact{{Label: "Policy", Value: s.policy}, {Label: "Policy hash", Value: policy.Hash(s.rules)}}, s.rows()...)
	return s.page.write(w, s.tally.Tally, append(facts, htmlreport.Fact{Label: "Program", Value: "vouchsafe " + version}))
}
