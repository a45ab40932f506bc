package main

import (
	"strings"
	"testing"
)

func TestTallyCountsTestsAndShowsWhatFailed(t *testing.T) {
	var out strings.Builder
	tl := &tally{output: map[string][]string{}, reasons: map[string]int{}, out: &out}
	err := tl.read(strings.NewReader(`{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"quiet words\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:9: loud words\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:3: no Redis here\n"}
{"Action":"output","Package":"p","Test":"TestC","Output":"--- SKIP: TestC (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"fail","Package":"p","Elapsed":1.5}
{"ImportPath":"q","Action":"build-output","Output":"q.go:1: undefined: x\n"}
{"ImportPath":"q","Action":"build-fail"}
{"Action":"fail","Package":"q","Elapsed":0}
go: downloading something
`))
	if err != nil {
		t.Fatal(err)
	}
	tl.finish()
	told := out.String()
	for _, want := range []string{"loud words", "FAIL  p", "undefined: x", "go: downloading", "skipped 1: no Redis here", "1 passed, 1 failed, 1 skipped"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is missing in:\n%s", want, told)
		}
	}
	if strings.Contains(told, "quiet words") {
		t.Errorf("a test that passed is quiet:\n%s", told)
	}
	if tl.brokenPackages != 2 {
		t.Errorf("%d packages failed, want 2", tl.brokenPackages)
	}
}
