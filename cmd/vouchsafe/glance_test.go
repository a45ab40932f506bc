package main

import (
	"strconv"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// TestTheFirstCallOfAnAppIsTold: what was seen, or why nothing was, what to change and
// where to read on.
func TestTheFirstCallOfAnAppIsTold(t *testing.T) {
	chunk := func(id string) evidence.Chunk { return evidence.Chunk{ID: id, Layout: "tags", Kind: evidence.Passage} }
	section := evidence.Chunk{ID: "c1", Layout: "sections", Kind: evidence.Section}
	because := func(why string) ledger.Trace {
		return ledger.Trace{Reason: report.ReasonNoContext, Findings: []report.Finding{{Code: report.Unreadable, Detail: why}}}
	}
	for name, c := range map[string]struct {
		trace ledger.Trace
		want  string
	}{
		"passages": {ledger.Trace{Chunks: []evidence.Chunk{chunk("a"), chunk("b"), chunk("c"), chunk("d")}, Marker: "[{n}]"},
			"4 passages (a, b, c, …), read as tags; markers as the prompt wants them, [{n}]"},
		"one section": {ledger.Trace{Chunks: []evidence.Chunk{section}},
			"1 passage (c1), read as sections. Where this holds several passages*vouchsafe docs layouts#sections"},
		"a task": {ledger.Trace{Asks: "task: the app orders work; form: json", Reason: report.ReasonTask},
			"no passages; a task, whose reply passes in its form: the app orders work; form: json. If people read*`vouchsafe docs tasks`"},
		"nothing":          {ledger.Trace{Reason: report.ReasonNoContext}, "no passages seen: looked for tags, *. A chat needs none. If this one has material, send it as text, and mark it: a line"},
		"images":           {because(layout.NotText), "no passages: the context is images, *. Send what they say as text"},
		"too many lines":   {because(layout.TooLong), "no passages: a message has more lines than are read. Send the passages beside*`vouchsafe docs layouts`"},
		"unread documents": {because("the prompt says “from it”"), "no passages: the prompt says “from it”. Send what it speaks of as text, and mark it: a line*`vouchsafe docs layouts`"},
		"embeddings":       {ledger.Trace{Verdict: report.Skipped}, ""},
		"a failure over passages": {ledger.Trace{Verdict: report.Failed, Reason: "upstream-401", Chunks: []evidence.Chunk{chunk("a")}},
			"1 passage (a), read as tags; the call failed (upstream-401)*`vouchsafe docs http#errors`"},
		"a failure": {ledger.Trace{Verdict: report.Failed, Reason: "upstream-401"}, "the call failed (upstream-401)*`vouchsafe docs http#errors`"},
	} {
		begins, holds, _ := strings.Cut(c.want, "*")
		if got := seenIn(&c.trace); !strings.HasPrefix(got, begins) || !strings.Contains(got, holds) || holds == "" && got != begins {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestATitleLeavesTheFirstAnswerToBeTold: what an app asks for ahead of its first answer
// does not use up the line that tells what was seen in it.
func TestATitleLeavesTheFirstAnswerToBeTold(t *testing.T) {
	title, answer := &ledger.Trace{App: "a", Reason: report.ReasonTask}, &ledger.Trace{App: "a", Chunks: []evidence.Chunk{{ID: "d1"}}}
	bare, failed := &ledger.Trace{App: "a", Reason: report.ReasonNoContext}, &ledger.Trace{App: "a", Verdict: report.Failed}
	var r recorder
	for i, call := range []*ledger.Trace{title, failed, bare, answer, title, failed, bare, answer} {
		if told := r.isFirst(firstOf(call)); told != (i < 4) {
			t.Errorf("call %d, a %s: told %v", i, kindOf(call), told)
		}
	}
}

// TestATaskWithoutPassagesIsToldToMarkPassages: a title is asked for over a chat, in which
// there is nothing to mark.
func TestATaskWithoutPassagesIsToldToMarkPassages(t *testing.T) {
	title := &ledger.Trace{Verdict: report.Skipped, Reason: report.ReasonTask, Asks: "task: the app orders work; form: json"}
	if got := seenIn(title); strings.Contains(got, "mark them") || kindOf(title) != "task" {
		t.Errorf("a %s: %s", kindOf(title), got)
	}
	unsure := &ledger.Trace{Verdict: report.Skipped, Reason: report.ReasonNoContext, Asks: "unsure: why"}
	if got := seenIn(unsure); !strings.Contains(got, "; a task or an answer, which its reply will tell: why. A chat needs none") {
		t.Errorf("what may be an answer: %s", got)
	}
}

// TestPassagesUnseenLaterAreToldNowhere: a chat without passages uses up no line of prompts whose passages
// were not seen, which get one for each cause, up to a bound.
func TestPassagesUnseenLaterAreToldNowhere(t *testing.T) {
	blind := func(why string) *ledger.Trace {
		return &ledger.Trace{App: "a", Reason: report.ReasonNoContext, Findings: []report.Finding{{Code: report.Unreadable, Detail: why}}}
	}
	var r recorder
	chat, told := firstOf(&ledger.Trace{App: "a", Reason: report.ReasonNoContext}), 0
	if !r.isFirst(chat) || r.isFirst(chat) {
		t.Error("a chat is not told of once")
	}
	for i := range 4 * mostCauses { // each twice
		if r.isFirst(firstOf(blind(strconv.Itoa(i / 2)))) {
			told++
		}
	}
	if told != mostCauses {
		t.Errorf("%d lines tell why passages were not seen", told)
	}
}

// TestAStrayCallUsesUpTheLineOfAFailedOne: a browser's look at the gateway's address is
// turned away, and says nothing about the app.
func TestAStrayCallUsesUpTheLineOfAFailedOne(t *testing.T) {
	stray := &ledger.Trace{App: "a", Verdict: report.Failed, Reason: "unverified_path"}
	badly := &ledger.Trace{App: "a", Verdict: report.Failed, Reason: "invalid_json"}
	failed := &ledger.Trace{App: "a", Verdict: report.Failed, Reason: "upstream-500", Attempts: []ledger.Attempt{{Status: 500}}}
	var r recorder
	for i, call := range []*ledger.Trace{stray, stray, failed, badly, failed} {
		if told := r.isFirst(firstOf(call)); told != (i == 0 || i == 2 || i == 3) {
			t.Errorf("call %d, %s: told %v", i, call.Reason, told)
		}
	}
}

// TestACallThatMayBeATaskIsNotTold: the line of an app's first call with passages stood for all its
// calls, and nobody read why one of them was asked twice.
func TestACallThatMayBeATaskIsNotTold(t *testing.T) {
	chunks := []evidence.Chunk{{ID: "a", Text: "It cools."}}
	plain := &ledger.Trace{App: "a", Chunks: chunks}
	unsure := &ledger.Trace{App: "a", Chunks: chunks, Asks: "unsure: the app orders work (“Sort it.”); form: label"}
	again := &ledger.Trace{App: "a", Chunks: chunks, Asks: "unsure: the app orders work (“Rank it.”); form: score"}
	var r recorder
	for i, call := range []*ledger.Trace{plain, unsure, again} {
		if told := r.isFirst(firstOf(call)); told != (i < 2) {
			t.Errorf("call %d: told %v", i, told)
		}
	}
	if line := seenIn(unsure); !strings.Contains(line, "a task or an answer, which its reply will tell: the app orders work") {
		t.Errorf("the line says %q", line)
	}
}
