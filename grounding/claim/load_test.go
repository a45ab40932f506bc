package claim

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The first answer that a gateway verified took many times as long as those
// behind it.
func TestLoadLeavesNoTableToTheFirstClaim(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	read := map[string]string{} // what reads a table: the lines that tell how
	for _, m := range regexp.MustCompile(`(?m)^var (\w+) = sync\.OnceValue\((.*)$`).FindAllStringSubmatch(all.String(), -1) {
		read[m[1]] = m[2]
	}
	load, err := os.ReadFile("lexicon.go")
	if err != nil || len(read) < 3 {
		t.Fatalf("%d tables, %v", len(read), err)
	}
	for name := range read {
		called := name + "()"
		loaded := strings.Contains(string(load), called)
		for other, how := range read { // or by one that is
			loaded = loaded || strings.Contains(string(load), other+"()") && strings.Contains(how, called)
		}
		if !loaded {
			t.Errorf("%s is left to the first claim", name)
		}
	}
}
