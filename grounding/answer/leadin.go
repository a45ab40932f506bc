package answer

import (
	"regexp"
	"slices"
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

// longestLead is how many bytes of them may stand before the marker.
const longestLead = 64

// leadIn measures the words at the beginning of a sentence, around the first of its
// inner markers, that only say whose words follow; 0 where there are none. text is the
// sentence without its markers.
func leadIn(text string, signs []Sign) int {
	first := slices.IndexFunc(signs, func(s Sign) bool { return s.Inside })
	if first < 0 || signs[first].At > min(longestLead, len(text)) {
		return 0
	}
	at := signs[first].At
	before, rest := leadsIn.FindStringSubmatch(text[:at]), text[at:]
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
	return at + len(tail)
}
