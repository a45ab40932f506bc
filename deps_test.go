package vouchsafe

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says, for each package, which of our others it may import. Packages
// import downwards only; one that is not listed here fails the test, so that
// adding a package is a considered act.
var allowed = map[string][]string{
	"grounding/chunk": {}, "proxy/wire/prompt": {}, "grounding/report": {}, "grounding/lexis": {}, "cache": {}, "grounding/trust": {},
	"cache/rate":          {},
	"cache/shared":        {"cache", "cache/rate"},
	"grounding/cite":      {"grounding/chunk"},
	"grounding/match":     {"grounding/lexis"},
	"grounding/claim":     {"grounding/lexis"},
	"proxy/wire":          {"proxy/wire/prompt"},
	"grounding/layout":    {"grounding/chunk", "proxy/wire/prompt"},
	"grounding/auxiliary": {"proxy/wire/prompt"},
	"grounding/ownschema": {"grounding/cite"},
	"grounding/verify":    {"grounding/chunk", "grounding/cite", "grounding/claim", "grounding/lexis", "grounding/match", "grounding/ownschema", "grounding/report", "grounding/trust"},
	"grounding/render":    {"grounding/chunk", "grounding/cite", "grounding/report"},
	"grounding/repair":    {"grounding/report"},
	"grounding/redact":    {"grounding/cite", "grounding/claim", "grounding/lexis", "grounding/ownschema", "grounding/report", "grounding/verify"},
	"policy":              {"grounding/auxiliary", "grounding/cite", "grounding/claim", "grounding/layout", "grounding/match", "grounding/report", "grounding/trust", "grounding/verify"},
	"trace/audit":         {"grounding/auxiliary", "grounding/chunk", "grounding/cite", "grounding/claim", "grounding/layout", "grounding/ownschema", "policy", "proxy/wire/prompt", "grounding/report", "grounding/verify", "proxy/wire"},
	"trace/replay":        {"trace/audit", "grounding/chunk", "grounding/cite", "policy", "grounding/redact", "grounding/report", "grounding/verify", "proxy/wire"},
	"trace/htmlreport":    {"trace/audit", "grounding/chunk", "grounding/report"},
	"trace/ledger":        {"grounding/chunk", "grounding/report"},
	"trace/store":         {"trace/ledger", "grounding/report"},
	"admin/metrics":       {"trace/ledger", "grounding/report"},
	"proxy/upstream":      {"proxy/wire"},
	"admin/alerts":        {"grounding/report"},
	"admin/outbox":        {"proxy/upstream"},
	"trace/traceparent":   {},
	"trace/telemetry":     {"trace/ledger", "grounding/report", "trace/traceparent"},
	"proxy/judge":         {"cache", "grounding/cite", "proxy/wire/prompt", "proxy/upstream", "proxy/wire"},
	"admin/dashboard":     {},
	"config":              {"grounding/auxiliary", "grounding/cite", "grounding/layout", "policy", "grounding/trust"},
	"proxy": {"trace/audit", "grounding/auxiliary", "cache", "grounding/chunk", "grounding/cite", "grounding/claim", "proxy/judge", "grounding/layout", "trace/ledger", "grounding/lexis", "grounding/match",
		"grounding/ownschema", "policy", "proxy/wire/prompt", "cache/rate", "grounding/redact", "grounding/render", "grounding/repair", "grounding/report", "cache/shared", "trace/traceparent", "proxy/upstream", "grounding/verify", "proxy/wire"},
	"config/reload": {},
	"admin":         {"admin/metrics", "grounding/report", "trace/store", "proxy/wire"},
	"proxy/demo":    {"internal/upstreamtest", "trace/ledger", "grounding/report"},
	"cmd/vouchsafe": {"admin", "admin/alerts", "trace/audit", "grounding/auxiliary", "cache", "grounding/chunk", "grounding/claim", "config", "admin/dashboard", "proxy/demo", "trace/htmlreport", "internal/upstreamtest", "proxy/judge", "grounding/layout",
		"trace/ledger", "grounding/match", "admin/metrics", "admin/outbox", "policy", "proxy/wire/prompt", "proxy", "cache/rate", "config/reload", "trace/replay", "grounding/report", "cache/shared", "trace/store", "trace/telemetry", "proxy/upstream", "grounding/verify", "proxy/wire"},
	"internal/upstreamtest":                       {},
	"internal/answers":                            {},
	"internal/gatewaytest":                        {},
	"internal/golden":                             {},
	"internal/pgtest":                             {},
	"internal/redistest":                          {},
	"internal/upstreamtest/cmd/scripted-upstream": {"internal/upstreamtest"},
	"grounding/redact/measure":                    {"grounding/claim", "internal/answers", "grounding/redact", "grounding/report", "grounding/verify"},
	"trace/audit/measure":                         {"trace/audit", "grounding/claim", "internal/answers", "grounding/match", "policy", "grounding/report", "grounding/verify"},
	"grounding/claim/train":                       {"grounding/claim", "internal/answers", "grounding/lexis"},
	"grounding/match/quality":                     {"grounding/lexis", "grounding/match", "grounding/match/quality/mutate", "grounding/match/quality/rates"},
	"grounding/match/quality/mutate":              {"grounding/lexis", "grounding/match"},
	"grounding/match/quality/rates":               {"grounding/lexis", "grounding/match"},
	"test/crash":                                  {},
	"test/replicas":                               {},
}

// pure are the packages that think: no network, no process, no log, not even
// through another package.
var pure = []string{
	"grounding/chunk", "proxy/wire/prompt", "grounding/report", "grounding/lexis", "grounding/cite", "grounding/match", "grounding/claim", "grounding/layout", "grounding/auxiliary", "grounding/verify", "grounding/render",
	"grounding/repair", "grounding/redact", "policy", "cache/rate", "grounding/trust", "trace/audit", "trace/replay", "trace/htmlreport", "proxy/wire", "admin/alerts", "trace/traceparent",
}

// impure are what they must not reach.
var impure = []string{"net", "net/http", "os/exec", "log", "log/slog", "database/sql", "go.uber.org/zap", "github.com/valyala/fasthttp"}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestPackagesImportDownwardsOnly(t *testing.T) {
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, "vouchsafe/")
		if name == "vouchsafe" {
			continue
		}
		may, ok := allowed[name]
		if !ok {
			t.Errorf("package %s is not listed: say what it may import", name)
			continue
		}
		for _, imported := range p.Imports {
			ours, ok := strings.CutPrefix(imported, "vouchsafe/")
			if ok && !slices.Contains(may, ours) {
				t.Errorf("%s imports %s, which lies above it or beside it", name, ours)
			}
		}
	}
}

func TestTheCoreReachesNoNetworkAndNoLog(t *testing.T) {
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, "vouchsafe/")
		if !slices.Contains(pure, name) {
			continue
		}
		for _, dep := range p.Deps {
			if slices.Contains(impure, dep) {
				t.Errorf("%s is pure and reaches %s", name, dep)
			}
		}
	}
}

// list asks the go command for the module's packages.
func list(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...").Output()
	if err != nil {
		t.Fatalf("cannot list the packages: %v", err)
	}
	var packages []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
