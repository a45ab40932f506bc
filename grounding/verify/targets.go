package verify

import (
	"bytes"
	_ "embed" // of the words that can lead somewhere
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
)

// A link is a promise that something is to be found there, and an image is
// fetched as soon as it is shown. So a target leaves only if it is an absolute
// http or https address that stands whole in the evidence or is a chunk's own.

// Known says which targets may stay.
type Known struct {
	Address func(address string) bool // of a link, an image or a reference; or in running text
	Host    func(word string) bool    // the bare name of a host or of a mailbox, in running text
	Tag     func(tag string) bool     // an HTML tag that a piece of code shows
	Form    bool                      // the text is a sign of the app's own form: an attribute may hold a name
}

//go:embed words.txt
var wordsText string

// words are the lists of words.txt.
var words = func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for name, lines := range readLists(wordsText) {
		out[name] = map[string]bool{}
		for _, word := range strings.Fields(strings.Join(lines, " ")) {
			out[name][word] = true
		}
	}
	return out
}()

// readLists reads lists of lines, each list below its name in brackets.
func readLists(data string) map[string][]string {
	lists, name := map[string][]string{}, ""
	for line := range strings.Lines(data) {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			lists[name] = append(lists[name], line)
		}
	}
	return lists
}

// Targets takes every target out of a text that is not known: of links, images,
// references, HTML and plain addresses. The words of a link stay. It returns
// the text, and the targets that it took out.
func Targets(text string, known Known) (clean string, removed []string) {
	if !mayHoldTarget(text) {
		return text, nil
	}
	s := targets{text: text, known: known, code: answer.Code(text), out: make([]byte, 0, len(text))}
	for at := 0; at < len(text); {
		at += s.step(at)
	}
	if s.removed == nil {
		return text, nil
	}
	return string(s.out), s.removed
}

// mayHoldTarget reports whether a text has any sign that a target needs.
func mayHoldTarget(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case '<', '@', '\\':
			return true
		case ']', '/':
			if strings.IndexByte("(:/", byteIn(text, i+1)) >= 0 {
				return true
			}
		case '.', ':':
			if letterByte(byteIn(text, i-1)) && hostByte(byteIn(text, i+1)) {
				return true
			}
		}
	}
	return false
}

// byteIn is a byte of a text, a space outside of it.
func byteIn(text string, i int) byte {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

// hostByte reports whether a byte may stand in the name of a host.
func hostByte(b byte) bool { return letterByte(b) || b == '-' || b >= '0' && b <= '9' }

// letterByte reports whether a byte is a letter, or of one.
func letterByte(b byte) bool { return b >= 0x80 || b|0x20 >= 'a' && b|0x20 <= 'z' }

// targets goes through one text from its beginning to its end.
type targets struct {
	text    string
	known   Known
	code    []answer.CodeRegion
	out     []byte // what may stay
	opened  []int  // where in out the brackets stand that are open
	removed []string
	lost    map[string]int // elements whose opening tags were taken out
}

// step writes what stands at a place, without the targets that are not known,
// and returns how many bytes it has dealt with.
func (s *targets) step(at int) int {
	rest, n := s.text[at:], 0
	switch c := rest[0]; {
	case c == '\\' && len(rest) > 1 && strings.IndexByte("[]()<>", rest[1]) >= 0 && !s.inCode(at):
		return s.keep(rest[:2])
	case c == '[':
		if n = s.definition(at); n == 0 {
			s.opened = append(s.opened, len(s.out))
		}
	case c == ']':
		n = s.closed(at)
	case c == '<':
		n = s.tag(at)
	case hostByte(c), c == '/', c == '\\':
		n = s.word(at)
	}
	if n > 0 {
		return n
	}
	return s.keep(rest[:1])
}

// inCode reports whether a place, in bytes, stands in code.
func (s *targets) inCode(place int) bool {
	i := sort.Search(len(s.code), func(i int) bool { return s.code[i].End > place })
	return i < len(s.code) && s.code[i].Start <= place
}

// keep writes a text as it stands, and returns its length.
func (s *targets) keep(text string) int {
	s.out = append(s.out, text...)
	return len(text)
}

// drop notes a target that is taken out.
func (s *targets) drop(target string) { s.removed = append(s.removed, strings.TrimSpace(target)) }

// longest bounds what is read of one target, in bytes.
const longest = 4096

// ahead is what is read of the text from a place on.
func (s *targets) ahead(at int) string { return s.text[at:min(len(s.text), at+longest)] }

// closed takes a closing bracket, and the target of the link that it closes.
func (s *targets) closed(at int) int {
	opened := -1
	if n := len(s.opened); n > 0 {
		opened, s.opened = s.opened[n-1], s.opened[:n-1]
	}
	if !strings.HasPrefix(s.text[at+1:], "(") {
		return 0
	}
	target, n := inParentheses(s.ahead(at + 1))
	address := destination(target)
	indexAndCall := s.inCode(at) && !strings.ContainsAny(address, ":/\\")
	switch {
	case indexAndCall, s.known.Address(address) && len(address) >= len(strings.Trim(target, " <>")):
		return s.keep(s.text[at : at+1+n])
	case s.known.Address(address): // without its title, which nobody has verified
		s.keep("](" + address + ")")
		s.drop(target[len(address):])
		return 1 + n
	}
	s.drop(address)
	if opened >= 0 { // the words of the link stay, without its brackets
		words := s.out[opened+1:]
		s.out = append(bytes.TrimSuffix(s.out[:opened], []byte("!")), words...)
	}
	return 1 + n
}

// inParentheses returns what stands in the parentheses that a text opens with,
// and the length of all; to the end of the paragraph where they do not close.
func inParentheses(text string) (inside string, length int) {
	depth, angle := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\n' && strings.HasPrefix(text[i:], "\n\n"):
			return text[1:i], i
		case c == '<' || c == '>':
			angle = c == '<'
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

// titled is the destination of a link without brackets, in front of its title.
var titled = regexp.MustCompile(`^(\S*)(?:\s+["'(].*)?$`)

// destination is the address in the parentheses of a link, without a title; all
// of it where more than one word stands there, and no title.
func destination(inside string) string {
	inside = strings.TrimSpace(inside)
	if rest, ok := strings.CutPrefix(inside, "<"); ok {
		inside, _, _ = strings.Cut(rest, ">")
	} else if found := titled.FindStringSubmatch(inside); found != nil {
		inside = found[1]
	}
	return html.UnescapeString(inside)
}

// referred is the definition of a reference: "[1]: address", the address on the
// next line perhaps. Footnotes ("[^1]: words") are none.
var referred = regexp.MustCompile(`^\[[^\[\]^][^\[\]\n]*\]:[ \t]*\r?\n?[ \t]*(.*)`)

// definition takes the definition of a reference at the start of a line, and
// returns its length where its address is not known.
func (s *targets) definition(at int) int {
	before := s.text[max(0, at-64):at]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if strings.Trim(before, " \t>-*+0123456789.)") != "" {
		return 0
	}
	found := referred.FindStringSubmatch(s.ahead(at))
	if found == nil {
		return 0
	}
	address := destination(found[1])
	opens := address == "" && at+len(found[0]) == len(s.text) // what comes next could be its address
	if !opens && (strings.ContainsAny(address, " \t") || address == "" || s.known.Address(address)) {
		return 0
	}
	s.drop(address)
	return len(found[0])
}

// separators end an address in running text.
const separators = " \t\r\n<>\"'`|[]{}*"

// word takes a word of running text, which may be an address.
func (s *targets) word(at int) int {
	word := upTo(s.text[at:], separators+"()")
	if strings.Contains(word, "://") {
		const most = 512 // bytes of an address with parentheses
		whole := balanced(upTo(s.text[at:min(len(s.text), at+most)], separators))
		if len(whole) > len(word) && s.known.Address(whole) {
			return s.keep(whole)
		}
	}
	word = strings.TrimRight(word, ".,;:!?…。、，；：！？")
	start, bare := addressIn(word)
	if start < 0 || !bare && s.known.Address(html.UnescapeString(word[start:])) || bare && s.known.Host(word) {
		return s.keep(word)
	}
	s.drop(word[start:])
	s.keep(word[:start] + gone)
	return len(word)
}

// gone stands where an address was taken out of a sentence, which would not be
// whole without it.
const gone = "…"

// upTo is a text up to the first of some characters.
func upTo(text, chars string) string {
	if end := strings.IndexAny(text, chars); end >= 0 {
		return text[:end]
	}
	return text
}

// balanced is an address without the stops and the closing parentheses behind it
// that are not its own, as GitHub's Markdown reads addresses in running text.
func balanced(address string) string {
	for {
		trimmed := strings.TrimRight(address, ".,;:!?")
		if strings.HasSuffix(trimmed, ")") && strings.Count(trimmed, ")") > strings.Count(trimmed, "(") {
			trimmed = trimmed[:len(trimmed)-1]
		}
		if trimmed == address {
			return address
		}
		address = trimmed
	}
}

// schemes are those that lead somewhere without two slashes.
var schemes = regexp.MustCompile(`(?:^|[^a-z0-9\x{80}-\x{10ffff}-])((?:` +
	strings.Join(slices.Sorted(maps.Keys(words["schemes"])), "|") + `).)`)

// addressIn returns where an address begins in a word, -1 for none, and whether
// it is only the name of a host or a mailbox.
func addressIn(word string) (start int, bare bool) {
	lower := strings.ToLower(word)
	if i := strings.Index(strings.ReplaceAll(lower, "\\", "/"), "//"); i >= 0 {
		return schemeAt(word, i), false
	}
	if at := schemes.FindStringSubmatchIndex(lower); at != nil {
		return at[2], false
	}
	at := strings.LastIndexByte(word, '@')
	name := upTo(word[at+1:], "/?#:")
	switch {
	case at > 0 && strings.Contains(name, "."):
		return 0, true
	case twoSentences(name), !isHost(strings.ToLower(name)):
		return -1, false
	}
	return 0, true
}

// twoSentences reports whether a dot in a word ends a sentence: "works.Then".
func twoSentences(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	return dot > 0 && dot+1 < len(word) && word[dot+1] >= 'A' && word[dot+1] <= 'Z' && strings.ToUpper(word) != word
}

var scheme = regexp.MustCompile(`(?i)[a-z0-9.+-]*:$`)

// schemeAt is where the scheme in front of two slashes begins, or the slashes
// where a host follows them, -1 for what is no address.
func schemeAt(word string, slashes int) int {
	before := word[:slashes]
	if strings.HasSuffix(before, ":") {
		return slashes - len(scheme.FindString(before))
	}
	name := upTo(strings.TrimLeft(word[slashes:], "/\\"), "/\\?#:")
	if slashes == 0 && strings.Contains(name, ".") || isHost(strings.TrimRight(before, "/\\")) {
		return 0
	}
	return -1
}

// host is the name of a host: what stands in front of its last dot, and behind it.
var host = regexp.MustCompile(`^([\pL\p{Nd}.-]+)\.([\pL\p{Nd}-]*)$`)

// isHost reports whether a word is the name of a host on the web.
func isHost(word string) bool {
	parts := host.FindStringSubmatch(word)
	if parts == nil {
		return false
	}
	named := strings.ContainsFunc(parts[1], unicode.IsLetter)
	return strings.HasPrefix(word, "www.") || named && words["endings"][parts[2]]
}

// Address returns an absolute http or https address in the form in which
// addresses are compared, "" for everything else and for what a browser may
// read otherwise than Go does.
func Address(raw string) string {
	unseen := func(r rune) bool { return unicode.In(r, unicode.Z, unicode.Cc, unicode.Cf) }
	u, err := url.Parse(raw)
	switch {
	case err != nil, strings.Contains(raw, "\\"), strings.ContainsFunc(raw, unseen), u.Host == "", u.User != nil, u.Opaque != "":
		return ""
	case u.Scheme != "http" && u.Scheme != "https":
		return ""
	}
	u.Host = strings.ToLower(u.Host)
	if u.Path == "/" {
		u.Path = ""
	}
	return u.String()
}
