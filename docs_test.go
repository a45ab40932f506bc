package vouchsafe

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouchsafe/docs"
	"vouchsafe/grounding/report"
)

// pages are the texts for readers.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	out := map[string]string{}
	for _, file := range append(files, "README.md", "CHANGELOG.md", "test/README.md") {
		out[file] = text(t, file)
	}
	return out
}

func text(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	code    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	named   = regexp.MustCompile(`(?:cmd|proxy|grounding|admin|trace|policy|config|cache|test|internal)(?:/\w+)+\.go\b|go (?:run|test|doc) \./[\w/-]*\w`)
	step    = regexp.MustCompile("`([A-Za-z]+)`\\s+in\\s+`([a-z/]+\\.go)`")
)

// anchors are the names under which a page's headings can be linked to.
func anchors(page string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		out[docs.Anchor(m[1])] = true
	}
	return out
}

func TestLinksOfTheDocumentationLeadSomewhere(t *testing.T) {
	all := pages(t)
	for file, page := range all {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(page, ""), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s is not there", file, m[1])
			} else if anchor != "" && !anchors(all[to])[anchor] {
				t.Errorf("%s: %s has no such heading", file, m[1])
			}
		}
	}
}

// TestWhatThePagesNameIsThere: every Go file and package that a page
// names exists, here or in bench.
func TestWhatThePagesNameIsThere(t *testing.T) {
	for file, page := range pages(t) {
		for _, m := range named.FindAllString(page, -1) {
			path := m[strings.LastIndexByte(m, ' ')+1:]
			_, here := os.Stat(path)
			_, inBench := os.Stat(filepath.Join("bench", path))
			if here != nil && inBench != nil {
				t.Errorf("%s: %s is not there", file, path)
			}
		}
	}
}

// TestThePagesThatTheProgramNamesAreThere: its errors, its log and its advice send
// people to pages and headings that exist.
func TestThePagesThatTheProgramNamesAreThere(t *testing.T) {
	page := regexp.MustCompile(`(?:vouchsafe docs |page: +")([a-z-]+)(?:#([a-z0-9_-]+))?`)
	named := 0
	for _, pattern := range []string{"cmd/vouchsafe/*.go", "proxy/*.go", "proxy/wire/*.yaml", "config/*.go", "admin/*.go"} {
		files, _ := filepath.Glob(pattern) // the pattern is well formed
		for _, file := range files {
			for _, m := range page.FindAllStringSubmatch(text(t, file), -1) {
				named++
				if b, err := os.ReadFile(filepath.Join("docs", m[1]+".md")); err != nil || m[2] != "" && !anchors(string(b))[m[2]] {
					t.Errorf("%s names %s, which is not there", file, m[0])
				}
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d pages are named: the search has gone blind", named)
	}
}

// within lists a package's path and the folders that it stands in.
func within(path string) (rooms []string) {
	for ; path != "."; path = filepath.Dir(path) {
		rooms = append(rooms, path)
	}
	return rooms
}

// TestTheMapIsComplete: docs/architecture.md names every package, and what it
// names is there.
func TestTheMapIsComplete(t *testing.T) {
	page := text(t, "docs/architecture.md")
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(page, func(r rune) bool { return strings.ContainsRune(" \n`,.;:()|", r) }) {
		words[word] = true
	}
	for _, p := range list(t) {
		name := strings.TrimPrefix(p.ImportPath, "vouchsafe/")
		if !slices.ContainsFunc(within(name), func(room string) bool { return words[room] }) && name != "vouchsafe" {
			t.Errorf("package %s is not on the map", name)
		}
	}
	steps := step.FindAllStringSubmatch(page, -1)
	for _, m := range steps {
		if code := text(t, m[2]); !strings.Contains(code, ") "+m[1]+"(") && !strings.Contains(code, "\nfunc "+m[1]+"(") {
			t.Errorf("%s has no function %s", m[2], m[1])
		}
	}
	if len(steps) < 10 {
		t.Errorf("%d steps found", len(steps))
	}
}

// TestEveryFindingIsTold: docs/http.md says what each finding code means, and what becomes of a
// sentence with it.
func TestEveryFindingIsTold(t *testing.T) {
	page := text(t, "docs/http.md")
	for _, code := range report.Codes() {
		if !strings.Contains(page, "`"+string(code)+"`") {
			t.Errorf("docs/http.md says nothing of %s", code)
		}
	}
}
