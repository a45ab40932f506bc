package answer

import (
	"regexp"
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
)

// Source is what an inline marker can name of one chunk.
type Source struct {
	Handle   string   // the chunk's name in this exchange: the id that the prompt shows, or c1…cn
	Number   int      // the number that the prompt shows; 0 where it shows none
	Aliases  []string // further ids that name it: a visible id that several chunks share, its document's
	Title    string
	URL      string
	Filename string
	Page     string
	Authors  []string
	Year     int // 0: unknown
}

// Known lists the sources of the evidence in prompt order. The reader needs
// it to tell a marker from any other bracket: `[3]` is a marker where there
// are three sources, `[2023]` is a year wherever no source bears that name.
type Known struct {
	Sources []Source
	Style   string // of the markers that the app's own prompt asks for, as package render reads it; "" for none
	List    string // the heading of a list of sources that the app's own prompt orders; "" for none
	// Words gives the app's own words, in which the form of an answer may be shown; nil for none.
	Words func() string
	// Labels gives, by source, what heads it in the prompt: its metadata, and what stands in
	// front of it; nil where only what is said here is known.
	Labels  func() []Label
	Numbers *Numbers // of the dialect sentences; nil in all others
}

// directory answers which sources a reference names. It is built on first
// use, since most replies in the JSON dialects hold no inline marker.
type directory struct {
	sources  []Source
	numbered *Numbers // the sentences that have numbers; nil for none
	built    bool
	ids      names // handles and aliases
	titles   names // titles, file names and their last elements
	urls     names // without scheme, fragment and trailing slash
	numbers  names // the numbers that the prompt shows; where it shows none, places from 1
	counted  bool  // handles are c1…cn, so that `c9` is a handle gone wrong
	authors  []authorship
	resolved map[string][]int // what find has found
	asked    string           // the style that the app asks for
	heading  string           // of the list that it orders, folded
	own      ownWords
	shown    func() []Label
	headed   *labels          // read on first use
	byWords  map[string][]int // what byHead has found
	byPart   map[string]bool  // and of what parts of a head
	style    *regexp.Regexp   // what fits a marker in it, at its beginning; nil where the general forms do
	open     bool             // the style ends with what varies: what names a source tells where a marker ends
	opens    *[256]bool       // the bytes with which markers begin
}

func directoryOf(known Known) *directory {
	heading, _ := splitHeading(known.List)
	return &directory{sources: known.Sources, asked: known.Style, heading: heading, numbered: known.Numbers,
		own: ownWords{read: known.Words}, shown: known.Labels}
}

var (
	styleField = regexp.MustCompile(`\\\{[a-z_]+\\\}`)
	aField     = regexp.MustCompile(`\{[a-z_]+\}`)
)

// mayHold tells a text that may hold a marker of the style that the app asks for.
func (d *directory) mayHold(text string) bool {
	at := aField.FindStringIndex(d.asked)
	if at == nil {
		return d.asked != "" && strings.Contains(text, d.asked)
	}
	begin := d.asked[:at[0]]
	return begin != "" && strings.Contains(text, begin)
}

// readStyle makes what fits markers of the style that the app asks for.
func (d *directory) readStyle() {
	d.opens = &signOpens
	first := aField.FindStringIndex(d.asked)
	if first == nil || first[0] == 0 || strings.Contains(d.asked, "{authors}") || strings.Contains(d.asked, "{page}") {
		return // what names such a source is more than one field
	}
	var b strings.Builder
	quoted := regexp.QuoteMeta(d.asked)
	at := 0
	for _, field := range styleField.FindAllStringIndex(quoted, -1) {
		b.WriteString(quoted[at:field[0]])
		switch at = field[1]; {
		case at == len(quoted) && isLetter(d.asked[0]):
			b.WriteString(`([^\n]{1,200})`)
			d.open = true
		case at == len(quoted):
			b.WriteString(`(\w[\w-]*)`)
		default:
			b.WriteString(`([^\[\]\n]{1,200}?)`)
		}
	}
	b.WriteString(quoted[at:])
	style, err := regexp.Compile("^" + b.String())
	if err != nil {
		return
	}
	d.style = style
	more := signOpens
	more[d.asked[0]] = true
	d.opens = &more
}

// names maps a name, folded, to the sources that it names.
type names map[string][]int

// add notes that a name means source i, once.
func (n names) add(name string, i int) {
	if at := n[name]; name != "" && (len(at) == 0 || at[len(at)-1] != i) {
		n[name] = append(at, i)
	}
}

func (d *directory) build() {
	if d.built {
		return
	}
	d.built = true
	d.readStyle()
	d.ids, d.titles, d.urls, d.numbers, d.resolved = names{}, names{}, names{}, names{}, map[string][]int{}
	numbered := false
	for i, s := range d.sources {
		for _, id := range append([]string{s.Handle}, s.Aliases...) {
			d.ids.add(evidence.FoldName(id), i)
		}
		for _, title := range []string{s.Title, s.Filename, lastElement(s.Filename)} {
			d.titles.add(evidence.FoldName(title), i)
		}
		d.urls.add(foldURL(s.URL), i)
		_, err := strconv.Atoi(s.Handle)
		numbered = numbered || err == nil || s.Number > 0
		d.counted = d.counted || isCounted(s.Handle)
	}
	for i, s := range d.sources {
		switch {
		case !numbered:
			d.numbers.add(strconv.Itoa(i+1), i)
		case s.Number > 0:
			d.numbers.add(strconv.Itoa(s.Number), i)
		}
	}
}

// id finds sources by handle or alias.
func (d *directory) id(ref string) []int {
	d.build()
	return d.ids[evidence.FoldName(ref)]
}

// find finds sources by whatever a reference in prose can be. It remembers,
// since answers name the same few sources again and again.
func (d *directory) find(ref string) []int {
	d.build()
	at, ok := d.resolved[ref]
	if !ok {
		if at = d.any(ref); at == nil {
			at = d.authored(ref)
		}
		d.resolved[ref] = at
	}
	return at
}

// any finds sources by id, number, title, file name or address.
func (d *directory) any(ref string) []int {
	ref = strings.TrimSpace(ref)
	if at := d.id(ref); at != nil {
		return at
	}
	if n, ok := plainNumber(ref); ok {
		number := strconv.Itoa(n)
		if at := d.ids[number]; at != nil {
			return at
		}
		return d.numbers[number]
	}
	if at := d.titles[evidence.FoldName(ref)]; at != nil {
		return at
	}
	return d.urls[foldURL(ref)]
}

func (d *directory) handles(at []int) []string {
	out := make([]string, len(at))
	for i, s := range at {
		out[i] = d.sources[s].Handle
	}
	return out
}

// foldURL makes addresses comparable: scheme, `www.`, fragment and a trailing
// slash do not tell. It returns "" for what is no web address.
func foldURL(s string) string {
	s = strings.TrimSpace(s)
	if !isWebURL(s) {
		return ""
	}
	_, rest, _ := strings.Cut(s, "://")
	rest, _, _ = strings.Cut(rest, "#")
	host, path, _ := strings.Cut(strings.TrimRight(rest, "/"), "/")
	return strings.TrimPrefix(strings.ToLower(host), "www.") + "/" + path
}

func isWebURL(s string) bool {
	scheme, rest, ok := strings.Cut(s, "://")
	return ok && rest != "" && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

func lastElement(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// isCounted tells a handle of the gateway's own making: c1, c2, …, or cx1
// where the app has ids such as c1 itself.
func isCounted(s string) bool {
	rest, ok := strings.CutPrefix(s, "c")
	_, isNumber := plainNumber(strings.TrimLeft(rest, "x"))
	return ok && isNumber
}

// plainNumber reads a non-negative decimal number of at most six digits.
func plainNumber(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if i == 6 || s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}
