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

// rooms lists the packages from top to bottom. A package belongs to the longest
// name here that its path begins with, and imports only from its own room and
// from rooms below it.
var rooms = []string{
	"cmd/vouchsafe",
	"proxy/demo", "proxy", "proxy/judge",
	"admin", "config",
	"trace/replay", "trace/htmlreport", "trace/audit", "trace",
	"proxy/upstream",
	"policy",
	"grounding/repair", "grounding/verify",
	"grounding/answer/render",
	"grounding/ask", "grounding/answer/number", "grounding/answer/ownschema", "grounding/evidence/layout", "grounding/claim", "grounding/quote",
	"grounding/answer", "grounding/evidence",
	"grounding/trust", "grounding/report", "grounding/text",
	"cache", "proxy/wire",
	"docs",
	"jsonwriter",
}

// beside are test helpers and commands that measure: every room's tests may use
// them, and they may use any room.
var beside = []string{"internal/", "test/"}

// pure are the rooms that think: no network, no process, no log, not even
// through another package.
var pure = []string{"grounding/", "policy", "proxy/wire", "jsonwriter", "trace/audit", "trace/replay", "trace/htmlreport", "admin/alerts"}

// impure are the packages that a pure room must not reach.
var impure = []string{"net", "net/http", "os/exec", "log", "log/slog", "database/sql", "go.uber.org/zap", "github.com/valyala/fasthttp"}

type listed struct {
	Name       string
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestPackagesImportDownwardsOnly(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, "vouchsafe/")
		if path == "vouchsafe" || hasAnyPrefix(path, beside) || p.Name == "main" && path != "cmd/vouchsafe" {
			continue
		}
		from := level(path)
		if from < 0 {
			t.Errorf("package %s stands in no room", path)
		}
		for _, imported := range p.Imports {
			ours, ok := strings.CutPrefix(imported, "vouchsafe/")
			if ok && !hasAnyPrefix(ours, beside) && level(ours) < from {
				t.Errorf("%s imports %s, which stands above it", path, ours)
			}
		}
	}
}

func TestTheCoreReachesNoNetworkAndNoLog(t *testing.T) {
	for _, p := range list(t) {
		path := strings.TrimPrefix(p.ImportPath, "vouchsafe/")
		if !hasAnyPrefix(path, pure) || p.Name == "main" {
			continue
		}
		for _, dep := range p.Deps {
			if slices.Contains(impure, dep) {
				t.Errorf("%s is pure and reaches %s", path, dep)
			}
		}
	}
}

// level is the place in rooms of a package's room, or -1.
func level(path string) int {
	best := -1
	for i, room := range rooms {
		if (path == room || strings.HasPrefix(path, room+"/")) && (best < 0 || len(room) > len(rooms[best])) {
			best = i
		}
	}
	return best
}

func hasAnyPrefix(path string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}

// list asks the go command for the module's packages.
func list(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=Name,ImportPath,Imports,Deps", "./...").Output()
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
