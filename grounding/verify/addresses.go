package verify

import (
	"strings"

	"vouchsafe/grounding/report"
)

// addresses finds web addresses in a stretch of the answer that no source has.
// A link is a statement that something is to be found there, and an image is
// fetched as soon as it is shown: neither may be made up.
func (c *checker) addresses(text string) bool {
	ok := true
	for rest := text; ; {
		i := strings.Index(rest, "://")
		if i < 0 {
			return ok
		}
		start := strings.LastIndexFunc(rest[:i], func(r rune) bool { return r < 'A' || r > 'z' || r > 'Z' && r < 'a' }) + 1
		end := i + len("://")
		if n := strings.IndexAny(rest[end:], " \t\r\n)]>\"'`|"); n >= 0 {
			end += n
		} else {
			end = len(rest)
		}
		address := strings.TrimRight(rest[start:end], ".,;:!?")
		if start < i && !c.sourced(address) {
			c.find(report.ClaimEntity, -1, -1, "the address "+address+" is in no source")
			ok = false
		}
		rest = rest[end:]
	}
}

// sourced reports whether some source, or the question, has an address.
func (c *checker) sourced(address string) bool {
	if strings.Contains(c.ev.Question, address) {
		return true
	}
	for _, i := range c.ev.Set.Usable() {
		ch := c.ev.Set.At(i)
		if strings.Contains(ch.Text, address) || strings.HasPrefix(ch.URL, strings.TrimRight(address, "/")) || strings.Contains(ch.Source, address) {
			return true
		}
	}
	return false
}
