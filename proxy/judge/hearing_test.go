package judge

import (
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// heard is a hearing under a policy that asks about open claims, adjusted.
func heard(t *testing.T, c Config, script upstreamtest.Script, adjust func(*policy.Policy)) (*Hearing, *upstreamtest.Server) {
	t.Helper()
	c.Kind, c.Name = MiniCheck, "second"
	c.Server.Model = "m"
	j, server := start(t, c, script)
	rules, _ := policy.Builtin(policy.BuiltinBalanced)
	rules.Verify.Open, rules.Verify.Judge = policy.OpenJudge, "second"
	if adjust != nil {
		adjust(&rules)
	}
	return &Hearing{Judge: j, Policy: &rules, Question: "How long?"}, server
}

// outcomes are a result with one claim of each outcome, whose source has a lead.
func outcomes(all ...report.Outcome) *verify.Result {
	r := &verify.Result{}
	for _, o := range all {
		sentence := report.Sentence{Text: "The kiln takes nine hours.", Lead: &report.Stretch{Text: "Firing:"}}
		r.Claims = append(r.Claims, verify.Claim{
			Text: string(o) + " claim", Segment: -1, Outcome: o, Stands: true, By: report.ByWords, Sources: []verify.SourceSentence{{Sentence: sentence}},
		})
	}
	return r
}

func TestOnlyWhatWordsLeaveOpenIsHeard(t *testing.T) {
	every := []report.Outcome{report.Carried, report.Refuted, report.Open, report.Unjudged, report.QuotedOutcome}
	for all, want := range map[bool]int{false: 2, true: 3} { // the third is the carried one
		h, server := heard(t, Config{AskAll: all}, upstreamtest.Say("Yes"), nil)
		r := outcomes(every...)
		if !h.Hear(t.Context(), r, false) || len(server.Requests()) != want || h.Cost.Claims != int64(want) {
			t.Errorf("ask all %t: %d calls, %+v", all, len(server.Requests()), h.Cost)
		}
		if open := r.Claims[2]; open.By != report.ByJudge || open.Supported == nil || !*open.Supported || open.Judge.Name != "second" {
			t.Errorf("%+v", open)
		}
		if refuted := r.Claims[1]; refuted.Judge != nil || refuted.By != report.ByWords {
			t.Errorf("what words refute was asked about: %+v", refuted)
		}
		if sent := string(server.Requests()[0].Body); !strings.Contains(sent, `Firing:\nThe kiln takes nine hours.`) {
			t.Errorf("the source goes without its lead: %s", sent)
		}
	}
}

// TestNothingIsHeardTwice: an answer that is verified again, or as part of more.
func TestNothingIsHeardTwice(t *testing.T) {
	h, server := heard(t, Config{CacheEntries: 1}, upstreamtest.Say("No"), nil)
	for range 3 {
		r := outcomes(report.Open, report.Unjudged)
		if h.Hear(t.Context(), r, false); r.Claims[0].Stands || len(r.Findings) != 2 || r.Findings[0].Code != report.JudgeRejected {
			t.Errorf("%+v", r.Claims[0])
		}
	}
	if n := len(server.Requests()); n != 2 || h.Cost.Claims != 2 || h.Cost.Calls != 2 || h.Cost.Failed != 2 {
		t.Errorf("%d calls, %+v", n, h.Cost)
	}
}

// TestWhatNoSourceTellsOfIsHeardToo: a note that rests on nothing is held against what the answer rests on, and where that
// is nothing fails as a claim without an opinion does.
func TestWhatNoSourceTellsOfIsHeardToo(t *testing.T) {
	note := verify.Claim{Text: "The answer is false.", Segment: -1, Outcome: report.Unjudged, Unaccounted: true, Stands: true}
	for _, lone := range []bool{false, true} {
		h, server := heard(t, Config{}, upstreamtest.Say("No"), func(p *policy.Policy) { p.Verify.Unjudged = policy.UnjudgedFail })
		r := outcomes(report.Carried)
		if r.Claims = append([]verify.Claim{note}, r.Claims...); lone {
			r.Claims = r.Claims[:1]
		}
		h.Hear(t.Context(), r, false)
		if asked := len(server.Requests()) == 1; asked == lone || r.Claims[0].Stands {
			t.Errorf("alone %t: asked %t, %+v", lone, asked, r.Claims[0])
		}
	}
}

func TestWhatBecomesOfClaimsWithoutAnOpinion(t *testing.T) {
	strict := func(p *policy.Policy) { p.Verify.Unjudged, p.Verify.MaxRisk = policy.UnjudgedFail, 1 }
	lax := func(p *policy.Policy) { p.Verify.MaxRisk = 1 }
	careful := func(p *policy.Policy) { p.Verify.MaxRisk = -1 }
	for _, tc := range []struct {
		name           string
		said           OnError
		policy         func(*policy.Policy)
		open, unjudged bool // stand
	}{
		{"by default the risk decides", "", lax, true, true}, {"and fails what is too risky", "", careful, false, true},
		{"open says the same", LeaveOpen, careful, false, true}, {"fail", Fail, lax, false, false}, {"pass", Pass, careful, true, true},
		{"strict fails both", "", strict, false, false}, {"strict, and open", LeaveOpen, strict, true, false}, {"strict, and pass", Pass, strict, true, true},
	} {
		h, _ := heard(t, Config{OnError: tc.said}, upstreamtest.HTML(500), tc.policy)
		r := outcomes(report.Open, report.Unjudged)
		h.Hear(t.Context(), r, false)
		if r.Claims[0].Stands != tc.open || r.Claims[1].Stands != tc.unjudged || h.Cost.Errors != 2 {
			t.Errorf("%s: open %t, unjudged %t, %+v", tc.name, r.Claims[0].Stands, r.Claims[1].Stands, h.Cost)
		}
	}
}

func TestNobodyIsHeardWithoutAJudgeOrAClaim(t *testing.T) {
	if h := (&Hearing{}); h.Hear(t.Context(), outcomes(report.Open), true) {
		t.Error("somebody was")
	}
	h, server := heard(t, Config{}, upstreamtest.Say("No"), nil)
	gone := outcomes(report.Open, report.Open)
	gone.Claims[0].Stands, gone.Claims[1].Sources = false, nil // it failed already; there is nothing to hold it against
	if h.Hear(t.Context(), gone, false) || len(server.Requests()) != 0 || h.Cost != (Counts{}) {
		t.Errorf("%+v", h.Cost)
	}
}

// TestAKnownClaimCostsNoCallForRelevance: a warning is no reason for a call.
func TestAKnownClaimCostsNoCallForRelevance(t *testing.T) {
	said := upstreamtest.Say(`{"relevance":0.9,"verdicts":[{"id":1,"reason":"","score":0.9}]}`)
	h, server := heard(t, Config{}, said, func(p *policy.Policy) { p.Verify.Relevance = policy.RelevanceWarn })
	h.Judge.config.Kind, h.Judge.protocol = Chat, protocols[Chat]
	whole := func() *verify.Result {
		r := outcomes(report.Open)
		r.Segments = []verify.Segment{{Text: "The kiln takes"}, {Text: "nine hours."}}
		return r
	}
	for range 2 {
		h.Hear(t.Context(), whole(), true)
	}
	other := &Hearing{Judge: h.Judge, Policy: h.Policy, Question: "Another question?"}
	other.Hear(t.Context(), whole(), true)
	if n := len(server.Requests()); n != 1 {
		t.Errorf("%d calls", n)
	}
	if sent := string(server.Requests()[0].Body); !strings.Contains(sent, "How long?") || !strings.Contains(sent, "The kiln takes nine hours.") {
		t.Errorf("relevance was not asked with the claim: %s", sent)
	}
	if other.Cost.Known != 1 || other.Cost.Calls != 0 {
		t.Errorf("another question asks again: %+v", other.Cost)
	}
}

// TestAMissingOpinionIsMissingForCarriedClaims: of a judge that is asked about all.
func TestAMissingOpinionIsMissingForCarriedClaims(t *testing.T) {
	for said, stands := range map[OnError]bool{Fail: false, Pass: true, LeaveOpen: true} {
		h, _ := heard(t, Config{AskAll: true, OnError: said}, upstreamtest.HTML(500), nil)
		r := outcomes(report.Carried)
		h.Hear(t.Context(), r, false)
		if r.Claims[0].Stands != stands || stands && r.Claims[0].By != report.ByWords {
			t.Errorf("%s: %+v", said, r.Claims[0])
		}
	}
}

// TestAStreamWaitsForASilentJudgeOnce: not at each of its sentences.
func TestAStreamWaitsForASilentJudgeOnce(t *testing.T) {
	h, server := heard(t, Config{Timeout: 50 * time.Millisecond}, upstreamtest.Silent(), nil)
	for i := range 5 {
		r := outcomes(report.Open)
		r.Claims[0].Text = strings.Repeat("Another claim. ", i+1)
		if h.Hear(t.Context(), r, false); i > 0 && h.Cost.Errors != int64(i+1) {
			t.Errorf("%+v", h.Cost)
		}
	}
	if n := len(server.Requests()); n != 1 || h.Cost.Spent > 500*time.Millisecond {
		t.Errorf("%d calls, %s", n, h.Cost.Spent)
	}
}
