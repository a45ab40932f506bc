package layout

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// headForm is a way to name a passage, as heads.yaml has it.
type headForm struct {
	Form, Pattern, Strength, Sample, ID string

	strength strength
	pattern  *regexp.Regexp
}

var headForms = func() (forms []headForm) {
	readData("heads.yaml", &forms)
	for i := range forms {
		forms[i].pattern = regexp.MustCompile(forms[i].Pattern)
		forms[i].strength = map[string]strength{"odd": odd, "counted": counted, "named": named}[forms[i].Strength]
	}
	return forms
}()

// inForm reads what stands in brackets by the first form that it has.
// word is what tells heads written alike from others.
func (l *headLine) inForm(in string) (word string, ok bool) {
	for i := range headForms {
		f := &headForms[i]
		if m := f.pattern.FindStringSubmatch(in); m != nil {
			if word, ok = l.fill(f, m); ok {
				return word, true
			}
		}
	}
	return "", false
}

// fill takes over what the groups of a form hold.
func (l *headLine) fill(f *headForm, groups []string) (word string, ok bool) {
	extra := ""
	for i, name := range f.pattern.SubexpNames() {
		value := groups[i]
		switch name {
		case "label":
			word = strings.ToLower(value)
		case "key":
			if word = foldKey(value); fieldOf(word) != fieldID && fieldOf(word) != fieldDoc {
				return "", false
			}
		case "extra":
			extra = value
		case "file":
			if extra = withoutBegin(value); !isFile(extra) {
				return "", false
			}
		case "authors", "year":
			extra, word = extra+name+": "+value+"; ", "work"
		}
	}
	l.extra, l.strength = extra, f.strength
	if id := f.pattern.SubexpIndex("id"); id > 0 {
		l.setID(groups[id])
	}
	return word, true
}

// headLabels are the words in front of a passage's number.
var headLabels = set(words("head_labels")...)

// retrievalLabels are those that no document gives to its own parts.
var retrievalLabels = set(words("retrieval_labels")...)

// tokenLabels may be followed by an id that is no number.
var tokenLabels = set(words("token_labels")...)

var (
	total        = regexp.MustCompile(`^(?: of | ?/ ?| von | de )\d+`)
	gluedNumber  = regexp.MustCompile(`^[-_]?\d{1,4}$`)
	numberBehind = regexp.MustCompile(`^[#:=_№ ]*(?:No[.:] |[Nn][°º] ?:? ?|Nr\. )?(?:(\d{1,6})\b|([A-Z])(?:[:\-)\] |(]|\.[^ ]|\.?$))`)
	tokenBehind  = regexp.MustCompile(`^[#:=_№ ]*([^\s\],;|)]{1,200})`)
	codeBehind   = regexp.MustCompile(`^ *(\pL[\pL_-]{0,6}\d[\pL\d_-]{0,6})`)
	codeHead     = regexp.MustCompile(`^([A-Z]{2,10}[-_]\d{1,6}|\pL[\pL_]+\d+(?:[\pL_-]+\d+)*): `)
	originBehind = regexp.MustCompile(`^ *[Ff]rom ((\S[^(]*?)(?: \(.*?)?):(?: +|$)`)
)

// withoutTotal takes off of how many passages a head is: `Document 1 of 3:`.
func withoutTotal(s string) string {
	return s[len(total.FindString(s)):]
}

// cutNumber cuts a number or a single capital off the front of what follows a label.
func cutNumber(s string) (id, rest string) {
	m := numberBehind.FindStringSubmatchIndex(s)
	switch {
	case m == nil:
		return "", s
	case m[2] >= 0:
		return s[m[2]:m[3]], s[m[3]:]
	}
	return s[m[4]:m[5]], s[m[5]:]
}

// cutID is cutNumber for labels, some of which have a word for an id.
func cutID(label, s string) (id, rest string) {
	if id, rest = cutNumber(s); id == "" && tokenLabels[label] {
		if m := tokenBehind.FindStringSubmatch(s); m != nil {
			return strings.TrimSuffix(m[1], ":"), s[len(m[0]):]
		}
	}
	return id, rest
}

// labelled reads what follows a label in brackets: an id, perhaps with a title or
// metadata, or only metadata.
func (l *headLine) labelled(label, in, after string) bool {
	if gluedNumber.MatchString(after) && text.IsASCII(label) {
		l.setID(strings.TrimLeft(after, "-_"))
		l.id = in // as the prompt shows it: doc1
		return true
	}
	id, rest := cutID(label, after)
	if m := codeBehind.FindStringSubmatch(after); id == "" && m != nil {
		id, rest = m[1], after[len(m[0]):]
	}
	rest = strings.TrimSpace(withoutTotal(rest))
	inner := strings.TrimLeft(rest, ":-|,;–—：｜·• ")
	switch {
	case id == "":
		l.extra = in
		return strings.HasPrefix(strings.TrimLeft(after, " "), ":")
	case inner == rest && rest != "" && rest[0] != '(' && !isMeta(rest):
		return false
	}
	l.extra = inner
	l.setID(id)
	return true
}

// label reads `Source 1:`, `Document 1: title`, `### Document 1 - title`,
// `Source ID [c910e2e]:`, `文档1：`, `Snippet from https://…: text`.
func (l *headLine) label() bool {
	body := withoutBegin(l.body)
	label, after := takeLabel(body)
	if opensWith(strings.TrimLeft(after, " "), "from ", "From ") {
		if m := originBehind.FindStringSubmatch(after); m != nil && (isURL(m[2]) || isFile(m[2])) {
			l.extra = m[1]
			return l.is(named, l.markup+"from", "", after[len(m[0]):])
		}
	}
	strength := named
	if label == "" {
		if strings.Contains(l.body[:min(len(l.body), 48)], ": ") {
			if m := codeHead.FindStringSubmatch(l.body); m != nil {
				return l.is(odd, l.markup+"code", m[1], l.body[len(m[0]):])
			}
		}
		return false
	}
	if body != l.body {
		strength = boxed
	}
	after = strings.TrimLeft(after, " ")
	if token := tokenLabels[label]; !token && strings.HasPrefix(after, ":") {
		return false // `Source: 0` is a key
	} else if after = strings.TrimLeft(after, ": "); token && after != "" && after[0] != '[' && label != "uri" && !treeBelow(l.p, l.line) {
		return false // a key like others: a block of keys, not a head
	}
	return l.behindLabel(label, after, strength)
}

// behindLabel reads the id behind a label, and what follows that.
func (l *headLine) behindLabel(label, after string, strength strength) bool {
	id, rest, ok := strings.Cut(strings.TrimPrefix(after, "["), "]")
	if !ok || after[0] != '[' {
		id, rest = cutID(label, after)
		rest = withoutTotal(rest)
	}
	if rest = l.groups(rest); id == "" && l.extra == "" {
		return false
	}
	if strings.Contains(rest, "(") || strings.Contains(rest, "（") {
		if m := enclosed.FindStringSubmatch(rest); m != nil {
			l.extra, rest = strings.TrimPrefix(l.extra+"\n"+m[1]+m[2], "\n"), ""
		}
	}
	sep := separatorOf(rest)
	switch plain := strings.TrimRight(rest, "#*=-_~+< \t"); {
	case plain == "", plain == ":" && plain != rest:
		rest, sep = "", ""
	case sep == "" && (l.extra == "" || id == ""):
		return false
	case sep == "." && !retrievalLabels[label]:
		return false // the passage's own: Section 3.
	}
	return l.is(strength, l.markup+label+sep, id, strings.TrimLeft(rest[len(sep):], " :"))
}

func treeBelow(p *page, i int) bool {
	return i+1 < len(p.lines) && opensWith(p.str(i+1), "├", "└")
}

// enclosed fits parentheses that fill the rest of a head's line.
var enclosed = regexp.MustCompile(`^\s*(?:\(([^)]*)\)|（([^）]*)）)\s*$`)

// withoutBegin takes off the word that opens a bracketed passage: `BEGIN SOURCE 1`, or
// behind its number `webpage 1 begin`.
func withoutBegin(s string) string {
	for _, word := range [...]string{"BEGIN ", "START OF ", "START ", "Begin ", "Start of "} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			return rest
		}
	}
	if numbered, ok := cutBehindNumber(s, "begin", "start"); ok {
		return numbered
	}
	return s
}

// cutBehindNumber takes a word behind a passage's number off, and the rest of the frame
// behind it: `Document 1 start ---`.
func cutBehindNumber(s string, words ...string) (numbered string, ok bool) {
	name := strings.TrimRight(s[:min(len(s), 60)], "#*=-_~+<>|] \t")
	i := strings.LastIndexByte(name, ' ')
	if i < 1 || len(s) > 60 {
		return s, false
	}
	label, after := takeLabel(strings.TrimLeft(name[:i], "["))
	if label == "" || !isDigits(strings.TrimLeft(after, " #")) {
		return s, false
	}
	return name[:i], slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(name[i+1:], word) })
}

// takeLabel takes a label off the beginning of s: the longest of one to three
// words that is one. The label is returned in lower case.
func takeLabel(s string) (label, rest string) {
	rest = s
	end, words := 0, 0
	for i, r := range s[:min(len(s), 49)] {
		if i < 48 && (unicode.IsLetter(r) || unicode.IsMark(r) || r == '_') {
			continue
		}
		if (i > end || r == ' ') && holds(headLabels, s[:i]) {
			label, rest = strings.ToLower(s[:i]), s[i:]
		}
		end = i + utf8.RuneLen(max(r, 0))
		if words++; words > 3 || r != ' ' {
			return label, rest
		}
	}
	if holds(headLabels, s) {
		return strings.ToLower(s), ""
	}
	return label, rest
}
