package answer

import (
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
}

// directory answers which sources a reference names. It is built on first
// use, since most replies in the JSON dialects hold no inline marker.
type directory struct {
	sources  []Source
	built    bool
	ids      map[string][]int // handles and aliases, folded
	names    map[string][]int // titles, file names and their last elements, folded
	urls     map[string][]int // without scheme, fragment and trailing slash
	numbered bool             // some handle is a plain number, so that places do not number
	byNumber map[int][]int
	counted  bool             // handles are c1…cn, so that `c9` is a handle gone wrong
	authors  []authorship     // built on first use
	found    map[string][]int // what find has found
}

func (d *directory) build() {
	if d.built {
		return
	}
	d.built = true
	d.ids, d.names = map[string][]int{}, map[string][]int{}
	d.urls, d.byNumber = map[string][]int{}, map[int][]int{}
	for i, s := range d.sources {
		add(d.ids, evidence.FoldName(s.Handle), i)
		for _, a := range s.Aliases {
			add(d.ids, evidence.FoldName(a), i)
		}
		add(d.names, evidence.FoldName(s.Title), i)
		add(d.names, evidence.FoldName(s.Filename), i)
		if base := lastElement(s.Filename); base != s.Filename {
			add(d.names, evidence.FoldName(base), i)
		}
		add(d.urls, foldURL(s.URL), i)
		if s.Number > 0 {
			d.byNumber[s.Number] = append(d.byNumber[s.Number], i)
		}
		_, err := strconv.Atoi(s.Handle)
		d.numbered = d.numbered || err == nil || s.Number > 0
		d.counted = d.counted || isCounted(s.Handle)
	}
}

// add notes that a name means source i, once.
func add(m map[string][]int, name string, i int) {
	if name == "" {
		return
	}
	if at := m[name]; len(at) == 0 || at[len(at)-1] != i {
		m[name] = append(at, i)
	}
}

// id finds sources by handle or alias.
func (d *directory) id(ref string) []int {
	d.build()
	return d.ids[evidence.FoldName(ref)]
}

// number finds sources by number: a handle that is this number, the number
// that the prompt shows, else (where no source is numbered) the place from 1.
func (d *directory) number(n int) []int {
	d.build()
	if at := d.ids[strconv.Itoa(n)]; at != nil {
		return at
	}
	if at := d.byNumber[n]; at != nil || d.numbered {
		return at
	}
	if n >= 1 && n <= len(d.sources) {
		return []int{n - 1}
	}
	return nil
}

// name finds sources by title or file name; `file.pdf#page=3` narrows to that
// page where the sources know their pages.
func (d *directory) name(ref string) []int {
	d.build()
	if at := d.names[evidence.FoldName(ref)]; at != nil {
		return at
	}
	file, page, ok := strings.Cut(ref, "#page=")
	if !ok {
		return nil
	}
	page, _, _ = strings.Cut(page, "(") // file.pdf#page=3(figure.png)
	all := d.names[evidence.FoldName(file)]
	var exact, unknown []int
	for _, i := range all {
		switch d.sources[i].Page {
		case page:
			exact = append(exact, i)
		case "":
			unknown = append(unknown, i)
		}
	}
	if exact != nil {
		return exact
	}
	return unknown
}

// url finds sources by address.
func (d *directory) url(ref string) []int {
	d.build()
	if key := foldURL(ref); key != "" {
		return d.urls[key]
	}
	return nil
}

// find finds sources by whatever a reference in prose can be. It remembers,
// since answers name the same few sources again and again.
func (d *directory) find(ref string) []int {
	if at, ok := d.found[ref]; ok {
		return at
	}
	at := d.any(ref)
	if at == nil {
		at = d.authored(ref)
	}
	if d.found == nil {
		d.found = map[string][]int{}
	}
	d.found[ref] = at
	return at
}

// any finds sources by id, number, title, file name or address.
func (d *directory) any(ref string) []int {
	ref = strings.TrimSpace(ref)
	if at := d.id(ref); at != nil {
		return at
	}
	if n, ok := plainNumber(ref); ok {
		return d.number(n)
	}
	if at := d.name(ref); at != nil {
		return at
	}
	return d.url(ref)
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
	_, rest, ok := strings.Cut(s, "://")
	if !ok || !isWebURL(s) {
		return ""
	}
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
	if s == "" || len(s) > 6 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}
