package answer

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
)

//go:embed forms.yaml
var formsFile []byte

// forms is what is known of the ways in which apps ask for citations.
var forms = func() (read struct {
	Cues    []string `yaml:"cues"`
	Forbids []string `yaml:"forbids"`
	Places  []struct {
		Field string   `yaml:"field"`
		Words []string `yaml:"words"`
	} `yaml:"places"`
	Fillers []string `yaml:"fillers"`
	Lists   []string `yaml:"lists"`
	Parts   []string `yaml:"paragraphs"`
	Forms   []struct {
		Marker  string   `yaml:"marker"`
		Pattern string   `yaml:"pattern"`
		Example string   `yaml:"example"`
		Holds   []string `yaml:"holds"` // a text without one of these has no match

		matches *regexp.Regexp
	} `yaml:"forms"`
	Samples map[string]string `yaml:"samples"`
}) {
	if err := yaml.UnmarshalWithOptions(formsFile, &read, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the forms of citation: %w", err)) // the file is part of the program
	}
	for i := range read.Forms {
		read.Forms[i].matches = regexp.MustCompile(read.Forms[i].Pattern)
	}
	return read
}()

var (
	bracket = stemmed(`\bbrackets\b|klammern\b|\bcrochets\b|\bcorchetes\b|\bcolchetes\b|parentesi quadre|方括号|角括弧|скобках`, "bracket", "klammern", "crochets", "corchetes", "colchetes", "quadre", "方括号", "角括弧", "скобках")
	citing  = stemmed(`\b(?:cite[rz]?|citar|citing|citations?)\b|zitier|引用`, "cit", "zitier", "引用")
	cue     = stemmed(strings.Join(forms.Cues, "|"), forms.Cues...)
	forbids = regexp.MustCompile("(?i)" + strings.Join(forms.Forbids, "|"))

	paragraph = stemmed(strings.Join(forms.Parts, "|"), forms.Parts...)
)

// stemPattern is a pattern, capitals and small letters alike, with a cheap first check: what it matches holds
// one of its stems.
type stemPattern struct {
	pattern *regexp.Regexp
	stems   []string // in small letters
}

// stemmed makes one. Of a stem that is a pattern, what stands before its first sign counts.
func stemmed(pattern string, stems ...string) *stemPattern {
	p := &stemPattern{pattern: regexp.MustCompile("(?i)" + pattern)}
	for _, stem := range stems {
		stem = strings.TrimPrefix(stem, `\b`)
		p.stems = append(p.stems, stem[:len(stem)-len(strings.TrimLeftFunc(stem, unicode.IsLetter))])
	}
	return p
}

// may reports whether a text holds a stem.
func (p *stemPattern) may(text string) bool {
	small := strings.ToLower(text)
	return slices.ContainsFunc(p.stems, func(stem string) bool { return strings.Contains(small, stem) })
}

// first returns where the first match in a text begins, -1 for none.
func (p *stemPattern) first(text string) int {
	if p.may(text) {
		if at := p.pattern.FindStringIndex(text); at != nil {
			return at[0]
		}
	}
	return -1
}

func (p *stemPattern) in(text string) bool { return p.first(text) >= 0 }

// Form is the way in which an app has its citations written.
type Form struct {
	Style string // a style of markers, as package render reads it
	// What {chunk_id} stands for in Style: ids of a shape, or what the app calls by
	// a name of its own ("reference_id"), with one of some words before it in
	// parentheses ("Sources (0)"). All are empty where the id is all there is to say.
	shape  *regexp.Regexp
	key    string
	groups []string
	// counted is the style where no passage shows an id of the shape: what stands before
	// the number is the app's own, and the number is the passage's. bound says that
	// without the key's values there is no form.
	counted string
	bound   bool
	near    bool // only a cue on its own line makes it a sample
	Spot    Spot
}

// Bounds, in bytes, on what is looked at for samples: an instruction is short, and
// more is somebody's text. near is how far before a sample its cue may stand.
const (
	maxFormText = 32 << 10
	maxSample   = 120
	near        = 400
	maxSamples  = 400 // tokens of a text that are looked at
)

// AskedFor returns the form of markers that an app's own words ask for: the one of
// which they show most samples. The texts are its instructions, as they stand around
// its passages and in the descriptions of its tools. False where they show none.
func AskedFor(texts ...string) (Form, bool) {
	var v votes
	for _, text := range texts {
		text = text[:min(len(text), maxFormText)]
		if !cue.may(text) {
			continue // no sample of it stands near one
		}
		for _, s := range samplesIn(text) {
			if isCued(text, s.start, s.end, s.near) && !isForbidden(text, s.start) {
				v.add(s.Form)
				v.addSpot(text, s)
			}
		}
		v.addOther(text)
	}
	return v.most()
}

// OrderedBy is the plain form where an app orders citing, or names brackets, and shows no marker: "Put
// the passage number in square brackets behind each sentence." The reader of such an answer knows the
// passages by the numbers that the app gave them, or by their ids where the order's sentence says so.
func OrderedBy(texts ...string) (Form, bool) {
	for _, text := range texts {
		text = text[:min(len(text), maxFormText)]
		at := citing.first(text)
		if at < 0 {
			at = bracket.first(text)
		}
		if at < 0 || isForbidden(text, at) {
			continue
		}
		order := text[strings.LastIndexAny(text[:at], ".!?;\n")+1 : nextBoundary(text, at)]
		if slices.ContainsFunc(tokensOf(order, maxTokens), func(t string) bool { return fieldOf(t) == "chunk_id" }) {
			return Form{Style: "[{chunk_id}]"}, true
		}
		return Form{Style: "[{n}]"}, true
	}
	return Form{}, false
}

// votes count samples by their style, in order of first use, and by where they stand.
type votes struct {
	forms  []Form
	count  []int
	places [2][2]int // before the stop, glued: 1
}

func (v *votes) add(f Form) {
	for i := range v.forms {
		if had := &v.forms[i]; had.Style == f.Style {
			v.count[i]++
			if had.shape == nil {
				had.shape = f.shape
			}
			if had.counted == "" {
				had.counted = f.counted
			}
			if had.key == "" {
				had.key = f.key
			}
			for _, g := range f.groups {
				if !slices.Contains(had.groups, g) {
					had.groups = append(had.groups, g)
				}
			}
			return
		}
	}
	v.forms, v.count = append(v.forms, f), append(v.count, 1)
}

// addOther counts the forms that have no one variable part.
func (v *votes) addOther(text string) {
	for i := range forms.Forms {
		f := &forms.Forms[i]
		if len(f.Holds) > 0 && !slices.ContainsFunc(f.Holds, func(s string) bool { return strings.Contains(text, s) }) {
			continue
		}
		for _, at := range f.matches.FindAllStringSubmatchIndex(text, -1) {
			if isCued(text, at[0], at[1], false) && !isForbidden(text, at[0]) {
				v.add(Form{Style: string(f.matches.ExpandString(nil, f.Marker, text, at))})
			}
		}
	}
}

func (v *votes) most() (Form, bool) {
	best := -1
	for i, n := range v.count {
		if best < 0 || n > v.count[best] {
			best = i
		}
	}
	if best < 0 {
		return Form{}, false
	}
	v.forms[best].Spot = v.spot()
	return v.forms[best], true
}

// isCued tells a sample that a word for citing stands close to: before it, or on its line.
func isCued(text string, start, end int, onLine bool) bool {
	before := text[max(0, start-near):start]
	if onLine {
		before = before[strings.LastIndexByte(before, '\n')+1:]
	}
	return cue.in(before) || cue.in(text[end:min(lineEnd(text, end), end+near)])
}

// isForbidden tells a sample of what the app does not want.
func isForbidden(text string, start int) bool {
	before := text[max(0, start-maxSample):start]
	before = before[strings.LastIndexAny(before, ".!?;\n")+1:]
	return forbids.MatchString(before)
}

// sampled is a sample of a marker in a text.
type sampled struct {
	Form
	start, end int
}

// Opening and closing signs of a sample, longer ones first.
var sampleSigns = [...][2]string{
	{"[[", "]]"}, {"[", "]"}, {"［", "］"}, {"【", "】"}, {"〔", "〕"}, {"(", ")"}, {"（", "）"},
	{"<cite>", "</cite>"}, {"<citation>", "</citation>"}, {"<ref>", "</ref>"}, {"<sup>", "</sup>"},
}

// privateSign is a sign of the private use area, as a character or as it is escaped, before an id.
var privateSign = regexp.MustCompile(`^(?:(?:\\u[eEfF][0-9a-fA-F]{3}|[\x{E000}-\x{F8FF}]))+([A-Za-z]\w{2,40})`)

// beginnings are the bytes with which some signs begin: most bytes of a text begin none.
type beginnings [256]bool

func beginningsOf(signs string) *beginnings {
	var b beginnings
	for _, sign := range signs {
		b[string(sign)[0]] = true
	}
	return &b
}

// next is where the next of these bytes stands in a text, its length where there is none.
func (b *beginnings) next(text string, at int) int {
	for at < len(text) && !b[text[at]] {
		at++
	}
	return at
}

// sampleOpening are the bytes with which the signs begin that can open a sample: brackets,
// quotes, a backslash, and whatever is for private use.
var sampleOpening = beginningsOf("[［【〔(（<\\\"'`“‘「\ue200\uf8ff\U000F0000\U00100000")

// samplesIn lists the samples of markers in a text.
func samplesIn(text string) (out []sampled) {
	for at, tries := sampleOpening.next(text, 0), 0; at < len(text) && tries < maxSamples; at = sampleOpening.next(text, at) {
		if s, ok := sampleAt(text, at); ok {
			out = append(out, s)
			at = s.end
			tries++
			continue
		}
		if text[at] < utf8.RuneSelf || isSign(text[at:]) {
			tries++
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return out
}

func sampleAt(text string, at int) (sampled, bool) {
	if text[at] >= utf8.RuneSelf && !isSign(text[at:]) {
		return sampled{}, false
	}
	rest := text[at:min(len(text), at+2*maxSample)]
	if found := privateSign.FindStringSubmatchIndex(rest); found != nil {
		f := Form{Style: lastSign(rest[:found[2]]) + "{chunk_id}", shape: shapeOfID(rest[found[2]:found[3]])}
		return sampled{f, at, at + found[1]}, true
	}
	if f, n, ok := labelSample(rest); ok {
		return sampled{f, at, at + n}, true
	}
	for _, signs := range sampleSigns {
		inner, ok := strings.CutPrefix(rest, signs[0])
		if !ok {
			continue
		}
		n := strings.Index(inner[:min(len(inner), maxSample)], signs[1])
		if n <= 0 || strings.ContainsAny(inner[:n], "\n[]") {
			continue
		}
		if signs[0] == "[" {
			if s, ok := linkSample(text, at, inner[:n]); ok {
				return s, true
			}
		}
		if signs[0] == "(" { // (Sources (0)) ends with its own bracket
			n = max(n, balancedEnd(inner))
		}
		if f, ok := formOf(signs[0], inner[:min(n, len(inner))], signs[1]); ok && !isJSON(text, at) {
			return sampled{f, at, at + len(signs[0]) + n + len(signs[1])}, true
		}
		return sampled{}, false
	}
	return sampled{}, false
}

// isSign tells a text that begins with a sign beyond ASCII that opens a sample.
func isSign(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("［【〔（“‘「", r) || unicode.Is(unicode.Co, r)
}

var quotedLabel = regexp.MustCompile(`^(?:"([^"\n]+)"|'([^'\n]+)'|` + "`([^`\\n]+)`" + `|“([^”\n]+)”|‘([^’\n]+)’|「([^」\n]+)」)`)

// labelSample reads a sample in quotes that stands in no brackets: a word for a source and,
// behind a colon, what it is called: 'Source: <url>'.
func labelSample(rest string) (f Form, length int, ok bool) {
	colon := strings.IndexAny(rest[:min(len(rest), maxAnnouncement)], ":：")
	if colon < 0 || !isSourceWord(strings.Trim(rest[:colon], "\"'`“‘「")) {
		return Form{}, 0, false
	}
	m := quotedLabel.FindStringSubmatch(rest)
	if m == nil || len(m[0]) > maxSample {
		return Form{}, 0, false
	}
	inner := strings.TrimSpace(strings.Join(m[1:], ""))
	_, item, _ := strings.Cut(strings.Replace(inner, "：", ":", 1), ":")
	item = strings.TrimSpace(item)
	if f, ok = labelledForm(item); ok {
		f.Style = inner[:len(inner)-len(item)] + f.Style
	}
	return f, len(m[0]), ok
}

// balancedEnd is where the bracket closes behind which a text begins, -1 where it does not.
func balancedEnd(inner string) int {
	depth := 1
	for i := range min(len(inner), maxSample) {
		switch inner[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		case '\n':
			return -1
		}
	}
	return -1
}

// lastSign is the last of some signs of the private use area, as it is written.
func lastSign(signs string) string {
	if at := strings.LastIndexByte(signs, '\\'); at >= 0 {
		return signs[at:]
	}
	runes := []rune(signs)
	return string(runes[len(runes)-1])
}

// isJSON tells a bracket that is a value, not a marker in a text.
func isJSON(text string, at int) bool {
	before := strings.TrimRight("\n"+text[max(0, at-maxSample):at], " ")
	return strings.HasSuffix(before, `":`) || strings.HasSuffix(before, "=") || strings.HasSuffix(before, "\n-") || strings.HasSuffix(before, "!")
}

// linkSample reads `[number](#key)`, `[1](https://…)`, `[id](CITE)`: a link whose target
// or text is what varies.
func linkSample(text string, at int, label string) (sampled, bool) {
	open := at + 1 + len(label) + 1
	if open >= len(text) || text[open] != '(' {
		return sampled{}, false
	}
	rest := text[open+1 : min(len(text), open+1+maxSample)]
	n := strings.IndexAny(rest, ")\n ")
	if n <= 0 || rest[n] != ')' {
		return sampled{}, false
	}
	target, end := rest[:n], open+1+n+1
	hash := strings.TrimPrefix(target, "#")
	left, leftOK := formOf("[", label, "]")
	switch {
	case target == strings.ToUpper(target) && len(target) > 2 && cue.in(target): // (CITE)
		left.Style += "(" + target + ")"
		return sampled{left, at, end}, leftOK
	case isWebURL(target) || placeField(target) == "url":
		if !leftOK || strings.Contains(left.Style, "{chunk_id}") {
			left = Form{Style: "[{title}]"}
		}
		return sampled{Form{Style: left.Style + "({url})"}, at, end}, true
	}
	right, ok := formOf("(", hash, ")")
	if !ok && hash != target { // behind a hash stands an id, whatever it looks like
		right, ok = Form{Style: "({chunk_id})", key: hash}, isName(hash)
	}
	if right.Style == "({n})" {
		right.Style = "({chunk_id})"
	}
	if !ok || !leftOK && placeField(label) == "" && label != "..." {
		return sampled{}, false
	}
	if !leftOK {
		left.Style = "[{title}]"
	}
	right.Style = left.Style + "(" + target[:len(target)-len(hash)] + right.Style[1:]
	return sampled{right, at, end}, true
}

var (
	listed   = regexp.MustCompile(`\s*(?:[,;，、]|\band\b|\bor\b)\s*`)
	more     = regexp.MustCompile(`^(?:\+? ?more|\.\.\.|…|etc\.?)$`)
	grouped  = regexp.MustCompile(`^((?:\p{L}+: )?)(\p{L}+|<[^<>]*>) \(([^()]+)\)`)
	announce = regexp.MustCompile(`^([\^†#] ?|\p{L}[\p{L}_]{0,19}(?: ?[:：#†_-] ?| ))([^\s:：#].*)$`)
	prefixed = regexp.MustCompile(`^(\p{L}[\p{L}_]{0,19})(\d{1,3}|[NXn#]|[{<]\w+[}>])$`)
	fileSpot = regexp.MustCompile(`(?i)^(.+?)((?:#page=|, ?p(?:age|\.)? ?|:)(?:\d+|\w+|\{\w+\}|<\w+>))?$`)
	plainID  = regexp.MustCompile(`^[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)*$`)
	behindN  = regexp.MustCompile(`^(\d{1,3})(†[\p{L}]+)$`)
)

// formOf reduces a sample to its form: what stands for the passage becomes a field of the
// style, the rest stays as it is.
func formOf(open, inner, close string) (Form, bool) {
	if inner == "" || strings.ContainsAny(inner, "\"'`") && placeField(inner) == "" {
		return Form{}, false
	}
	inner = withoutPlace(inner)
	if m := grouped.FindStringSubmatch(inner); m != nil && open != "(" {
		return groupedForm(open, inner, close, m[1])
	}
	if m := behindN.FindStringSubmatch(inner); m != nil {
		return Form{Style: open + "{n}" + m[2] + close}, true
	}
	var first Form
	for i, item := range listed.Split(inner, -1) {
		if more.MatchString(item) && i > 0 {
			continue
		}
		f, ok := itemForm(open, strings.TrimSpace(item))
		if !ok || i > 0 && f.Style != first.Style {
			if i == 1 && strings.HasPrefix(first.Style, "{filename}") {
				return fileForm(open, inner, close)
			}
			return Form{}, false
		}
		if i == 0 {
			first = f
		}
	}
	first.Style = open + first.Style + close
	if first.counted != "" {
		first.counted = open + first.counted + close
	}
	return first, first.Style != open+close
}

func fileForm(open, inner, close string) (Form, bool) {
	f, ok := itemForm(open, inner)
	f.Style = open + f.Style + close
	return f, ok
}

// groupedForm reads `Data: Reports (1, 4); Notes (7)`: ids by the name of their list.
func groupedForm(open, inner, close, lead string) (Form, bool) {
	f := Form{Style: open + lead + "{chunk_id}" + close}
	rest := inner[len(lead):]
	for rest != "" {
		m := grouped.FindStringSubmatch(rest)
		if m == nil || m[1] != "" {
			return Form{}, false
		}
		for _, item := range listed.Split(m[3], -1) {
			if _, isNumber := plainNumber(item); !isNumber && !more.MatchString(item) && placeField(item) != "chunk_id" && placeField(item) != "n" {
				return Form{}, false
			}
		}
		if m[2][0] != '<' {
			f.groups = append(f.groups, m[2])
		}
		rest = strings.TrimLeft(rest[len(m[0]):], " ,;")
	}
	return f, true
}

// itemForm reduces one reference of a sample.
func itemForm(open, item string) (Form, bool) {
	round := open == "(" || open == "（"
	if n, ok := plainNumber(item); ok {
		return Form{Style: "{n}"}, !round && n <= maxPlausible
	}
	if ranged, ok := splitNumbers(item); ok && len(ranged) > 1 {
		return Form{Style: "{n}"}, !round
	}
	m := prefixed.FindStringSubmatch(item)
	if m != nil && announces(m[1]) {
		f, ok := labelledForm(m[2])
		f.Style = m[1] + f.Style
		return f, ok
	}
	if m != nil && !round && counts.MatchString(item) && fieldOf(strings.ToLower(m[1])) == "" {
		return countedForm(m[1], item), true
	}
	if field := placeField(item); field != "" {
		f := Form{Style: "{" + field + "}"}
		if field == "chunk_id" {
			f.key = keyOf(item)
		}
		return f, !round
	}
	m = announce.FindStringSubmatch(item)
	if m != nil && strings.Contains(m[1], "_") && placeField(m[2]) != "" {
		return Form{}, false // doc_name#chunk_index: a place holder, and no word in front of one
	}
	if m != nil && announces(m[1]) {
		f, ok := labelledForm(m[2])
		f.Style = m[1] + f.Style
		return f, ok
	}
	if isWebURL(item) {
		return Form{Style: "{url}"}, true
	}
	if name, spot := cutSpot(item); isFileName(name) {
		return Form{Style: "{filename}" + spot}, true
	}
	if shape := idShape(item); shape != "" && (!round || strings.ContainsAny(item, "-_") || len(item) >= 6) {
		return Form{Style: "{chunk_id}", shape: shapeOfID(item)}, true
	}
	if m == nil || round || strings.HasSuffix(m[1], " ") || strings.HasSuffix(m[1], "-") {
		return Form{}, false
	}
	f, ok := labelledForm(m[2])
	f.Style = m[1] + f.Style
	return f, ok
}

// counts tells a number, or what stands for one, behind letters of the app's own.
var counts = regexp.MustCompile(`^(?:\p{Lu}|\p{Lo}{1,4}|\p{Lu}?\p{Ll}{1,9})(?:\d{1,3}|#|[{<]\w+[}>])$`)

// countedForm reads `S1`, `S#` and `话题7`: an id that passages may show, else their number
// behind letters of the app's own.
func countedForm(letters, item string) Form {
	shape := regexp.MustCompile(`(?:^|[^\w-])(` + regexp.QuoteMeta(letters) + `\d+)(?:$|[^\w-])`)
	return Form{Style: "{chunk_id}", shape: shape, counted: letters + "{n}", near: idShape(item) == ""}
}

// announces tells a word that stands before a reference.
func announces(word string) bool {
	word = strings.ToLower(strings.TrimRight(word, " :：#†_-"))
	return word == "" || isSourceWord(word) || slices.Contains(words.Labels, word) || slices.Contains(words.Passages, word)
}

// labelledForm reduces what a word announces: `ID:0`, `doc1`, `Source: handbook.pdf`.
func labelledForm(item string) (Form, bool) {
	if _, ok := plainNumber(item); ok {
		return Form{Style: "{n}"}, true
	}
	if name, spot := cutSpot(item); isFileName(name) || placeField(name) == "filename" {
		return Form{Style: "{filename}" + spot}, true
	}
	switch field := placeField(item); {
	case field == "chunk_id":
		return Form{Style: "{chunk_id}", key: keyOf(item)}, true
	case field != "":
		return Form{Style: "{" + field + "}"}, true
	case isWebURL(item):
		return Form{Style: "{url}"}, true
	case item == "...", item == "…", strings.EqualFold(item, "x"):
		return Form{Style: "{title}"}, true
	case idShape(item) != "":
		return Form{Style: "{chunk_id}", shape: shapeOfID(item)}, true
	case isPlace(item):
		return Form{Style: "{source}"}, true
	case isName(item): // what the app calls by a name of its own
		return Form{Style: "{chunk_id}", key: item, bound: true}, true
	}
	return Form{}, false
}

// isPlace tells what only says that a source's name stands there: `<source>`, `$SOURCE_HERE`.
func isPlace(item string) bool {
	parts := strings.Fields(strings.ToLower(spaced(strings.Trim(item, "<>{}$ "))))
	return len(parts) > 0 && strings.Trim(item, "<>{}$ ") != item && !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(forms.Fillers, p) })
}

// cutSpot parts a file's name from the place in it, which becomes {page}.
func cutSpot(item string) (name, spot string) {
	m := fileSpot.FindStringSubmatch(item)
	if m == nil || m[2] == "" {
		return item, ""
	}
	if placeField(m[1]) != "filename" && !isFileName(m[1]) {
		return item, ""
	}
	if m[2][0] == ':' && placeField(m[2][1:]) != "page" && !isNumber(m[2][1:]) {
		return item, ""
	}
	end := strings.LastIndexAny(m[2], "=: .") + 1
	if end == 0 {
		end = len(m[2]) - len(strings.TrimLeft(m[2], ", page."))
	}
	return m[1], m[2][:end] + "{page}"
}

func isNumber(s string) bool { _, ok := plainNumber(s); return ok }

// placeField tells which field a place holder stands for, such as `<record ids>`, `n`,
// `{doc_id}` and `title of the document`; "" for what is none.
func placeField(s string) string {
	parts := strings.Fields(strings.ToLower(spaced(strings.Trim(s, "<>{}$\"'`# "))))
	if len(parts) == 0 || len(parts) > 5 {
		return ""
	}
	for _, p := range parts {
		if !slices.Contains(forms.Fillers, p) && fieldOf(p) == "" {
			return ""
		}
	}
	for i := range forms.Places {
		if slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(forms.Places[i].Words, p) }) {
			return forms.Places[i].Field
		}
	}
	return ""
}

func fieldOf(word string) string {
	for i := range forms.Places {
		if slices.Contains(forms.Places[i].Words, word) {
			return forms.Places[i].Field
		}
	}
	return ""
}

// spaced writes `toolCallId` and `reference_id` as words.
func spaced(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case r == '_' || r == '-':
			r = ' '
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// keyOf is a place holder that is a name of the app's own, such as reference_id; "" for words.
func keyOf(s string) string {
	if s = strings.Trim(s, "<>{}$\"'`# "); isName(s) && spaced(s) != s {
		return s
	}
	return ""
}

func isName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
}

// shapeOfID is what fits ids that look like one.
func shapeOfID(id string) *regexp.Regexp {
	shape := idShape(id)
	if shape == "" {
		return nil
	}
	return regexp.MustCompile(`(?i)(?:^|[^\w-])(` + shape + `)(?:$|[^\w-])`)
}

var (
	pieces  = regexp.MustCompile(`[A-Za-z0-9]+|[^A-Za-z0-9]+`)
	inPiece = regexp.MustCompile(`[0-9]+|[A-Za-z]+`)
	hex     = regexp.MustCompile(`^[0-9a-fA-F]+$`)
)

// idShape writes an id as a pattern: digits and what is drawn at random vary, words stay.
// It is "" for what is no id.
func idShape(id string) string {
	if !plainID.MatchString(id) || strings.IndexFunc(id, unicode.IsDigit) < 0 || strings.IndexFunc(id, unicode.IsLetter) < 0 {
		return ""
	}
	var b strings.Builder
	for _, piece := range pieces.FindAllString(id, -1) {
		runs := inPiece.FindAllString(piece, -1)
		switch {
		case len(runs) == 0:
			b.WriteString(regexp.QuoteMeta(piece))
		case hex.MatchString(piece) && (len(piece) >= 6 || len(runs) > 2):
			fmt.Fprintf(&b, "[0-9a-f]{%d}", len(piece))
		case len(runs) > 4 || len(piece) >= 10 && len(runs) > 2:
			fmt.Fprintf(&b, "[0-9a-z]{%d}", len(piece))
		default:
			for _, run := range runs {
				if unicode.IsDigit(rune(run[0])) {
					run = `\d+`
				}
				b.WriteString(run)
			}
		}
	}
	return b.String()
}
