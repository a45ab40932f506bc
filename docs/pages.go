// Package docs holds the pages for readers, so that the program can print them to
// somebody who has nothing but the program.
package docs

import (
	"embed"
	"slices"
	"strings"
	"unicode"
)

// What its developers read is not among them.
//
//go:embed admin.md audit.md claims.md clients.md commands.md concepts.md configuration.md dashboard.md dialects.md failing.md
//go:embed guards.md http.md judges.md layouts.md monitoring.md operations.md parameters.md policies.md quickstart.md replay.md
//go:embed responses.md rollout.md scaling.md security.md sharing.md streams.md tasks.md traces.md upgrading.md upstreams.md
var files embed.FS

// Names are the names of all pages that are in the program, without their ending.
func Names() (names []string) {
	all, _ := files.ReadDir(".") // which is part of the program
	for _, f := range all {
		names = append(names, strings.TrimSuffix(f.Name(), ".md"))
	}
	return names
}

// Page is the text of a page, or of one part of it: "http", "http#errors". A name may be
// the path of its file, too.
func Page(name string) (text string, ok bool) {
	name, part, _ := strings.Cut(strings.TrimPrefix(name, "docs/"), "#")
	name = strings.TrimSuffix(name, ".md")
	if !slices.Contains(Names(), name) {
		return "", false
	}
	data, _ := files.ReadFile(name + ".md") // it is one of them
	if part == "" {
		return string(data), true
	}
	return partOf(string(data), part)
}

// Title is the first heading of a page.
func Title(page string) string {
	first, _, _ := strings.Cut(page, "\n")
	return strings.TrimPrefix(first, "# ")
}

// partOf is what stands below a heading, the headings below it included.
func partOf(page, anchor string) (text string, ok bool) {
	depth, code := 0, false
	var b strings.Builder
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if n := depthOf(line); n > 0 && !code {
			if depth > 0 && n <= depth {
				break
			}
			if depth == 0 && Anchor(line[n:]) == anchor {
				depth = n
			}
		}
		if depth > 0 {
			b.WriteString(line)
		}
	}
	return b.String(), depth > 0
}

// depthOf is the depth of a heading, from 1; 0 of any other line.
func depthOf(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n == 0 || !strings.HasPrefix(line[n:], " ") {
		return 0
	}
	return n
}

// Anchor is the name under which a heading can be linked to.
func Anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}
