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
	"chunk": {}, "prompt": {}, "report": {}, "lexis": {}, "cache": {}, "trust": {},
	"rate":        {},
	"shared":      {"cache", "rate"},
	"cite":        {"chunk"},
	"match":       {"lexis"},
	"claim":       {"lexis"},
	"wire":        {"prompt"},
	"layout":      {"chunk", "prompt"},
	"auxiliary":   {"prompt"},
	"ownschema":   {"cite"},
	"verify":      {"chunk", "cite", "claim", "lexis", "match", "ownschema", "report", "trust"},
	"render":      {"chunk", "cite", "report"},
	"repair":      {"report"},
	"redact":      {"cite", "claim", "lexis", "ownschema", "report", "verify"},
	"policy":      {"auxiliary", "cite", "claim", "layout", "match", "report", "trust", "verify"},
	"audit":       {"auxiliary", "chunk", "cite", "claim", "layout", "ownschema", "policy", "prompt", "report", "verify", "wire"},
	"replay":      {"audit", "chunk", "cite", "policy", "redact", "report", "verify", "wire"},
	"htmlreport":  {"audit", "chunk", "report"},
	"ledger":      {"chunk", "report"},
	"store":       {"ledger", "report"},
	"metrics":     {"ledger", "report"},
	"upstream":    {"wire"},
	"alerts":      {"report"},
	"outbox":      {"upstream"},
	"traceparent": {},
	"telemetry":   {"ledger", "report", "traceparent"},
	"judge":       {"cache", "cite", "prompt", "upstream", "wire"},
	"dashboard":   {},
	"config":      {"auxiliary", "cite", "layout", "policy", "trust"},
	"proxy": {"audit", "auxiliary", "cache", "chunk", "cite", "claim", "judge", "layout", "ledger", "lexis", "match",
		"ownschema", "policy", "prompt", "rate", "redact", "render", "repair", "report", "shared", "traceparent", "upstream", "verify", "wire"},
	"reload": {},
	"admin":  {"metrics", "report", "store", "wire"},
	"demo":   {"internal/upstreamtest", "ledger", "report"},
	"cmd/vouchsafe": {"admin", "alerts", "audit", "auxiliary", "cache", "chunk", "claim", "config", "dashboard", "demo", "htmlreport", "internal/upstreamtest", "judge", "layout",
		"ledger", "match", "metrics", "outbox", "policy", "prompt", "proxy", "rate", "reload", "replay", "report", "shared", "store", "telemetry", "upstream", "verify", "wire"},
	"internal/upstreamtest":                       {},
	"internal/answers":                            {},
	"internal/gatewaytest":                        {},
	"internal/golden":                             {},
	"internal/pgtest":                             {},
	"internal/redistest":                          {},
	"internal/upstreamtest/cmd/scripted-upstream": {"internal/upstreamtest"},
	"redact/measure":                              {"claim", "internal/answers", "redact", "report", "verify"},
	"audit/measure":                               {"audit", "claim", "internal/answers", "match", "policy", "report", "verify"},
	"claim/train":                                 {"claim", "internal/answers", "lexis"},
	"match/quality":                               {"lexis", "match", "match/quality/mutate", "match/quality/rates"},
	"match/quality/mutate":                        {"lexis", "match"},
	"match/quality/rates":                         {"lexis", "match"},
	"test/crash":                                  {},
	"test/replicas":                               {},
}

// pure are the packages that think: no network, no process, no log, not even
// through another package.
var pure = []string{
	"chunk", "prompt", "report", "lexis", "cite", "match", "claim", "layout", "auxiliary", "verify", "render",
	"repair", "redact", "policy", "rate", "trust", "audit", "replay", "htmlreport", "wire", "alerts", "traceparent",
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
