package verify

import (
	"strings"

	"vouchsafe/grounding/report"
)

// addressList holds the addresses and the names of hosts and mailboxes that stand in the
// evidence. The question's own count as names only.
type addressList struct{ addresses, hosts, names map[string]bool }

// clean takes the targets out of a stretch of the answer that no source has,
// and tells of each. Under rules that change nothing it only tells.
// In what belongs to a form of the app's own an attribute may hold a name.
func (w *walk) clean(text string, form bool) string {
	if !w.m.rules.Unchanged {
		text = visible(markComments(text))
	}
	if !mayHoldTarget(text) {
		return text
	}
	known := w.m.known()
	known.Form = form
	clean, removed := Targets(text, known)
	for _, target := range removed {
		what := "address "
		if strings.HasPrefix(target, "<") {
			what = "markup "
		}
		w.res.find(report.TargetRemoved, -1, -1, "no source has the "+what+clipped(target))
	}
	if w.m.rules.Unchanged {
		return text
	}
	return clean
}

// mostShown bounds what is told of a target, in bytes: the reply has all of it.
const mostShown = 300

// clipped is a target as it is told of.
func clipped(target string) string {
	if len(target) <= mostShown {
		return target
	}
	return strings.ToValidUTF8(target[:mostShown], "") + " …"
}

// known are the targets that an answer may hold.
func (m *material) known() Known {
	return Known{Address: m.sourced, Host: m.named, Tag: m.ev.quotesTag}
}

// sourced reports whether an address stands whole in the evidence, or is a chunk's own. An app
// that shows names of files or of its own scheme may order links to them.
func (m *material) sourced(address string) bool {
	listed := m.listed()
	if clean := Address(address); clean != "" && listed.addresses[clean] {
		return true
	}
	leads := strings.HasPrefix(address, "/") || strings.Contains(address, "\\") || schemes.MatchString(strings.ToLower(address))
	return listed.names[address] && !leads
}

// named reports whether the bare name of a host or a mailbox stands in the
// evidence or in the question.
func (m *material) named(word string) bool { return m.listed().hosts[strings.ToLower(word)] }

// quotesTag reports whether an HTML tag stands in the evidence.
func (e *Evidence) quotesTag(tag string) bool {
	for _, i := range e.Set.Usable() {
		if strings.Contains(e.Set.At(i).Text, tag) {
			return true
		}
	}
	return false
}

// listed reads the addresses of the evidence when one is first asked for.
func (m *material) listed() *addressList {
	if m.addresses != nil {
		return m.addresses
	}
	s := &addressList{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	s.listHosts(m.ev.Question)
	for _, i := range m.ev.Set.Usable() {
		ch := m.ev.Set.At(i)
		for _, text := range [...]string{ch.Text, ch.URL, ch.Source, ch.Title, ch.Filename, ch.ID, ch.DocID} {
			s.listHosts(text)
		}
		for _, text := range [...]string{ch.Text, ch.URL, ch.Source, ch.Title} {
			s.listAddresses(text)
		}
		for _, name := range [...]string{ch.Source, ch.Filename, ch.ID, ch.DocID} {
			s.names[name] = name != ""
		}
	}
	m.addresses = s
	return s
}

// listAddresses notes the addresses that stand in a text, each with and without
// what may be punctuation behind it.
func (s *addressList) listAddresses(text string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		at := strings.Index(strings.ToLower(word), "http")
		if at < 0 || !strings.Contains(word, "://") {
			continue
		}
		word = word[at:]
		s.addresses[Address(balanced(word))] = true
		s.addresses[Address(upTo(word, ")"))] = true
	}
	s.addresses[Address(strings.TrimSpace(text))] = true // a chunk's own, as it stands
}

// listHosts notes the words of a text that have a dot in them: as they stand,
// and of an address what follows the scheme, the host, and the host without "www.".
func (s *addressList) listHosts(text string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(separators+"()", r) }) {
		if !strings.Contains(word, ".") {
			continue
		}
		word = strings.TrimRight(strings.ToLower(word), ".,;:!?/")
		if _, rest, ok := strings.Cut(word, "://"); ok {
			word = rest
		}
		host := upTo(word, "/?#:")
		for _, name := range [...]string{word, host, strings.TrimPrefix(host, "www.")} {
			s.hosts[name] = true
		}
	}
}
