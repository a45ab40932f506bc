package layout

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/text"
)

// data holds what is known of prompts and is no program: words by language, the
// keys of records, the layouts of known systems.
//
//go:embed *.yaml
var data embed.FS

// DataHash tells one state of the data from another.
func DataHash() string {
	sum := sha256.New()
	for _, name := range [...]string{"classes.yaml", "fields.yaml", "heads.yaml", "layouts.yaml", "words.yaml"} {
		text, _ := data.ReadFile(name)
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// readData reads one file of the data. They are a part of the program, so a file
// that cannot be read stops its start; tests read them all.
func readData(name string, into any) {
	text, err := data.ReadFile(name)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		panic(name + ": " + err.Error())
	}
}

var wordLists = func() (lists map[string]map[string][]string) {
	readData("words.yaml", &lists)
	return lists
}()

// words are the words of one list of words.yaml in all languages.
func words(list string) []string {
	var all []string
	for _, some := range wordLists[list] {
		all = append(all, some...)
	}
	if len(all) == 0 {
		panic("words.yaml has no list " + list)
	}
	return all
}

// wordsBut are the words of a list in all languages but one.
func wordsBut(list, but string) []string {
	var all []string
	for language, some := range wordLists[list] {
		if language != but {
			all = append(all, some...)
		}
	}
	return all
}

// phrases are words to look for in a text, in lower case and of two bytes or
// more. They are filed under their first two bytes, so that a text is gone
// through once for all of them.
type phrases struct {
	slots [1 << slotBits]uint16 // by the first two bytes: which of lists, 0 for none
	lists [][]string
}

const slotBits = 10

// slotOf is the slot of two bytes, in which capitals of ASCII count as small letters.
func slotOf(a, b byte) int { return (int(small[a])<<5 ^ int(small[b])) & (1<<slotBits - 1) }

// small are the bytes with small letters for capitals of ASCII.
var small = func() (table [256]byte) {
	for b := range table {
		table[b] = lower(byte(b))
	}
	return table
}()

// phrasesOf files words.
func phrasesOf(words ...string) *phrases {
	ps := &phrases{lists: make([][]string, 1)}
	for _, w := range words {
		slot := &ps.slots[slotOf(w[0], w[1])]
		if *slot == 0 {
			*slot = uint16(len(ps.lists))
			ps.lists = append(ps.lists, nil)
		}
		ps.lists[*slot] = append(ps.lists[*slot], w)
	}
	return ps
}

// in tells whether a text holds one of them, capitals and small letters alike.
func (ps *phrases) in(s string) bool { return ps.match(folded(s), false) != "" }

// word is in for whole words.
func (ps *phrases) word(s string) bool { return ps.match(folded(s), true) != "" }

// folded is a text in lower case, itself where match takes care of that.
func folded(s string) string {
	if text.IsASCII(s) {
		return s
	}
	return strings.ToLower(s)
}

// match is the first of them that a text holds, "" for none. Capitals of ASCII count as
// small letters.
func (ps *phrases) match(s string, whole bool) string {
	if s == "" {
		return ""
	}
	for i, before := 1, small[s[0]]; i < len(s); i++ {
		b := small[s[i]]
		n := ps.slots[(int(before)<<5^int(b))&(1<<slotBits-1)]
		if before = b; n == 0 {
			continue
		}
		if w := ps.at(s, i-1, n, whole); w != "" {
			return w
		}
	}
	return ""
}

// at is the word of a list that stands at a place, "" for none.
func (ps *phrases) at(s string, from int, list uint16, whole bool) string {
	if whole && from > 0 && isLetter(s[from-1]) && isLetter(s[from]) {
		return ""
	}
	for _, w := range ps.lists[list] {
		if end := from + len(w); end <= len(s) && sameFolded(s[from:end], w) && (!whole || endsWord(s, end)) {
			return w
		}
	}
	return ""
}

// sampled are words of eight bytes or more, in lower case, to look for in long texts: of the
// text only every few bytes are looked at, for wherever a word stands, four of its bytes
// stand at such a place.
type sampled struct {
	step  int
	slots [1 << sampleBits]uint16 // by four bytes: which of lists, 0 for none
	lists [][]offsetWord
}

// offsetWord is a word, and where in it some bytes stand.
type offsetWord struct {
	word   string
	offset int
}

const sampleBits = 12

// sampleOf is the slot of four bytes.
func sampleOf(s string) int {
	four := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
	return int((four | 0x20202020) * 0x9E3779B1 >> (32 - sampleBits))
}

func sampledOf(words ...string) *sampled {
	ws := &sampled{step: len(words[0]), lists: make([][]offsetWord, 1)}
	for _, w := range words {
		ws.step = min(ws.step, len(w)-3)
	}
	for _, w := range words {
		for offset := range ws.step {
			slot := &ws.slots[sampleOf(w[offset:offset+4])]
			if *slot == 0 {
				*slot = uint16(len(ws.lists))
				ws.lists = append(ws.lists, nil)
			}
			ws.lists[*slot] = append(ws.lists[*slot], offsetWord{w, offset})
		}
	}
	return ws
}

// match is one of them that a text holds as whole words, "" for none. Capitals of ASCII
// count as small letters.
func (ws *sampled) match(s string) string {
	for at := ws.step - 1; at+4 <= len(s); at += ws.step {
		n := ws.slots[sampleOf(s[at:at+4])]
		if n == 0 {
			continue
		}
		for _, w := range ws.lists[n] {
			from := at - w.offset
			end := from + len(w.word)
			if end <= len(s) && sameFolded(s[from:end], w.word) && endsWord(s, end) && (from == 0 || endsWord(s, from)) {
				return w.word
			}
		}
	}
	return ""
}

// endsWord tells whether a word ends in front of a place.
func endsWord(s string, end int) bool {
	return end == len(s) || !isLetter(s[end]) || !isLetter(s[end-1])
}

// begin tells whether a text begins with one of them, capitals and small
// letters alike.
func (ps *phrases) begin(s string) bool {
	if len(s) > 1 && (s[0] >= utf8.RuneSelf || s[1] >= utf8.RuneSelf) {
		s = strings.ToLower(s)
	}
	if len(s) < 2 {
		return false
	}
	n := ps.slots[slotOf(s[0], s[1])]
	return slices.ContainsFunc(ps.lists[n], func(w string) bool { return len(s) >= len(w) && sameFolded(s[:len(w)], w) })
}

// sameFolded tells whether s, its capitals of ASCII taken for small letters,
// is the word; both are of one length.
func sameFolded(s, word string) bool {
	for i := range len(s) {
		if lower(s[i]) != word[i] {
			return false
		}
	}
	return true
}

// holds tells whether a table of words in lower case has a word, and makes no
// copy of it as long as it is short and of ASCII.
func holds(table map[string]bool, word string) bool {
	var folded [48]byte
	if len(word) > len(folded) || !text.IsASCII(word) {
		return table[strings.ToLower(word)]
	}
	for i := range len(word) {
		folded[i] = lower(word[i])
	}
	return table[string(folded[:len(word)])]
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + ('a' - 'A')
	}
	return b
}

// class is what a part of a prompt is for, as its label says.
type class uint8

const (
	unclassed class = iota
	material        // what is to be answered from
	instructs       // rules, a role, a form, a task
	sample          // a worked example
	history         // what was said before
	asking          // the question
	replied         // the answer, or the place for one
)

// classData is one class of classes.yaml.
type classData struct {
	Nouns    map[string][]string
	Openings []string
	Fires    []string
	Not      []string
}

var classFile = func() (file map[string]classData) {
	readData("classes.yaml", &file)
	return file
}()

// classNouns are the classes of nouns, of the languages that part words by blanks;
// classSigns those of the others, which are looked for anywhere in a label.
// leadingNouns are those of languages whose qualities stand behind the noun.
var classNouns, leadingNouns, classSigns, classOpenings = func() (nouns, leading, signs, openings map[string]class) {
	nouns, leading, signs, openings = map[string]class{}, map[string]class{}, map[string]class{}, map[string]class{}
	for name, c := range map[string]class{"material": material, "instructs": instructs, "sample": sample, "history": history} {
		for language, list := range classFile[name].Nouns {
			for _, noun := range list {
				if language == "zh" || language == "ja" || language == "ko" {
					signs[noun] = c
				} else {
					nouns[noun] = c
				}
				if language == "fr" || language == "es" || language == "pt" || language == "it" {
					leading[noun] = c
				}
			}
		}
		for _, word := range classFile[name].Openings {
			openings[word] = c
		}
	}
	return nouns, leading, signs, openings
}()

// afterNouns are words that stand behind the noun of a label and are not it.
var afterNouns = set(words("after_nouns")...)

// prepositions end the words of a label that name what it is about.
var prepositions = map[string]bool{"for": true, "of": true, "to": true, "in": true, "from": true, "with": true, "about": true,
	"on": true, "by": true, "that": true, "between": true, "and": true, "you": true, "we": true, "is": true, "are": true,
	"für": true, "zu": true, "aus": true, "von": true, "de": true, "du": true, "des": true, "pour": true, "para": true, "per": true, "di": true,
	"until": true, "so": true}

// classOf is the class of a label, in lower case and without marks around it.
func classOf(name string) class {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 80 {
		return unclassed
	}
	if asks(name) {
		return asking
	}
	if answers(name) {
		return replied
	}
	if !text.IsASCII(name) {
		if c := signOf(name); c != unclassed {
			return c
		}
	}
	found, led := unclassed, unclassed
	n := -1
	for word := range strings.FieldsSeq(name) {
		n++
		word = strings.Trim(word, ".,:;()[]{}'\"`*_#-–—!?0123456789")
		if n == 0 {
			if c := classOpenings[word]; c != unclassed {
				return c
			}
			if word == "here" {
				continue
			}
		}
		if prepositions[word] {
			if found != unclassed {
				break
			}
			continue
		}
		if c := classNouns[word]; c != unclassed || !afterNouns[word] {
			found = c // of several words in a row the last is the noun
		}
		led = cmp.Or(led, leadingNouns[word])
	}
	return cmp.Or(found, led)
}

// signOf is the class of the noun that stands last in a label without blanks.
func signOf(name string) class {
	last, found := -1, unclassed
	for sign, c := range classSigns {
		if at := strings.LastIndex(name, sign); at >= 0 && at+len(sign) > last {
			last, found = at+len(sign), c
		}
	}
	return found
}

func ofInstructions(c class) bool { return c == instructs || c == sample }
