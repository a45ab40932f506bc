package config

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/policy"
)

// company is the file of a company with forty apps and ten policies, each with
// what such apps and policies usually say.
func company() []byte {
	var b strings.Builder
	b.WriteString("auth: keys\nupstreams:\n")
	for i := range 4 {
		fmt.Fprintf(&b, "  model-%d:\n    base_url: https://models-%d.example/v1\n    api_key: ${TOKEN}\n    timeouts: {connect: 5s, first_byte: 120s, idle: 60s, total: 300s}\n    models: {small: m-%d-small, large: m-%d-large}\n", i, i, i, i)
	}
	b.WriteString("policies:\n")
	for i := range 10 {
		extends := "balanced"
		if i > 0 {
			extends = fmt.Sprintf("policy-%d", (i-1)/2)
		}
		fmt.Fprintf(&b, `  policy-%d:
    extends: %s
    verify: {coverage: 0.9%d, min_chars: %d, max_risk: 0.7}
    trust: {tiers: {house: {score: 0.9, match: [intranet-%d.example, Handbook]}}, min_score: 0.5}
    refusal: {message: "Our sources do not say.", by_language: {de: "Das sagen unsere Quellen nicht.", fr: "Nos sources ne le disent pas."}}
    repair: {attempts: 1, budget: 30s}
    exempt: [auto, {name: title-%d, role: system, head: "You write titles.", form: title}]
`, i, extends, i, 10+i, i, i)
	}
	b.WriteString("apps:\n")
	for i := range 40 {
		fmt.Fprintf(&b, `  app-%d:
    keys: ["sha256:%064x", "sha256:%064x"]
    upstream: model-%d
    policy: policy-%d
    models: ["m-*", "small", "large"]
    rate: {requests_per_minute: %d, tokens_per_minute: 2000000}
    path_prefix: /team/app-%d
    shadow: {policy: strict, sample: 0.05}
    enforce_share: %d
    content: hashed
`, i, 2*i+1, 2*i+2, i%4, i%10, 100+i, i, 50+i)
	}
	return []byte(b.String())
}

func TestAFileOfFortyAppsLoads(t *testing.T) {
	c, problems := Load(company(), environ)
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if len(c.Apps) != 40 || len(c.Policies) != 10+len(policy.Names()) || c.Policies["policy-9"].Verify.MinChars != 19 {
		t.Errorf("%d apps, %d policies", len(c.Apps), len(c.Policies))
	}
}

// BenchmarkLoad reads, checks and completes that file.
func BenchmarkLoad(b *testing.B) {
	file := company()
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := Load(file, environ); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
