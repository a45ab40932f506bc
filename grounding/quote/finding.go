package quote

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// severity orders what can be found against a place.
type severity uint8

const (
	same    severity = iota
	loose            // fine in fuzzy mode
	drifted          // not these words, but nothing that decides the meaning
	changed          // the meaning may differ
)

// finding is one thing found, with both readings.
type finding struct {
	severity severity
	detail   string
}

// worse returns the graver of two findings, the first if they are alike.
func worse(a, b finding) finding {
	if b.severity > a.severity {
		return b
	}
	return a
}

// differs words a finding.
func differs(level severity, source, snippet string) finding {
	if level == same {
		return finding{}
	}
	return finding{level, fmt.Sprintf("the source says %s, the snippet %s", clip(source), clip(snippet))}
}

// maxReading bounds a reading in a detail, in bytes.
const maxReading = 80

// clip shortens a reading and names the empty one.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "nothing there"
	}
	if len(s) <= maxReading {
		return s
	}
	cut := maxReading
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
