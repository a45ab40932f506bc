package verify

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

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
