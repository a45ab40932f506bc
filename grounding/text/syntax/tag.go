package syntax

// Tag is what a word is in its sentence.
type Tag uint8

// The tags.
const (
	Sign         Tag = iota // a sign that is none of those below
	Comma                   // also a dash between spaces and a colon
	Stop                    // also a semicolon
	Opening                 // an opening bracket
	Closing                 // a closing bracket
	Quote                   // a quotation mark
	Determiner              // the, a, this, her, which book
	Quantifier              // all, many, no, both
	Number                  // 5, five, first
	Adjective               // big, bigger
	Noun                    // house
	Nouns                   // houses
	Name                    // Rome
	Pronoun                 // she, it, everyone
	Possessive              // the mayor's
	Preposition             // in
	Particle                // look up
	To                      // to win
	Adverb                  // slowly
	Not                     // not, never
	Be                      // is, was
	Been                    // be, been, being
	Have                    // has, had, have
	Do                      // do, does, did
	Modal                   // can, must
	Base                    // win: behind "to" or a modal, or an order
	Present                 // they win
	PresentS                // she wins
	Past                    // she won
	Participle              // was won
	Ing                     // winning
	Joiner                  // and, or, but
	Subordinator            // if, because, that
	Relative                // who, which, that
	Asking                  // who, what, how: of a question, in speech or reported

)

// IsVerb reports whether a word with the tag is a verb, or helps one.
func (t Tag) IsVerb() bool { return t >= Be && t <= Ing }

// IsFinite reports whether a verb with the tag may be that of a clause with a subject.
func (t Tag) IsFinite() bool {
	switch t {
	case Be, Have, Do, Modal, Present, PresentS, Past:
		return true
	}
	return false
}

// IsNoun reports whether a word with the tag may be the head of a noun phrase.
func (t Tag) IsNoun() bool { return t == Noun || t == Nouns || t == Name }
