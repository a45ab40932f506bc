package verify

import (
	"strings"

	"vouchsafe/grounding/report"
)

// clean takes the targets out of a stretch of the answer that no source has,
// and tells of each. Under rules that change nothing it only tells.
func (c *checker) clean(text string) string {
	if !mayHoldTarget(text) {
		return text
	}
	clean, removed := Targets(text, Known{Address: c.sourced, Host: c.named})
	for _, target := range removed {
		c.find(report.TargetRemoved, -1, -1, "no source has the address "+target)
	}
	if c.rules.Unchanged {
		return text
	}
	return clean
}

// sourced reports whether an address stands whole in the evidence, or is a
// chunk's own.
func (c *checker) sourced(address string) bool {
	address = Address(address)
	if address == "" {
		return false
	}
	if c.addresses == nil {
		c.addresses = map[string]bool{}
		for _, i := range c.ev.Set.Usable() {
			ch := c.ev.Set.At(i)
			for _, text := range [...]string{ch.URL, ch.Source, ch.Text} {
				c.listAddresses(text)
			}
		}
	}
	return c.addresses[address]
}

// listAddresses notes the addresses that stand in a text, each with and without
// what may be punctuation behind it.
func (c *checker) listAddresses(text string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n<>\"'`|[]{}*", r) }) {
		i := strings.Index(strings.ToLower(word), "http")
		if i < 0 || !strings.Contains(word, "://") {
			continue
		}
		whole := word[i:]
		bare := strings.TrimRight(whole, ".,;:!?")
		unclosed := strings.TrimRight(bare, ").,;:!?")
		for _, address := range [...]string{whole, bare, unclosed} {
			if address = Address(address); address != "" {
				c.addresses[address] = true
			}
		}
	}
}

// named reports whether the bare name of a host or a mailbox stands in the
// evidence or in the question.
func (c *checker) named(word string) bool {
	if c.hosts == nil {
		c.hosts = map[string]bool{}
		c.listHosts(c.ev.Question)
		for _, i := range c.ev.Set.Usable() {
			ch := c.ev.Set.At(i)
			for _, text := range [...]string{ch.Text, ch.URL, ch.Source, ch.Title, ch.Filename, ch.ID, ch.DocID} {
				c.listHosts(text)
			}
		}
	}
	return c.hosts[strings.ToLower(word)]
}

// listHosts notes the words of a text that have a dot in them: as they stand,
// and of an address what follows the scheme, the host, and the host without "www.".
func (c *checker) listHosts(text string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if !strings.Contains(word, ".") {
			continue
		}
		word = strings.TrimRight(strings.ToLower(word), ".,;:!?/")
		if _, rest, ok := strings.Cut(word, "://"); ok {
			word = rest
		}
		host := word
		if i := strings.IndexAny(word, "/?#:"); i >= 0 {
			host = word[:i]
		}
		for _, name := range [...]string{word, host, strings.TrimPrefix(host, "www.")} {
			c.hosts[name] = true
		}
	}
}
