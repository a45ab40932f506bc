package config

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fenced finds the configurations of a page.
var fenced = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// hashes puts a hash of its own in the place of each that a page leaves out.
func hashes(text string) string {
	const left = "sha256:…"
	for n := 1; strings.Contains(text, left); n++ {
		digit := strconv.FormatInt(int64(n), 16)
		text = strings.Replace(text, left, "sha256:"+strings.Repeat(digit, 64), 1)
	}
	return text
}

func TestConfigurationsOfTheDocumentationLoad(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	env := func(name string) (string, bool) {
		value, ok := map[string]string{"OPENAI_API_KEY": "sk-x"}[name]
		return value, ok
	}
	found := 0
	pages = slices.DeleteFunc(pages, func(page string) bool { return filepath.Base(page) == "extending.md" }) // it shows language data
	for _, page := range append(pages, "../README.md") {
		if filepath.Base(page) == "extending.md" {
			continue // its YAML is data of languages and layouts
		}
		for _, m := range fenced.FindAllStringSubmatch(string(read(t, page)), -1) {
			found++
			c, problems := Load([]byte(hashes(m[1])), env)
			if len(problems) > 0 {
				t.Errorf("%s: %s\n%s", page, lines(problems), m[1])
				continue
			}
			if w := c.Warnings; len(w) > 0 {
				t.Errorf("%s: %s\n%s", page, lines(w), m[1])
			}
		}
	}
	if found < 7 {
		t.Errorf("%d configurations found", found)
	}
}
