package verify

import (
	_ "embed" // of the endings of host names
	"html"
	"net/url"
	"strings"
	"unicode"
)

// A link is a promise that something is to be found there, and an image is
// fetched as soon as it is shown. So a target leaves only if it is an absolute
// http or https address that stands whole in the evidence or is a chunk's own.

// Known says which targets may stay.
type Known struct {
	Address func(address string) bool // of a link, an image or a reference; or in running text
	Host    func(word string) bool    // the bare name of a host or of a mailbox, in running text
}

// Targets takes every target out of a text that is not known: of links, images,
// references, HTML and plain addresses. The words of a link stay. It returns
// the text, and the targets that it took out.
func Targets(text string, known Known) (clean string, removed []string) {
	if !mayHoldTarget(text) {
		return text, nil
	}
	s := targets{text: text, known: known, code: codeOf(text)}
	s.scan()
	if s.removed == nil {
		return text, nil
	}
	return string(s.out), s.removed
}

// mayHoldTarget reports whether a text has any sign that a target needs.
func mayHoldTarget(text string) bool {
	if strings.ContainsAny(text, "<@\\") || strings.Contains(text, "](") || strings.Contains(text, "]:") || strings.Contains(text, "//") {
		return true
	}
	for i := 1; i+1 < len(text); i++ {
		if c := text[i]; (c == '.' || c == ':') && letterByte(text[i-1]) && hostByte(text[i+1]) {
			return true
		}
	}
	return false
}

// hostByte reports whether a byte may stand in the name of a host.
func hostByte(b byte) bool {
	return b >= 0x80 || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-'
}

// letterByte reports whether a byte is a letter, or of one.
func letterByte(b byte) bool { return hostByte(b) && b != '-' && (b < '0' || b > '9') }

// targets goes through one text from its beginning to its end.
type targets struct {
	text    string
	known   Known
	code    code
	out     []byte // what may stay; the text up to the place at hand where nothing has been taken out
	opened  []int  // where in out the brackets stand that are open
	removed []string
}

func (s *targets) scan() {
	for at := 0; at < len(s.text); {
		at = s.step(at)
	}
}

// step writes what stands at a place, without the targets that are not
// allowed, and returns the place behind it.
func (s *targets) step(at int) int {
	rest := s.text[at:]
	switch c := rest[0]; {
	case c == '\\' && len(rest) > 1 && strings.IndexByte("[]()<>", rest[1]) >= 0 && !s.code.at(at):
		return s.keep(at, 2)
	case c == '[':
		if n := s.definition(at); n > 0 {
			return at + n
		}
		s.open(at)
	case c == ']':
		return s.closed(at)
	case c == '<':
		if n := s.tag(at); n > 0 {
			return at + n
		}
	case hostByte(c) || c == '/' || c == '\\':
		return s.word(at)
	}
	return s.keep(at, 1)
}

// keep writes n bytes as they stand.
func (s *targets) keep(at, n int) int {
	if s.removed != nil {
		s.out = append(s.out, s.text[at:at+n]...)
	}
	return at + n
}

// open notes where a bracket opens. Links do not nest, so a few are enough.
func (s *targets) open(at int) {
	const deepest = 8
	if len(s.opened) == deepest {
		s.opened = append(s.opened[:0], s.opened[1:]...)
	}
	if s.removed != nil {
		at = len(s.out)
	}
	s.opened = append(s.opened, at)
}

// drop notes a target that is taken out of what stands at a place.
func (s *targets) drop(at int, target string) {
	if s.removed == nil {
		s.out = append(s.out, s.text[:at]...)
	}
	s.removed = append(s.removed, strings.TrimSpace(target))
}

// closed takes a closing bracket, and the target of the link that it closes.
func (s *targets) closed(at int) int {
	opened := -1
	if n := len(s.opened); n > 0 {
		opened = s.opened[n-1]
		s.opened = s.opened[:n-1]
	}
	rest := s.text[at+1:]
	if !strings.HasPrefix(rest, "(") {
		return s.keep(at, 1)
	}
	target, n := inParentheses(rest)
	address := destination(target)
	if s.code.at(at) && !strings.ContainsAny(address, ":/\\") {
		return s.keep(at, 1) // an index and a call
	}
	if s.known.Address(address) {
		return s.keep(at, 1+n)
	}
	s.drop(at, address)
	if opened >= 0 { // the words of the link stay, without its brackets
		words := s.out[opened+1:]
		if opened > 0 && s.out[opened-1] == '!' {
			opened--
		}
		s.out = append(s.out[:opened], words...)
	}
	return at + 1 + n
}

// longest bounds what is read of one target, in bytes.
const longest = 4096

// inParentheses returns what stands in the parentheses that a text opens with,
// and the length of all; to the end of the paragraph where they do not close.
func inParentheses(text string) (inside string, length int) {
	text = text[:min(len(text), longest)]
	depth, angle := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\n' && strings.HasPrefix(text[i:], "\n\n"):
			return text[1:i], i
		case c == '<':
			angle = true
		case c == '>':
			angle = false
		case angle:
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return text[1:i], i + 1
			}
		}
	}
	return text[1:], len(text)
}

// destination is the address in the parentheses of a link, without a title.
func destination(inside string) string {
	inside = strings.TrimSpace(inside)
	if rest, ok := strings.CutPrefix(inside, "<"); ok {
		address, _, _ := strings.Cut(rest, ">")
		return html.UnescapeString(address)
	}
	if i := strings.IndexAny(inside, " \t\r\n"); i >= 0 {
		if strings.IndexByte("\"'(", strings.TrimSpace(inside[i:])[0]) < 0 {
			return inside // more than one word, and no title: no address
		}
		inside = inside[:i]
	}
	return html.UnescapeString(inside)
}

// definition takes the definition of a reference, "[1]: address", at the start
// of a line, and returns its length where its address is not allowed.
func (s *targets) definition(at int) int {
	before := s.text[max(0, at-64):at]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if strings.Trim(before, " \t>-*+0123456789.)") != "" {
		return 0
	}
	line, _, _ := strings.Cut(s.text[at:min(len(s.text), at+longest)], "\n")
	label := strings.Index(line, "]:")
	if label < 2 || strings.ContainsAny(line[1:label], "[]") || line[1] == '^' {
		return 0
	}
	from := at + label + len("]:")
	body := strings.TrimLeft(s.text[from:], " \t")
	body = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(body, "\r"), "\n"), " \t")
	line, _, _ = strings.Cut(body[:min(len(body), longest)], "\n")
	if address := destination(line); strings.ContainsAny(address, " \t") || address == "" || s.known.Address(address) {
		return 0
	}
	s.drop(at, destination(line))
	return len(s.text) - at - len(body) + len(line)
}

// separators end an address in running text.
const separators = " \t\r\n<>\"'`|()[]{}*"

// word takes a word of running text, which may be an address.
func (s *targets) word(at int) int {
	end := strings.IndexAny(s.text[at:], separators)
	if end < 0 {
		end = len(s.text) - at
	}
	word := s.text[at : at+end]
	if end == 0 {
		return s.keep(at, 1)
	}
	if n := s.parenthesised(at, end); n > 0 {
		return s.keep(at, n)
	}
	word = strings.TrimRight(word, ".,;:!?…。、，；：！？")
	start, bare := addressIn(word)
	if start < 0 || !bare && s.known.Address(html.UnescapeString(word[start:])) || bare && s.known.Host(word) {
		return s.keep(at, max(len(word), 1))
	}
	s.drop(at, word[start:])
	s.out = append(s.out, word[:start]...)
	return at + len(word) + s.tidy(at+len(word))
}

// parenthesised is the length of a known address with parentheses in it, whose
// part in front of them is n bytes long; 0 where there is none.
func (s *targets) parenthesised(at, n int) int {
	rest := s.text[at:min(len(s.text), at+n+longest)]
	if !strings.HasPrefix(rest[n:], "(") || !strings.Contains(rest[:n], "://") {
		return 0
	}
	end := strings.IndexByte(rest, ')') + 1
	if end == 0 || strings.ContainsAny(rest[:end], " \t\r\n") || !s.known.Address(rest[:end]) {
		return 0
	}
	return end
}

// tidy takes the brackets or the space away that a plain address stood in, and
// returns how many bytes behind the address have gone with it.
func (s *targets) tidy(at int) int {
	if len(s.out) == 0 || at >= len(s.text) {
		return 0
	}
	last, next := s.out[len(s.out)-1], s.text[at]
	switch {
	case last == '(' && next == ')':
		s.out = s.out[:len(s.out)-1]
		return 1 + s.tidy(at+1)
	case last == ' ' && strings.IndexByte(" .,;:!?\n", next) >= 0:
		s.out = s.out[:len(s.out)-1]
	}
	return 0
}

// addressIn returns where an address begins in a word, -1 for none, and whether
// it is only the name of a host or a mailbox.
func addressIn(word string) (start int, bare bool) {
	lower := strings.ToLower(word)
	if i := strings.Index(strings.ReplaceAll(lower, "\\", "/"), "//"); i >= 0 {
		return schemeAt(lower, i), false
	}
	for _, scheme := range [...]string{
		"http:", "https:", "javascript:", "vbscript:", "data:image", "data:text", "data:application", "file:/", "ftp:", "mailto:",
	} {
		if i := strings.Index(lower, scheme); i >= 0 && len(lower) > i+len(scheme) && (i == 0 || !hostByte(lower[i-1])) {
			return i, false
		}
	}
	host := word[strings.LastIndexByte(word, '@')+1:]
	if i := strings.IndexAny(host, "/?#:"); i >= 0 {
		host = host[:i]
	}
	if twoSentences(host) || !isHost(strings.ToLower(host)) {
		return -1, false
	}
	return 0, true
}

// twoSentences reports whether a dot in a word ends a sentence: "works.Then".
func twoSentences(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	return dot > 0 && dot+1 < len(word) && word[dot+1] >= 'A' && word[dot+1] <= 'Z' && strings.ToUpper(word) != word
}

// schemeAt is where the scheme in front of two slashes begins, or the slashes
// where no host follows them, -1 for what is no address.
func schemeAt(word string, slashes int) int {
	start := slashes
	if start > 0 && word[start-1] == ':' {
		start--
		for start > 0 && (hostByte(word[start-1]) && word[start-1] < 0x80 || word[start-1] == '+' || word[start-1] == '.') {
			start--
		}
		return start
	}
	host := strings.TrimLeft(word[slashes:], "/\\")
	if i := strings.IndexAny(host, "/\\?#:"); i >= 0 {
		host = host[:i]
	}
	if strings.Contains(host, ".") && start == 0 {
		return start
	}
	if isHost(strings.TrimRight(word[:slashes], "/\\")) {
		return 0
	}
	return -1
}

//go:embed roots.txt
var rootsText string

// roots are the endings of the names of hosts.
var roots = readRoots(rootsText)

func readRoots(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, root := range strings.Fields(line) {
			out[root] = true
		}
	}
	return out
}

// isHost reports whether a word is the name of a host on the web.
func isHost(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	foreign := func(r rune) bool { return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	if dot <= 0 || strings.ContainsFunc(word, foreign) {
		return false
	}
	named := strings.IndexFunc(word[:dot], unicode.IsLetter) >= 0
	return strings.HasPrefix(word, "www.") || named && roots[word[dot+1:]]
}

// Address returns an absolute http or https address in the form in which
// addresses are compared, "" for everything else and for what a browser may
// read otherwise than Go does.
func Address(raw string) string {
	if strings.ContainsFunc(raw, func(r rune) bool {
		return r == '\\' || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
	}) {
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Opaque != "" {
		return ""
	}
	u.Host = strings.ToLower(u.Host)
	if u.Path == "/" {
		u.Path = ""
	}
	return u.String()
}
