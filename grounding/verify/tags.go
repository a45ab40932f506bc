package verify

import (
	"strings"

	"golang.org/x/net/html"
)

// tag takes what an angle bracket opens: an address in brackets, a comment, an
// HTML tag. It returns the length of what it dealt with, 0 where the bracket
// is only a sign.
func (s *targets) tag(at int) int {
	rest := s.text[at:min(len(s.text), at+longest)]
	if len(rest) < 2 || s.code.at(at) {
		return 0
	}
	end := strings.IndexByte(rest, '>')
	if end < 0 {
		return s.unclosed(at, rest)
	}
	if n := s.autolink(at, rest[:end+1]); n > 0 {
		return n
	}
	if !tagOpens(rest[1]) {
		return 0
	}
	z := html.NewTokenizer(strings.NewReader(rest))
	switch z.Next() {
	case html.ErrorToken:
		return s.unclosed(at, rest)
	case html.TextToken:
		return 0
	case html.StartTagToken, html.SelfClosingTagToken:
		raw := string(z.Raw())
		token := z.Token()
		return s.element(at, raw, &token)
	case html.EndTagToken:
		return s.keep(at, len(z.Raw())) - at
	}
	s.drop(at, string(z.Raw())) // a comment or a declaration, which hides what it holds
	return len(z.Raw())
}

// tagOpens reports whether a byte behind an angle bracket opens markup.
func tagOpens(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '/' || b == '!' || b == '?'
}

// unclosed keeps a tag that does not close, and has an attribute, from being
// read as one: what comes next could close it.
func (s *targets) unclosed(at int, rest string) int {
	line, _, _ := strings.Cut(rest, "\n\n")
	if !tagOpens(rest[1]) || !strings.Contains(line, "=") && !strings.HasPrefix(rest, "<!") {
		return 0
	}
	s.drop(at, line)
	s.out = append(s.out, "< "...)
	return 1
}

// autolink takes an address in angle brackets.
func (s *targets) autolink(at int, bracketed string) int {
	inside := bracketed[1 : len(bracketed)-1]
	if strings.ContainsAny(inside, " \t\r\n<=\"'") || !strings.ContainsAny(inside, ":@") && !isHost(strings.ToLower(inside)) {
		return 0
	}
	switch {
	case s.known.Address(html.UnescapeString(inside)):
		return s.keep(at, len(bracketed)) - at
	case !strings.Contains(inside, ":") && s.known.Host(inside):
		s.drop(at, bracketed)
		s.out = append(s.out, inside...) // without the brackets, which would make it a link
		return len(bracketed)
	}
	s.drop(at, inside)
	return len(bracketed)
}

// harmless are attributes that lead nowhere.
var harmless = map[string]bool{
	"colspan": true, "rowspan": true, "align": true, "scope": true, "start": true, "lang": true, "dir": true, "open": true,
}

// leading are attributes that hold one address.
var leading = map[string]bool{"href": true, "src": true, "cite": true}

// element takes a start tag. A tag with an attribute that may lead somewhere
// goes, and the words in it stay; what a script or a style holds goes too.
func (s *targets) element(at int, raw string, token *html.Token) int {
	switch token.Data {
	case "script", "style", "iframe", "svg", "object", "template", "noscript", "math":
		s.drop(at, raw)
		return closes(s.text[at:], "</"+token.Data)
	case "base", "meta", "link", "embed", "form", "input", "button":
		s.drop(at, raw)
		return len(raw)
	}
	for _, a := range token.Attr {
		if a.Val == "" || harmless[a.Key] || leading[a.Key] && s.known.Address(a.Val) {
			continue
		}
		s.drop(at, raw)
		return len(raw)
	}
	return s.keep(at, len(raw)) - at
}

// closes is where a closing tag stands in a text, in any case, or its end.
func closes(text, tag string) int {
	for at := 0; ; at++ {
		i := strings.Index(text[at:], "</")
		if i < 0 {
			return len(text)
		}
		at += i
		if len(text) >= at+len(tag) && strings.EqualFold(text[at:at+len(tag)], tag) {
			return at
		}
	}
}
