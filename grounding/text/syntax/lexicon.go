package syntax

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"vouchsafe/grounding/text"
)

// closedText has the words of closed classes and the forms of unlisted words; openText,
// made from WordNet, all others.
var (
	//go:embed closed.txt
	closedText string
	//go:embed open.txt
	openText string
)

// Reading is a tag that a word may have.
type Reading struct {
	Tag   Tag
	Share float32 // of the word's uses; of all its readings 1
}

// lexicon tells what words may be.
type lexicon struct {
	index    *text.Index
	words    []uint16 // by number of the word: its entry
	entries  [][]Reading
	choices  [][]choice // by entry: its readings with their costs
	openers  [][]choice // the same for a word with a capital that opens a sentence
	endings  map[string]uint16
	forms    map[string]uint16   // "<figure>", "<other>"
	phrases  map[string][]phrase // by first word
	tagCodes map[string]Tag
}

// loadLexicon reads the lists once. It takes some milliseconds.
var loadLexicon = sync.OnceValue(readLexicon)

func readLexicon() *lexicon {
	l := &lexicon{
		index: text.NewIndex(), words: make([]uint16, 1),
		endings: map[string]uint16{}, forms: map[string]uint16{}, phrases: map[string][]phrase{}, tagCodes: map[string]Tag{},
	}
	for code, name := range tagNames {
		l.tagCodes[name] = Tag(code)
	}
	l.readList(closedText, true)
	l.readList(openText, false)
	return l
}

// weigh gives each reading its cost: how much rarer it is for the word than its tag is
// among all words.
func (l *lexicon) weigh(alone *[tagCount]int32) {
	const name = 1.0 / 32 // of the words that open a sentence, though other words
	for _, readings := range l.entries {
		var list []choice
		for _, r := range readings {
			list = append(list, choice{r.Tag, -log2(r.Share) - alone[r.Tag]})
		}
		l.choices = append(l.choices, list)
		if !closedClass(readings[0].Tag) {
			list = append(list[:len(list):len(list)], choice{Name, -log2(name) - alone[Name]})
		}
		l.openers = append(l.openers, list)
	}
}

// readList reads lines "Tag=share Tag=share: word word". A word that is listed keeps its
// entry unless the later one is to replace it.
func (l *lexicon) readList(list string, replace bool) {
	for line := range strings.Lines(list) {
		head, words, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || head[0] == '#' {
			continue
		}
		if strings.Contains(head, "+") {
			l.addPhrases(strings.Split(head, "+"), strings.Fields(words))
			continue
		}
		entry := uint16(len(l.entries))
		l.entries = append(l.entries, l.readings(head))
		for word := range strings.FieldsSeq(words) {
			switch {
			case word[0] == '-':
				l.endings[word[1:]] = entry
			case word[0] == '<':
				l.forms[word] = entry
			default:
				l.add(word, entry, replace)
			}
		}
	}
}

// phrase is words that have these tags where they stand together.
type phrase struct {
	words []string
	tags  []choice
}

func (l *lexicon) addPhrases(tags, list []string) {
	var fixed []choice
	for _, tag := range tags {
		fixed = append(fixed, choice{tag: l.tagCodes[tag]})
	}
	for _, words := range list {
		ph := phrase{strings.Split(words, "_"), fixed}
		l.phrases[ph.words[0]] = append(l.phrases[ph.words[0]], ph)
	}
}

func (l *lexicon) add(word string, entry uint16, replace bool) {
	n := l.index.Add(word)
	if n == len(l.words) {
		l.words = append(l.words, entry)
	} else if replace {
		l.words[n] = entry
	}
}

// readings reads tags with their shares.
func (l *lexicon) readings(head string) (out []Reading) {
	sum := float32(0)
	for field := range strings.FieldsSeq(head) {
		name, share, _ := strings.Cut(field, "=")
		n, err := strconv.Atoi(share)
		if share == "" {
			n, err = 1, nil
		}
		tag, ok := l.tagCodes[name]
		if !ok || err != nil {
			panic(fmt.Sprintf("BUG: no tag with a share: %q", field))
		}
		out = append(out, Reading{tag, float32(n)})
		sum += float32(n)
	}
	for i := range out {
		out[i].Share /= sum
	}
	return out
}

// entry returns the number of what is known of a word.
func (l *lexicon) entry(f *form) uint16 {
	switch {
	case f.is(figure):
		return l.forms[figureForm(f)]
	case f.is(acronym):
		return l.forms["<acronym>"]
	}
	n := l.index.Find([]byte(f.fold))
	if n > 0 {
		entry := l.words[n]
		if !f.is(capital) || f.is(opener) || closedClass(l.entries[entry][0].Tag) && !months[f.fold] {
			return entry
		}
		return l.forms["<capital>"]
	}
	return l.unlisted(f)
}

// months are the words of a closed class that name a month when they have a capital.
var months = text.WordSet("may_be_month")

func figureForm(f *form) string {
	if f.is(compound) && strings.ContainsAny(f.fold, "abcdefghijklmnopqrstuvwxyz") {
		return "<figure-compound>"
	}
	return "<figure>"
}

// closedClass reports whether no name is made of words with a tag.
func closedClass(t Tag) bool {
	switch t {
	case Adjective, Noun, Nouns, Base, Present, PresentS, Past, Participle, Ing, Adverb:
		return false
	}
	return true
}

// unlisted tells what a word of no list may be by its form.
func (l *lexicon) unlisted(f *form) uint16 {
	switch {
	case f.is(capital) && !f.is(opener):
		return l.forms["<capital>"]
	case f.is(compound):
		return l.forms["<compound>"]
	}
	const longest = 5
	for length := min(len(f.fold)-1, longest); length > 0; length-- {
		if entry, ok := l.endings[f.fold[len(f.fold)-length:]]; ok {
			return entry
		}
	}
	if f.is(capital) {
		return l.forms["<opener>"]
	}
	return l.forms["<other>"]
}

// log2 is the binary logarithm of a share, in quarters of a bit.
func log2(share float32) int32 { return int32(math.Round(4 * math.Log2(float64(share)))) }
