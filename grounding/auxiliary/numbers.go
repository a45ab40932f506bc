package auxiliary

import (
	"strings"
	"unicode"
)

// isIntegers reads "2, 5, 1", "[2,5]", "ANSWER: 3" or one number a line.
func isIntegers(text string) bool {
	text = unlabelled(text)
	text = strings.TrimSuffix(text, ".")
	fields := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;[]()", r) })
	if len(fields) == 0 || len(fields) > maxIntegers {
		return false
	}
	for _, field := range fields {
		if !isDigits(field, 5) {
			return false
		}
	}
	return true
}

func isDigits(text string, most int) bool {
	if text == "" || len(text) > most {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// isScore reads one number, alone or out of a whole: "7", "Score: 0.8", "8/10".
func isScore(text string) bool {
	text = strings.TrimSuffix(unlabelled(text), ".")
	value, whole, fraction := strings.Cut(text, "/")
	if fraction && !isDecimal(whole) {
		return false
	}
	return isDecimal(value)
}

func isDecimal(text string) bool {
	text = strings.TrimSpace(text)
	whole, part, pointed := strings.Cut(text, ".")
	return isDigits(whole, 3) && (!pointed || isDigits(part, 6))
}

// isRanking reads lines "Doc: 3, Relevance: 7" or an order "[2] > [1] > [3]".
func isRanking(text string) bool {
	if strings.HasPrefix(text, "[") {
		return isOrder(text)
	}
	lines := 0
	for line := range strings.Lines(unlabelledLine(text, "answer")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if lines++; lines > maxIntegers || !isRanked(line) {
			return false
		}
	}
	return lines > 0
}

func isRanked(line string) bool {
	document, relevance, ok := strings.Cut(line, ",")
	if !ok {
		return false
	}
	return numberAfter(document, "doc") && numberAfter(relevance, "relevance")
}

// numberAfter reads "Doc: 3".
func numberAfter(text, label string) bool {
	name, value, ok := strings.Cut(text, ":")
	name = strings.ToLower(strings.TrimSpace(name))
	if !ok || (name != label && name != label+"ument") {
		return false
	}
	return isDecimal(value)
}

func isOrder(text string) bool {
	count := 0
	for entry := range strings.SplitSeq(text, ">") {
		entry = strings.TrimSpace(entry)
		if len(entry) < 3 || entry[0] != '[' || entry[len(entry)-1] != ']' || !isDigits(entry[1:len(entry)-1], 5) {
			return false
		}
		if count++; count > maxIntegers {
			return false
		}
	}
	return true
}
