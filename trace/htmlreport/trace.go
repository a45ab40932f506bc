package htmlreport

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/written"
)

// OfTrace makes a row of a stored trace, and says what the trace is: when, for
// whom, by which rules and program, and the SHA-256 of the trace, by which anyone
// who has it can tell that the page speaks of it.
func OfTrace(n int, line []byte) (Row, []Fact, error) {
	t, err := audit.ReadStored(hashedValue.ReplaceAll(line, []byte(`"($1 characters, not kept)"`)))
	if err != nil {
		return Row{}, nil, err
	}
	var sources []Source
	if len(t.Chunks) > 0 { // a text that was left out is null, and stays empty
		if err := json.Unmarshal(t.Chunks, &sources); err != nil {
			return Row{}, nil, fmt.Errorf("cannot read the trace: %w", err)
		}
	}
	nothing := textless(t, sources)
	if nothing {
		tellAbsent(t, sources)
	}
	kept := forgetPlaces(t, sources)
	row := rowOf(t, sources, kept)
	row.Line, row.ID, row.Hash, row.Question, row.Lead = n, t.QueryID, hashOf(line), t.Question, lead(t)
	if nothing {
		row.Lead += " No text of this exchange was kept, because its app records none (content: none): not the question, not the answer, " +
			"not the " +
			"sources. What was recorded is all here: the verdict, what was found, which passages were cited, the rules and the hashes."
	}
	for _, one := range t.Apart() {
		each := rowOf(&one, sources, kept)
		each.Line, each.Hash, each.Lead = n, row.Hash, outcome(&one)
		row.Each = append(row.Each, each)
	}
	return row, factsOf(t, row.Hash), nil
}

// rowOf tells how an answer came out.
func rowOf(t *written.Trace, sources, kept []Source) Row {
	row := Row{Answer: t.Answer, Written: writtenOf(t), Sources: sources, Nearest: Nearest(t.Claims, kept, preparing())}
	row.Report = report.Report{Verdict: t.Verdict, Citations: t.Citations, Claims: t.Claims, Findings: t.Findings}
	if replaces(t.Verdict) {
		row.Report.Findings = unplaced(t.Findings, t, len(t.Attempts)-1)
	}
	for i := 0; i < len(t.Attempts) && len(row.Report.Findings) == 0; i++ {
		row.Report.Findings = unplaced(t.Attempts[i].Findings, t, i)
	}
	row.Report.Audit.Total = len(t.Citations)
	for i := range t.Citations {
		if t.Citations[i].Verified {
			row.Report.Audit.Verified++
		}
	}
	for i := range t.Claims {
		if len(t.Claims[i].Citations) > 0 {
			row.Report.Coverage += 1 / float64(len(t.Claims))
		}
	}
	return row
}

// unplaced are findings on an attempt that is not the answer that is shown: they belong to no citation of it, and to no claim but one
// that is shown although it failed.
func unplaced(findings []report.Finding, t *written.Trace, attempt int) []report.Finding {
	out, failed := slices.Clone(findings), map[string]*int{}
	for i := range t.Claims {
		if s := t.Claims[i].Supported; s != nil && !*s {
			failed[t.Claims[i].Text] = &i
		}
	}
	for i := range out {
		at := out[i].Claim
		if out[i].Claim, out[i].Citation = nil, nil; at != nil && attempt >= 0 && *at >= 0 && *at < len(t.Attempts[attempt].Claims) {
			out[i].Claim = failed[t.Attempts[attempt].Claims[*at].Text]
		}
	}
	return out
}

func factsOf(t *written.Trace, hash string) []Fact {
	facts := []Fact{
		{"Exchange", t.QueryID}, {"Time", t.Timestamp.UTC().Format("2006-01-02T15:04:05.000Z07:00")}, {"App", t.App},
		{"User", cmp.Or(t.User, "not named by the app")}, {"Conversation", cmp.Or(t.Conversation, "not named by the app")},
		{"Model", t.Model},
		{"Policy", t.Policy}, {"Policy hash", t.PolicyHash}, {"Proof", string(proofOf(t))},
	}
	if id, _ := t.TakenFrom(); id != "" {
		facts = append(facts, Fact{"Answer of the exchange", id})
	}
	if t.Engine.Version != "" {
		facts = append(facts, Fact{"Verified by", "vouchsafe " + t.Engine.Version})
	}
	if t.Engine.Data != "" {
		facts = append(facts, Fact{"Hash of its data", t.Engine.Data})
	}
	return append(facts, Fact{"SHA-256 of the trace", hash})
}

// proofOf is the trace's own word for how the answer is backed; unknown where an earlier version said nothing.
func proofOf(t *written.Trace) report.Proof {
	if t.Proof == "" && t.Verdict.CountsAs(false).Verified() {
		return report.UnknownProof
	}
	return t.Proof
}

func hashOf(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// hashedValue is a JSON string in the place of a text of which a keyed hash and the length were kept, and inWords is what people are told
// of it: what the dashboard's pages say, and no hash.
var (
	hashedValue = regexp.MustCompile(`"hmac-sha256:[0-9a-f]+:(\d+)"`)
	inWords     = regexp.MustCompile(`^\((\d+ characters, )?not kept\)$`)
)

// absent stands in the place of a text of which nothing was kept, not even the length.
const absent = "(not kept)"

// textless reports whether nothing was kept of any text in a trace: of an exchange that was recorded with its texts there is one at least.
func textless(t *written.Trace, sources []Source) bool {
	texts := t.Question + t.Answer
	for i := range t.Claims {
		texts += t.Claims[i].Text
	}
	for _, s := range sources {
		texts += s.Text
	}
	for _, call := range t.Attempts {
		texts += call.Reply
	}
	return texts == ""
}

// tellAbsent says in the place of each text of a trace that it was not kept.
func tellAbsent(t *written.Trace, sources []Source) {
	t.Question, t.Answer = absent, absent
	for i := range t.Claims {
		t.Claims[i].Text = absent
	}
	for i := range t.Citations {
		t.Citations[i].Snippet = absent
	}
	for i := range sources {
		sources[i].Text = absent
	}
	for _, call := range t.Attempts {
		for i := range call.Claims {
			call.Claims[i].Text = absent
		}
	}
}

// notKept reports whether a text is what stands in the place of one that was not kept.
func notKept(text string) bool { return inWords.MatchString(text) }

// forgetPlaces takes places out of a trace that point into texts which were not kept: nothing can be marked in them. It returns the
// sources whose texts were.
func forgetPlaces(t *written.Trace, sources []Source) (kept []Source) {
	for i := range t.Claims {
		if c := &t.Claims[i]; notKept(t.Answer) {
			c.Start, c.End = nil, nil
		}
	}
	gone := map[string]bool{}
	for _, s := range sources {
		if gone[s.ID] = notKept(s.Text); !gone[s.ID] {
			kept = append(kept, s)
		}
	}
	for i := range t.Citations {
		if c := &t.Citations[i]; gone[c.ChunkID] {
			c.Start, c.End, c.Sentence = nil, nil, nil
		}
	}
	return kept
}
