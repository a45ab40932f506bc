package claim

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

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
type wordUse uint8

const (
	freeUse        wordUse = 1 << iota // says nothing wherever it stands
	linkerUse                          // may open a sentence and says nothing of its content
	prepositionUse                     // opens a phrase
	pronounUse                         // speaks of something said before
	irregularUse                       // is listed among the irregular forms
	symmetricUse                       // says of one party what it says of the other
)

// languageFile is the second part of a language's file. Phrases of a group are parted by " | ".
type languageFile struct {
	Operators    map[string][]string `yaml:"operators"`
	Contractions []string            `yaml:"contractions"`
	Opposed      []string            `yaml:"opposed"`
	Opposites    []string            `yaml:"opposites"`
	Closed       []string            `yaml:"closed"`
	Same         []string            `yaml:"same"`
	Forward      string              `yaml:"forward"`
	Announcing   string              `yaml:"announcing"`
	Denying      string              `yaml:"denying"`
	Symmetric    string              `yaml:"symmetric"`
	Irregular    string              `yaml:"irregular"`
	Free         string              `yaml:"free"`
	Linkers      string              `yaml:"linkers"`
	Prepositions string              `yaml:"prepositions"`
	Pronouns     string              `yaml:"pronouns"`
	SetOff       string              `yaml:"set_off"`
}

// wordEntry is what a vocabulary knows of one word.
type wordEntry struct {
	key     uint32 // of its lemma or its group; 0: the word's own stem
	kind    operatorKind
	use     wordUse
	phrases []operatorPhrase // that begin with the word
	expands []uint16         // the words that a short form stands for
}

func (e *wordEntry) has(u wordUse) bool { return e != nil && e.use&u != 0 }

// operatorPhrase is a group's phrase of more than one word.
type operatorPhrase struct {
	words []uint16
	key   uint32
	kind  operatorKind
}

// vocabulary is a language file, compiled.
type vocabulary struct {
	words     []*wordEntry       // by number of the word
	opposed   map[[2]uint32]bool // pairs of operators and of words that exclude each other
	closed    map[uint32]int     // members of closed classes
	denying   []string           // beginnings that turn a word around
	forward   []string           // phrases that stand for what follows
	announces []string           // phrases that announce what somebody says
	short     map[string]string  // short forms that stand for one thing only, by what that is
	setOff    map[string]bool    // words in front of which a comma tells something
}

// vocabularies are the languages' second parts, compiled. They are read when the program
// starts, because every word that they list gets a number before a text is read.
var vocabularies = readVocabularies()

func readVocabularies() (out [text.MostLanguages]*vocabulary) {
	for l := text.English; l.String() != ""; l++ {
		if l.Grammar() == "" {
			continue // no data for the language
		}
		var file languageFile
		if err := yaml.UnmarshalWithOptions([]byte(l.Grammar()), &file, yaml.Strict()); err != nil {
			panic("claim: the language file of " + l.String() + ": " + err.Error())
		}
		out[l] = compileVocabulary(&file)
	}
	out[text.English].addAntonyms(antonyms)
	opposed := map[[2]uint32]bool{}
	for _, v := range out {
		if v != nil {
			maps.Copy(opposed, v.opposed)
		}
	}
	for l, v := range out {
		if v == nil {
			out[l] = new(vocabulary)
			continue
		}
		v.opposed = opposed                          // a short text may be taken for one of another language
		v.grow(uint16(len(listedWords.lexemes) - 1)) // languages read later added words
	}
	out[text.Unknown] = out[text.English]
	return out
}

// vocabularyOf is the vocabulary of a language, an empty one where there is none.
func vocabularyOf(l text.Language) *vocabulary { return vocabularies[l] }

func compileVocabulary(file *languageFile) *vocabulary {
	v := &vocabulary{opposed: map[[2]uint32]bool{}, closed: map[uint32]int{}, short: map[string]string{}, setOff: map[string]bool{}}
	v.addIrregular(file.Irregular)
	for _, group := range file.Same {
		v.addGroup(group, noOperator)
	}
	for kind := len(operatorNames) - 1; kind > 0; kind-- { // what denies comes last
		for _, group := range file.Operators[operatorNames[kind]] {
			v.addGroup(group, operatorKind(kind))
		}
	}
	uses := [...]string{file.Free, file.Linkers, file.Prepositions, file.Pronouns, "", file.Symmetric} // in the order of the uses
	for i, list := range uses {
		for word := range strings.FieldsSeq(list) {
			v.entry(word).use |= 1 << i
		}
	}
	for _, list := range file.Contractions {
		v.addContractions(list)
	}
	for word := range strings.FieldsSeq(file.SetOff) {
		v.setOff[word] = true
	}
	v.denying = strings.Fields(file.Denying)
	v.forward, v.announces = v.phrases(file.Forward), v.phrases(file.Announcing)
	v.addPairs(file.Opposed, func(s string) []string { return strings.Split(s, " | ") })
	v.addPairs(file.Opposites, strings.Fields)
	for i, class := range file.Closed {
		for _, member := range strings.Split(class, " | ") {
			v.closed[v.keyOf(member)] = i + 1
		}
	}
	return v
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
			long, _, several := strings.Cut(long, " or ")
			long = strings.TrimSpace(word + " " + long)
			if v.entry(word + tail).expands = v.numbers(long); !several {
				v.short[word+tail] = long
			}
		}
	}
}

// entry returns what is known of a word, which is added if it is new.
func (v *vocabulary) entry(word string) *wordEntry {
	n := listedWords.numbered(word)
	if v.grow(n); v.words[n] == nil {
		v.words[n] = new(wordEntry)
	}
	return v.words[n]
}

// grow makes room for word n.
func (v *vocabulary) grow(n uint16) {
	if more := int(n) + 1 - len(v.words); more > 0 {
		v.words = append(v.words, make([]*wordEntry, more)...)
	}
}

// find returns what is known of the word with a number, nil for nothing.
func (v *vocabulary) find(word uint16) *wordEntry {
	if word == 0 || int(word) >= len(v.words) {
		return nil
	}
	return v.words[word]
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
			e.key, e.use = stemKey(forms[0]), irregularUse
		}
	}
}

// stemKey is the key of a word that no list changes.
func stemKey(word string) uint32 {
	key, _ := hashesOf(word)
	return key
}

// addGroup reads phrases that say the same: "must | has to".
func (v *vocabulary) addGroup(group string, kind operatorKind) {
	phrases := strings.Split(group, " | ")
	key := hashString(phrases[0])
	if !strings.Contains(phrases[0], " ") {
		key = stemKey(phrases[0])
	}
	for _, p := range phrases {
		words := v.numbers(strings.ToLower(p))
		first, _, several := strings.Cut(strings.ToLower(p), " ")
		if e := v.entry(first); several {
			e.phrases = append(e.phrases, operatorPhrase{words, key, kind})
		} else {
			e.key, e.kind = key, kind
		}
	}
}

// phrases reads phrases that are parted by " | ", whose words are listed.
func (v *vocabulary) phrases(list string) (out []string) {
	for phrase := range strings.SplitSeq(list, " | ") {
		if len(v.numbers(phrase)) > 0 {
			out = append(out, phrase)
		}
	}
	return out
}

// addPairs reads pairs of groups that exclude each other: "rise rose / fall fell".
func (v *vocabulary) addPairs(pairs []string, cut func(string) []string) {
	for _, pair := range pairs {
		left, right, _ := strings.Cut(pair, " / ")
		for _, a := range cut(left) {
			for _, b := range cut(right) {
				x, y := v.keyOf(a), v.keyOf(b)
				v.opposed[[2]uint32{x, y}], v.opposed[[2]uint32{y, x}] = true, true
			}
		}
	}
}

// addAntonyms reads lines of a word and its opposites.
func (v *vocabulary) addAntonyms(list string) {
	for line := range strings.Lines(list) {
		if line[0] != '#' {
			v.addPairs([]string{strings.TrimSpace(line)}, strings.Fields)
		}
	}
}

// keyOf returns the key of the group that a phrase is in.
func (v *vocabulary) keyOf(phrase string) uint32 {
	first, _, several := strings.Cut(phrase, " ")
	e := v.find(listedWords.number(first))
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

// excludes tells whether two words or operators exclude each other.
func (v *vocabulary) excludes(a, b uint32) bool {
	return v.opposed[[2]uint32{a, b}] || a != b && v.closed[a] != 0 && v.closed[a] == v.closed[b]
}

// Opposed reports whether only one of two folded words of a language can be true in a place.
func Opposed(a, b string, lang text.Language) bool {
	v := vocabularyOf(lang)
	return v.opposed[[2]uint32{v.keyOf(a), v.keyOf(b)}] || v.denies(a, b) || v.denies(b, a)
}

// denies reports whether a word is another one behind a beginning that denies, or the
// two begin with opposites: "unlawful" and "lawful", "overweight" and "underweight".
func (v *vocabulary) denies(word, other string) bool {
	const shortest = 4 // bytes of what both end in
	for _, start := range v.denying {
		denied, stated, _ := strings.Cut(start, "/")
		rest, ok := strings.CutPrefix(word, denied)
		if same, also := strings.CutPrefix(other, stated); ok && also && rest == same && len(rest) >= shortest {
			return true
		}
	}
	return false
}

// contrasted are the lemmas of the words that have an opposite.
var contrasted = sync.OnceValue(func() map[uint32]bool {
	out := map[uint32]bool{}
	for pair := range vocabularies[text.English].opposed {
		out[pair[0]], out[pair[1]] = true, true
	}
	return out
})

// HasOpposite reports whether a word has one, as those do that describe.
func HasOpposite(word string, lang text.Language) bool { return contrasted()[Lemma(word, lang)] }
