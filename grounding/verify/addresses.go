package verify

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

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

// tag takes what an angle bracket opens: an address in brackets, a comment, an
// HTML tag. It returns the length of what it dealt with, 0 where the bracket
// is only a sign.
func (s *targets) tag(at int) int {
	rest := s.ahead(at)
	end := strings.IndexByte(rest, '>')
	if end < 0 {
		return s.unclosed(rest)
	}
	if n := s.autolink(rest[:end+1]); n > 0 {
		return n
	}
	if !tagOpens(rest) {
		return 0
	}
	z := html.NewTokenizer(strings.NewReader(rest))
	kind := z.Next()
	raw := string(z.Raw())
	switch kind {
	case html.ErrorToken:
		return s.unclosed(rest)
	case html.TextToken:
		return 0
	case html.EndTagToken:
		if element := z.Token().Data; s.lost[element] > 0 {
			s.lost[element]--
			return len(raw)
		}
		return s.keep(raw)
	case html.StartTagToken, html.SelfClosingTagToken:
		token := z.Token()
		if s.inCode(at) && s.shown(raw, &token) || !s.leads(&token) {
			return s.keep(raw)
		}
		if words["containers"][token.Data] { // what it holds goes with it
			raw = s.text[at : at+closes(s.text[at:], token.Data)]
		}
		s.drop(raw)
		if s.lost == nil {
			s.lost = map[string]int{}
		}
		s.lost[token.Data]++
		return len(raw)
	}
	s.drop(raw) // a comment or a declaration, which hides what it holds
	return len(raw)
}

// tagOpens reports whether an angle bracket opens markup.
func tagOpens(rest string) bool {
	return len(rest) > 1 && (rest[1]|0x20 >= 'a' && rest[1]|0x20 <= 'z' || strings.IndexByte("/!?", rest[1]) >= 0)
}

// unclosed keeps a tag that does not close, and has an attribute, from being
// read as one: what comes next could close it.
func (s *targets) unclosed(rest string) int {
	line, _, _ := strings.Cut(rest, "\n\n")
	if !tagOpens(rest) || !strings.Contains(line, "=") && !strings.HasPrefix(rest, "<!") {
		return 0
	}
	s.drop(line)
	s.keep("< ")
	return 1
}

// autolink takes an address in angle brackets.
func (s *targets) autolink(bracketed string) int {
	inside := bracketed[1 : len(bracketed)-1]
	if strings.ContainsAny(inside, " \t\r\n<=\"'") || !strings.ContainsAny(inside, ":@") && !isHost(strings.ToLower(inside)) {
		return 0
	}
	if s.known.Address(html.UnescapeString(inside)) {
		return s.keep(bracketed)
	}
	s.drop(inside)
	if !strings.Contains(inside, ":") && s.known.Host(inside) {
		s.keep(inside) // without the brackets, which would make it a link
	} else {
		s.keep(gone)
	}
	return len(bracketed)
}

// leads reports whether a start tag may lead somewhere, or do something.
func (s *targets) leads(token *html.Token) bool {
	if words["containers"][token.Data] || words["elements"][token.Data] {
		return true
	}
	for _, a := range token.Attr {
		named := s.known.Form && !words["leading"][a.Key] && !strings.HasPrefix(a.Key, "on") && name.MatchString(a.Val)
		if a.Val != "" && !named && !words["harmless"][a.Key] && !(words["leading"][a.Key] && s.known.Address(a.Val)) {
			return true
		}
	}
	return false
}

// name is the value of an attribute that does nothing: a word, or a name in braces.
var name = regexp.MustCompile(`^\{?[\w.-]+\}?$`)

// shown reports whether a tag may stand in code: the evidence has it, or its
// attributes hold names. Stretches of code that open in one part of an answer and
// close in another read otherwise when they are joined, so code excuses no more.
func (s *targets) shown(raw string, token *html.Token) bool {
	if words["containers"][token.Data] {
		return false
	}
	for _, a := range token.Attr {
		if a.Val != "" && (words["leading"][a.Key] || !name.MatchString(a.Val)) {
			return s.known.Tag(raw)
		}
	}
	return true
}

// closes is where the closing tag of an element stands in a text, or its end.
func closes(text, element string) int {
	if at := regexp.MustCompile(`(?i)</` + element).FindStringIndex(text); at != nil {
		return at[0]
	}
	return len(text)
}
