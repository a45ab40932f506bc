package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/policy"
)

func TestOlderJudgesKeepWorking(t *testing.T) {
	c := load(t, string(read(t, "testdata/good/judges-before.yaml")))
	for name, want := range map[string]policy.Open{"a": policy.OpenJudge, "b": policy.OpenJudge, "c": policy.OpenRisk, "d": policy.OpenRisk} {
		if got := c.Policies[name].Verify.Open; got != want {
			t.Errorf("policy %s: open is %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]Judge{
		"second": {Upstream: "openai", Ask: AskAll, OnError: "fail"},
		"local":  {URL: "http://tei:8080", APIKey: "hush", Ask: AskAll, OnError: "pass"},
		"other":  {URL: "http://tei:8080", APIKey: "hush", Ask: AskOpen},
	} {
		j := c.Judges[name]
		got := Judge{Upstream: j.Upstream, URL: j.URL, APIKey: j.APIKey, Ask: j.Ask, OnError: j.OnError}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Judge{})); diff != "" {
			t.Errorf("judge %s: %s", name, diff)
		}
	}
	told := lines(c.Warnings)
	for _, part := range []string{
		"policies.a.verify.judge: without verify.open is read as `open: judge`, and judges.second as `ask: all`; write both",
		"policies.b.verify.judge:", `judges.second.on_error: "reject" is called fail now`, `judges.local.on_error: "accept" is called pass now`,
		`judges.local.upstream: "tei" is read as url; write url: http://tei:8080`, "judges.other.upstream:", "judges.local.path: is read as a part of url",
	} {
		if !strings.Contains(told, part) {
			t.Errorf("no warning %q in\n%s", part, told)
		}
	}
	if strings.Contains(told, "policies.c") || strings.Contains(told, "policies.d") {
		t.Errorf("a policy that says what becomes of open claims is warned of:\n%s", told)
	}
}

func TestAJudgeWithoutACredentialIsToldOf(t *testing.T) {
	for file, warned := range map[string]bool{
		"{judges: {j: {}}, apps: {default: {policy: p}}, policies: {p: {verify: {open: judge, judge: j}}}}":                                    true,
		"{judges: {j: {client_credential: true}}, apps: {default: {policy: p}}, policies: {p: {verify: {open: judge, judge: j}}}}":             false,
		"{upstreams: {openai: {api_key: k}}, judges: {j: {}}, apps: {default: {policy: p}}, policies: {p: {verify: {open: judge, judge: j}}}}": false,
		"{judges: {j: {kind: nli, url: 'http://tei'}}, apps: {default: {policy: p}}, policies: {p: {verify: {open: judge, judge: j}}}}":        false,
	} {
		if got := strings.Contains(lines(load(t, file).Warnings), "without a credential"); got != warned {
			t.Errorf("%s: warned %v, want %v", file, got, warned)
		}
	}
}

// TestAGuardianBehindAnthropicIsAnError: it was asked about the claim without the evidence.
func TestAGuardianBehindAnthropicIsAnError(t *testing.T) {
	for kind, fails := range map[string]bool{"guardian": true, "minicheck": false, "chat": false} {
		_, problems := Load([]byte("{upstreams: {a: {kind: anthropic, base_url: 'https://a', api_key: k}}, judges: {j: {kind: "+kind+", upstream: a, model: m}}}"), environ)
		if got := strings.Contains(lines(problems), "chat template"); got != fails {
			t.Errorf("%s: %v", kind, problems)
		}
	}
}

// TestAPresetSaysAllThatIsToBeSaid: each makes a judge of a name and a place alone, and
// the configuration's words are the presets.
func TestAPresetSaysAllThatIsToBeSaid(t *testing.T) {
	for name, p := range presets {
		place := "url: http://127.0.0.1:1"
		if p.Hosted() {
			place = "upstream: openai"
		}
		c, problems := Load([]byte("judges: {j: {preset: "+name+", "+place+"}}\n"), func(string) (string, bool) { return "", false })
		if problems = append(problems, c.Check()...); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		if j := c.Judges["j"]; j.Kind != p.Kind || j.Threshold != 0.5 || j.Model != p.Model || len(j.Labels) != len(p.Labels) {
			t.Errorf("%s: %+v", name, j)
		}
	}
	_, problems := Load([]byte("judges: {j: {preset: oracle}}\n"), func(string) (string, bool) { return "", false })
	for name := range presets {
		if len(problems) != 1 || !strings.Contains(problems[0].String(), name) {
			t.Errorf("%v does not offer %s", problems, name)
		}
	}
}
