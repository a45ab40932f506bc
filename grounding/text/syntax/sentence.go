package syntax

// Sentence is a sentence as words and phrases. Its lists belong to the Reader that
// made it and hold until that reads the next sentence.
type Sentence struct {
	Words   []Word
	Phrases []Phrase // in the order of their first words, the longer one first
}

// Word is a word or a sign of a sentence. Words joined by hyphens are one word, and so
// is a figure with its separators; a short form such as "isn't" is two.
type Word struct {
	Start, End int32 // bytes of the shown text
	Tag        Tag
	Phrase     int16 // the shortest phrase that it is part of, None for a sign between phrases
}

// None stands for no word or no phrase.
const None = -1

// Phrase is a stretch of a sentence that belongs together. It holds the words
// [From,To) and all phrases among them that are sure to be its own. A phrase that may
// belong to it and to another one stands behind it, outside.
type Phrase struct {
	Kind     Kind
	Role     Role
	Marks    Marks
	From, To int16 // words
	Head     int16 // the word that decides: noun, main verb, preposition, subordinator
	Parent   int16 // the nearest phrase that it may belong to, None for the sentence
	Top      int16 // the farthest phrase that it may belong to; Parent where that is sure
}

// Ambiguous reports whether the phrase may belong to several others: to its Parent, to
// its Top, and to what stands between the two.
func (p *Phrase) Ambiguous() bool { return p.Parent != p.Top }

// Has reports whether the phrase has any of the marks.
func (p *Phrase) Has(m Marks) bool { return p.Marks&m != 0 }

// Holds reports whether a word stands in the phrase.
func (p *Phrase) Holds(word int) bool { return int(p.From) <= word && word < int(p.To) }

// Kind is what kind of phrase a phrase is.
type Kind uint8

// The kinds of phrases.
const (
	Clause          Kind = iota // a main clause; its head is the main verb
	Subordinate                 // "if it rains", "that it rained", "before eating"; its head is the subordinator
	RelativeClause              // "which rained", "she knew"; its head is the relative word, or the verb
	Participial                 // "made in Italy", "using a spoon"; its head is the participle
	Infinitive                  // "to win"; its head is the verb
	NounPhrase                  // "the red house of the mayor"; its head is the last noun in front of "of"
	Prepositional               // "in the house"; its head is the preposition
	VerbGroup                   // "has not been sold"; its head is the main verb
	AdjectivePhrase             // "very big", where no noun follows
	AdverbPhrase                // "almost never"
	Predicate                   // one of several things said of one subject: "[heat it] and [stir]"; a member of a list
	List                        // "Ann, Bob and Eve"; its head is the joining word, its members have the role Member
	Apposition                  // "Ann, [the mayor]"
	Aside                       // what stands in brackets
)

// Role is what a phrase does in its parent.
type Role uint8

// The roles of phrases.
const (
	NoRole     Role = iota
	Subject         // who does or is
	Object          // whom or what; of a preposition, too
	Indirect        // "gave [her] a book"
	Complement      // what the subject is: "is [red]", "is [a city]"
	Verb            // the verb group of a clause
	Agent           // "by the mayor" with a passive
	Adjunct         // place, time, manner, condition, purpose
	Modifier        // tells of a noun
	Member          // of a list
	Reported        // what somebody says or thinks
)

// Marks are further properties of a phrase.
type Marks uint16

// The marks.
const (
	Passive    Marks = 1 << iota // of a verb group and its clause: "was sold"
	Imperative                   // of a clause: "sell it"
	Negated                      // of a verb group and its clause: "not" or the like stands in it
	Question                     // of a clause: the subject stands behind the first auxiliary
	Parted                       // a comma, bracket or dash stands before the phrase
	Closed                       // a comma, bracket, dash or the end of the sentence stands behind the phrase
	Proper                       // of a noun phrase: its head is a name
	Shared                       // of a list: a word of one member may belong to all: "old men and women"
)
