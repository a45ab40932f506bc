package verify

import (
	"net/url"
	"strings"
)

// Link returns a web page's address with a text fragment that opens the page at
// some words of it, "" where the page is not on the web. See
// https://wicg.github.io/scroll-to-text-fragment/.
func Link(page, words string) string {
	u, err := url.Parse(page)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	fields := strings.Fields(words)
	if len(fields) == 0 {
		return ""
	}
	// A directive of many words fails where the page breaks them up; it may
	// name the first and the last ones instead.
	const longest, shown = 12, 4
	directive := encoded(fields)
	if len(fields) > longest {
		directive = encoded(fields[:shown]) + "," + encoded(fields[len(fields)-shown:])
	}
	if !strings.Contains(page, "#") {
		page += "#"
	}
	return page + ":~:text=" + directive
}

// encoded joins words as a part of a text directive, in which a dash and a
// comma have a meaning of their own.
func encoded(words []string) string {
	return strings.NewReplacer("+", "%20", "-", "%2D").Replace(url.QueryEscape(strings.Join(words, " ")))
}
