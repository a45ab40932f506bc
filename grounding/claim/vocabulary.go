package claim

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/text"
)

// antonyms are pairs of English words of which only one can be true in a place:
// "fast / slow". The file names its source and licence.
//
//go:embed antonyms.txt
var antonyms string

// operatorKind tells what an operator does to the clause it stands in.
type operatorKind uint8

const (
	noOperator operatorKind = iota
	negated
	implied // denies by its meaning, as "lack" does
	modal
	quantified
	compared
	conditional
	excepted
	timed
	said
	joined
	tense
)

// operatorNames name the kinds in language files.
var operatorNames = [...]string{
	joined: "joined", tense: "tense", timed: "timed", compared: "compared", quantified: "quantified", said: "said",
	conditional: "conditional", excepted: "excepted", modal: "modal", implied: "implied", negated: "negated",
}

// wordUse is a set of uses that a word has besides its meaning.
type wordUse uint16

const (
	freeUse        wordUse = 1 << iota // may be left out or put in anywhere
	linkerUse                          // may open a sentence and says nothing of its content
	adverbUse                          // may be left out
	prepositionUse                     // opens a phrase that may stand first or last
	pronounUse                         // speaks of something said before
	veridicalUse                       // opens a clause that is said as true
	irregularUse                       // is listed among the irregular forms
	collectiveUse                      // says of several things what holds of them together
	comparingUse                       // stands between the two sides of a comparison
	perfectUse                         // a participle behind which "'s" is "has" and "'d" is "had"
)

// keepsMeaning are uses that a word with content of its own may have.
const keepsMeaning = adverbUse | irregularUse | linkerUse | collectiveUse | comparingUse

// languageFile is the second part of a language's file. Phrases of a group are parted by " | ".
type languageFile struct {
	Operators    map[string][]string `yaml:"operators"`
	Contractions []string            `yaml:"contractions"`
	Perfect      string              `yaml:"perfect"`
	Opposed      []string            `yaml:"opposed"`
	Opposites    []string            `yaml:"opposites"`
	Closed       []string            `yaml:"closed"`
	Same         []string            `yaml:"same"`
	Listed       string              `yaml:"listed"`
	OneListed    string              `yaml:"one_listed"`
	AllListed    string              `yaml:"all_listed"`
	Limiting     string              `yaml:"limiting"`
	Denying      string              `yaml:"denying"`
	Symmetric    string              `yaml:"symmetric"`
	Irregular    string              `yaml:"irregular"`
	Free         string              `yaml:"free"`
	Linkers      string              `yaml:"linkers"`
	Adverbs      string              `yaml:"adverbs"`
	Prepositions string              `yaml:"prepositions"`
	Pronouns     string              `yaml:"pronouns"`
	Veridical    string              `yaml:"veridical"`
	Collective   string              `yaml:"collective"`
	Comparing    string              `yaml:"comparing"`
	SetOff       string              `yaml:"set_off"`
}

// wordEntry is what a vocabulary knows of one word.
type wordEntry struct {
	key     uint32 // of its lemma or its group; 0: the word's own stem
	kind    operatorKind
	use     wordUse
	phrases []operatorPhrase // that begin with the word
	expands []uint16         // the words that a short form stands for
	perfect uint16           // the last of them before a participle of perfectUse, 0 for no other one
}

func (e *wordEntry) has(u wordUse) bool { return e != nil && e.use&u != 0 }

// operatorPhrase is a group's phrase of more than one word.
type operatorPhrase struct {
	words []uint16
	key   uint32
	kind  operatorKind
	use   wordUse
}

// vocabulary is a language file, compiled.
type vocabulary struct {
	words     []*wordEntry       // by number of the word
	opposed   map[[2]uint32]bool // pairs of operators and of words that exclude each other
	closed    map[uint32]int     // members of closed classes
	limiting  map[uint16]bool
	listings  map[listing][][]uint16
	denying   []string // beginnings that turn a word around
	symmetric map[uint32]bool
	short     map[string]string // short forms that stand for one thing only, by what that is
	setOff    map[string]bool   // words in front of which a comma tells something
}

// vocabularies are the languages' second parts, compiled. They are read when the program
// starts, because every word that they list gets a number before a text is read.
var vocabularies = readVocabularies()

func readVocabularies() map[text.Language]*vocabulary {
	out := map[text.Language]*vocabulary{}
	for l := text.English; l.String() != ""; l++ {
		if l.Grammar() == "" {
			continue // no data for the language
		}
		var file languageFile
		if err := yaml.UnmarshalWithOptions([]byte(l.Grammar()), &file, yaml.Strict()); err != nil {
			panic("claim: the language file of " + l.String() + ": " + err.Error())
		}
		out[l] = compileVocabulary(&file)
		if l == text.English {
			out[l].addAntonyms(antonyms)
		}
	}
	opposed := map[[2]uint32]bool{}
	for _, v := range out {
		maps.Copy(opposed, v.opposed)
	}
	for _, v := range out {
		v.opposed = opposed                          // a short text may be taken for one of another language
		v.grow(uint16(len(listedWords.lexemes) - 1)) // languages read later added words
	}
	out[text.Unknown] = out[text.English]
	return out
}

func compileVocabulary(file *languageFile) *vocabulary {
	v := &vocabulary{opposed: map[[2]uint32]bool{}, closed: map[uint32]int{}, limiting: map[uint16]bool{},
		short: map[string]string{}, setOff: map[string]bool{}}
	v.addIrregular(file.Irregular)
	for _, group := range file.Same {
		v.addGroup(group, noOperator)
	}
	for kind := len(operatorNames) - 1; kind > 0; kind-- { // what denies comes last
		for _, group := range file.Operators[operatorNames[kind]] {
			v.addGroup(group, operatorKind(kind))
		}
	}
	v.addUse(file.Free, freeUse)
	v.addUse(file.Linkers, linkerUse)
	v.addUse(file.Adverbs, adverbUse)
	v.addUse(file.Prepositions, prepositionUse)
	v.addUse(file.Pronouns, pronounUse)
	v.addUse(file.Veridical, veridicalUse)
	v.addUse(file.Collective, collectiveUse)
	v.addUse(file.Symmetric, collectiveUse)
	v.addUse(file.Comparing, comparingUse)
	v.addUse(file.Perfect, perfectUse)
	for word := range strings.FieldsSeq(file.SetOff) {
		v.setOff[word] = true
	}
	for _, list := range file.Contractions {
		v.addContractions(list)
	}
	for word := range strings.FieldsSeq(file.Limiting) {
		v.limiting[listedWords.numbered(word)] = true
	}
	v.listings = map[listing][][]uint16{
		listsItems: v.openings(file.Listed), oneListing: v.openings(file.OneListed), allListing: v.openings(file.AllListed),
	}
	v.denying, v.symmetric = strings.Fields(file.Denying), map[uint32]bool{}
	for word := range strings.FieldsSeq(file.Symmetric) {
		v.symmetric[v.keyOf(word)] = true
	}
	v.addOpposed(file.Opposed)
	v.addOpposites(file.Opposites)
	v.addClosed(file.Closed)
	return v
}

// vocabularyOf is the vocabulary of a language, an empty one where there is none.
func vocabularyOf(l text.Language) *vocabulary {
	if v := vocabularies[l]; v != nil {
		return v
	}
	return &noVocabulary
}

var noVocabulary vocabulary

// openings reads phrases parted by " | ".
func (v *vocabulary) openings(phrases string) (out [][]uint16) {
	for _, opening := range strings.Split(phrases, " | ") {
		if words := v.numbers(strings.ReplaceAll(opening, ",", "")); len(words) > 0 {
			out = append(out, words)
		}
	}
	return out
}

// listing tells how a phrase of a lead stands for the items below it.
type listing uint8

const (
	noListing  listing = iota
	listsItems         // "the following"
	oneListing         // "any of these": one of them is enough
	allListing         // "all of these"
)

// listed tells how tokens begin that stand for a list, and how many of them do.
func (v *vocabulary) listed(tokens []token) (n int, kind listing) {
	if v == nil {
		return 0, noListing
	}
	for as, phrases := range v.listings {
		for _, phrase := range phrases {
			if len(phrase) > n && beginsWith(tokens, phrase) {
				n, kind = len(phrase), as
			}
		}
	}
	return n, kind
}

// addContractions reads words, and what they may be joined with ("it he / 's = is or has
// | 'll = will"), or whole words ("can't = can not").
func (v *vocabulary) addContractions(list string) {
	words, forms, joined := strings.Cut(list, " / ")
	if !joined {
		words, forms = "", list
	}
	for _, word := range strings.Split(words, " ") {
		for form := range strings.SplitSeq(forms, " | ") {
			tail, long, _ := strings.Cut(form, " = ")
			long, perfect, _ := strings.Cut(long, " or ")
			e := v.entry(word + tail)
			e.expands = v.numbers(word + " " + long)
			if perfect == "" {
				v.short[word+tail] = strings.TrimSpace(word + " " + long)
			} else {
				e.perfect = listedWords.numbered(perfect)
			}
		}
	}
}

// entry returns what is known of a word, which is added if it is new.
func (v *vocabulary) entry(word string) *wordEntry {
	return v.entryAt(listedWords.numbered(word))
}

func (v *vocabulary) entryAt(n uint16) *wordEntry {
	v.grow(n)
	if v.words[n] == nil {
		v.words[n] = new(wordEntry)
	}
	return v.words[n]
}

// grow makes room for word n.
func (v *vocabulary) grow(n uint16) {
	for int(n) >= len(v.words) {
		v.words = append(v.words, nil)
	}
}

func (v *vocabulary) numbers(words string) (out []uint16) {
	for word := range strings.FieldsSeq(words) {
		out = append(out, listedWords.numbered(word))
	}
	return out
}

// addIrregular reads lines of forms, of which the first is the lemma.
func (v *vocabulary) addIrregular(lines string) {
	for line := range strings.Lines(lines) {
		forms := strings.Fields(line)
		for _, form := range forms {
			e := v.entry(form)
			e.key, e.use = stemKey(forms[0]), e.use|irregularUse
		}
	}
}

// stemKey is the key of a word that no list changes.
func stemKey(word string) uint32 {
	key, _ := hashesOf(word)
	return key
}

// groupKey is the key of a group, by its first phrase.
func groupKey(first string) uint32 {
	if strings.Contains(first, " ") {
		return hashString(first)
	}
	return stemKey(first)
}

// addGroup reads phrases that say the same: "must | has to".
func (v *vocabulary) addGroup(group string, kind operatorKind) {
	phrases := strings.Split(group, " | ")
	key := groupKey(phrases[0])
	for _, p := range phrases {
		words := v.numbers(strings.ToLower(p))
		e := v.entryAt(words[0])
		if len(words) == 1 {
			e.key, e.kind = key, kind
			continue
		}
		e.phrases = append(e.phrases, operatorPhrase{words: words, key: key, kind: kind})
	}
}

// addUse reads words, and phrases parted by " | ", that have a use.
func (v *vocabulary) addUse(list string, use wordUse) {
	parts := strings.Split(list, " | ")
	for i, part := range parts {
		words := v.numbers(part)
		if i == 0 || len(words) == 1 {
			for _, n := range words {
				v.entryAt(n).use |= use
			}
			continue
		}
		e := v.entryAt(words[0])
		e.phrases = append(e.phrases, operatorPhrase{words: words, key: hashString(part), use: use})
	}
}

// addOpposed reads pairs of phrases parted by " | ": "with / without".
func (v *vocabulary) addOpposed(pairs []string) {
	for _, pair := range pairs {
		left, right, _ := strings.Cut(pair, " / ")
		v.oppose(strings.Split(left, " | "), strings.Split(right, " | "))
	}
}

// addOpposites reads two groups of single words: "rise rose / fall fell".
func (v *vocabulary) addOpposites(pairs []string) {
	for _, pair := range pairs {
		left, right, _ := strings.Cut(pair, " / ")
		v.oppose(strings.Fields(left), strings.Fields(right))
	}
}

// oppose notes that phrases of two groups exclude each other.
func (v *vocabulary) oppose(left, right []string) {
	for _, a := range left {
		for _, b := range right {
			x, y := v.keyOf(a), v.keyOf(b)
			v.opposed[[2]uint32{x, y}], v.opposed[[2]uint32{y, x}] = true, true
		}
	}
}

// addAntonyms reads lines of a word and its opposites.
func (v *vocabulary) addAntonyms(list string) {
	for line := range strings.Lines(list) {
		if line[0] == '#' {
			continue
		}
		v.addOpposites([]string{strings.TrimSpace(line)})
	}
}

// keyOf returns the key of the group that a phrase is in.
func (v *vocabulary) keyOf(phrase string) uint32 {
	first, _, several := strings.Cut(phrase, " ")
	var e *wordEntry
	if n := listedWords.number(first); int(n) < len(v.words) && n > 0 {
		e = v.words[n]
	}
	switch {
	case !several && e != nil && e.key != 0:
		return e.key
	case !several:
		return stemKey(phrase)
	case e != nil:
		for _, p := range e.phrases {
			if slices.Equal(p.words, v.numbers(phrase)) {
				return p.key
			}
		}
	}
	return hashString(phrase)
}

// addClosed reads classes of words that exclude each other.
func (v *vocabulary) addClosed(classes []string) {
	for i, class := range classes {
		for _, member := range strings.Split(class, " | ") {
			v.closed[v.keyOf(member)] = i + 1
		}
	}
}

// excludes tells whether two words or operators exclude each other.
func (v *vocabulary) excludes(a, b uint32) bool {
	if v == nil {
		return false
	}
	return v.opposed[[2]uint32{a, b}] || a != b && v.closed[a] != 0 && v.closed[a] == v.closed[b]
}
