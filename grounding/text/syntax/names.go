package syntax

// tagNames are the names of tags, as the tables have them.
var tagNames = [...]string{
	"Sign", "Comma", "Stop", "Opening", "Closing", "Quote", "Determiner", "Quantifier", "Number", "Adjective", "Noun", "Nouns", "Name",
	"Pronoun", "Possessive", "Preposition", "Particle", "To", "Adverb", "Not", "Be", "Been", "Have", "Do", "Modal",
	"Base", "Present", "PresentS", "Past",
	"Participle", "Ing", "Joiner", "Subordinator", "Relative", "Asking",
}

// String returns the name of a tag.
func (t Tag) String() string { return tagNames[t] }
