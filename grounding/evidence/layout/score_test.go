package layout

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

var (
	score = flag.String("score", "", "write the outcome of every case to this file")
	more  = flag.String("more", "", "further files of cases for -score, as a glob pattern")
)

// TestScore writes one line for each case of all files, so that two versions of
// the rules can be compared with diff.
func TestScore(t *testing.T) {
	if *score == "" {
		t.Skip("needs -score FILE")
	}
	lines := scoreLines(t)
	sort.Strings(lines)
	if err := os.WriteFile(*score, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func scoreLines(t testing.TB) []string {
	var lines []string
	for _, pattern := range []string{"testdata/*.jsonl", "testdata/collected/*.jsonl", *more} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
			for n, raw := range readLines(t, name) {
				lines = append(lines, fmt.Sprintf("%s %03d %s", base, n, scoreCase(gjson.Parse(raw))))
			}
		}
	}
	for _, s := range shapes {
		for name, fills := range hostileFills() {
			for at, ps := range fills {
				p, wants := s.fill(ps)
				found := Find(p, Defaults())
				f, _ := measure(found.Chunks, wants)
				lines = append(lines, fmt.Sprintf("stress %s/%s/%d %v asked=%v", s.name, name, at, f, strings.Contains(found.Question, asked)))
			}
		}
		for _, n := range [...]int{1, 2, 12} {
			if !s.bare {
				p, wants := s.fill(manyPassages(n))
				f, _ := measure(Find(p, Defaults()).Chunks, wants)
				lines = append(lines, fmt.Sprintf("variants %s/%d %v", s.name, n, f))
			}
		}
	}
	return lines
}

func scoreCase(v gjson.Result) string {
	found := Find(parseRequest(v.Get("request").Raw), Defaults())
	f, _ := measure(found.Chunks, expected(v))
	f.forged = forgedPrimary(found.Chunks, v.Get("forged"))
	q := v.Get("question").Str
	return fmt.Sprintf("%s/%s %v leaked=%d asked=%v marker=%q", v.Get("family").Str, v.Get("name").Str, f, len(leaks(found.Chunks, v.Get("never"))), q == "" || q == found.Question, found.Marker)
}
