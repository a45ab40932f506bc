package replay

import (
	"strings"
	"testing"

	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

// free is an answer that words leave open.
const free = `{"mode":"answer","segments":[{"citations":[{"chunk_id":"c1","snippet":"The lighthouse at Cape Stour is 42 metres tall"}],"text":"The lighthouse at Cape Stour towers over its surroundings."}],"unanswered_aspects":[]}`

func TestRecordedOpinionsOfAJudge(t *testing.T) {
	judged := built(t, "balanced", func(p *policy.Policy) { p.Verify.Open, p.Verify.Judge = policy.OpenJudge, "second" })
	claim := func(judge, supported string) string {
		return `"claims":[{"text":"The lighthouse at Cape Stour towers over its surroundings.","by":"judge","judge":{"name":"` + judge + `","score":0.8},"supported":` + supported + `}],`
	}
	plain := line("grounded", "", attempt(asked, free))
	for _, c := range []struct{ name, claims, want string }{
		{"carried", claim("second", "true"), "would-pass grounded"},
		{"failed", claim("second", "false"), "at-risk refused"},
		{"another judge's", claim("first", "true"), "not-decidable "},
		{"not asked", "", "not-decidable "},
	} {
		stored, err := audit.ReadTrace([]byte(strings.Replace(plain, `"attempts"`, c.claims+`"attempts"`, 1)))
		if err != nil {
			t.Fatal(err)
		}
		r := Replayer{Policy: judged, Prepare: prepare}
		d := r.Decide(stored)
		if got := string(d.Class) + " " + string(d.Now); got != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got, d.Why, c.want)
		}
	}
}
