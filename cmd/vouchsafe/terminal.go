package main

import (
	"fmt"
	"os"
	"strings"
	"unicode"
)

// isTerminal tells a terminal from files, pipes and the null device.
func isTerminal(out any) bool {
	f, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// colourful tells whether an output is a terminal that wants colours.
func colourful(out any) bool {
	return os.Getenv("NO_COLOR") == "" && isTerminal(out)
}

// visible makes a text harmless for a terminal: what models and documents say
// must not move its cursor, or hide anything.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// clipText is the beginning of a text, on one line.
func clipText(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}

// countOf is a number with its noun.
func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
