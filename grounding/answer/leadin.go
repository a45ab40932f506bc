package answer

import (
	"regexp"
	"strings"
)

var (
	// leadsIn fits the words before a marker that say whose words follow.
	leadsIn = regexp.MustCompile(`(?i)^[\s>*•-]*(?:(` + anyOf(words.LeadsIn) + `)(?:\s+|$))?(?:(?:the |der |die |das |la |le |el |il |o )?(?:` +
		anyOf(words.SourceWords) + `|` + anyOf(words.Passages) + `)s?)?\s*$`)
	// says fits the words behind it, with what parts them from the statement.
	says  = regexp.MustCompile(`(?i)^\s*(?:` + anyOf(words.Says) + `)(?:\s*:\s*|,\s*|\s+)`)
	comma = regexp.MustCompile(`^\s*[,:]\s*`)
)

// leadIn measures the words at the beginning of a sentence, around the first of its
// inner markers, that only say whose words follow; 0 where there are none. text is the
// sentence without its markers.
func leadIn(text string, inner []Inner) int {
	const longest = 64 // bytes before the marker
	if len(inner) == 0 || inner[0].At > longest || inner[0].At > len(text) {
		return 0
	}
	before := leadsIn.FindStringSubmatch(text[:inner[0].At])
	rest := text[inner[0].At:]
	if before == nil || strings.TrimSpace(rest) == "" {
		return 0
	}
	tail := says.FindString(rest)
	if tail == "" && before[1] != "" {
		tail = comma.FindString(rest)
	}
	if tail == "" || len(tail) == len(rest) {
		return 0
	}
	return inner[0].At + len(tail)
}
