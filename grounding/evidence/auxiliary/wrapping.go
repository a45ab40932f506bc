package auxiliary

import "strings"

// unfenced takes the code fence off a text that is one fence as a whole, or
// that only closes one (a prompt may have opened it).
func unfenced(text string) string {
	text = strings.TrimSpace(strings.TrimSuffix(text, "```"))
	body, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	info, body, ok := strings.Cut(body, "\n")
	if !ok || len(info) > 12 {
		return text
	}
	return strings.TrimSpace(body)
}

// untagged takes such a tag off, and a list of links that may follow it.
func untagged(text string) string {
	if head, rest, ok := strings.Cut(text, "<links>"); ok && linksOnly(rest) {
		text = strings.TrimSpace(head)
	}
	for _, tag := range outputTags {
		body, ok := strings.CutPrefix(text, "<"+tag+">")
		if !ok {
			continue
		}
		if body, ok = strings.CutSuffix(body, "</"+tag+">"); ok {
			return strings.TrimSpace(body)
		}
	}
	return text
}

func linksOnly(text string) bool {
	text, ok := strings.CutSuffix(strings.TrimSpace(text), "</links>")
	if !ok {
		return false
	}
	for _, field := range strings.Fields(text) {
		if !strings.HasPrefix(field, "http://") && !strings.HasPrefix(field, "https://") {
			return false
		}
	}
	return true
}

var (
	outputLabels = words("output_labels")
	outputTags   = words("output_tags")
)

// unlabelled takes one such label off.
func unlabelled(text string) string {
	for _, label := range outputLabels {
		if rest := unlabelledLine(text, label); rest != text {
			return rest
		}
	}
	return text
}

func unlabelledLine(text, label string) string {
	if len(text) <= len(label) || !strings.EqualFold(text[:len(label)], label) {
		return text
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(text[len(label):], " *"), ":")
	if !ok {
		return text
	}
	return strings.TrimLeft(rest, " *\n")
}

// unquoted takes one pair of quotation marks off.
func unquoted(text string) string {
	for _, pair := range []string{`""`, "''", "“”", "「」", "``"} {
		runes := []rune(pair)
		body, ok := strings.CutPrefix(text, string(runes[0]))
		if !ok {
			continue
		}
		if body, ok = strings.CutSuffix(body, string(runes[1])); ok {
			return body
		}
	}
	return text
}

// unnumbered takes a bullet or a number off a line: "1. ", "- ", "2) ".
func unnumbered(line string) string {
	for _, bullet := range []string{"- ", "* ", "• "} {
		if rest, ok := strings.CutPrefix(line, bullet); ok {
			return strings.TrimSpace(rest)
		}
	}
	digits := 0
	for digits < len(line) && digits < 3 && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if digits > 0 && digits+1 < len(line) && (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ' {
		return strings.TrimSpace(line[digits+2:])
	}
	return line
}
