// Package evidence holds the evidence of one exchange: the passages that an app
// sent along with its question, and the rules by which a citation names one
// of them. It is pure data and logic; package layout fills it from a prompt.
package evidence

import "encoding/json"

// Kind says how honest the boundaries of a chunk are.
type Kind string

const (
	Passage Kind = "chunk"   // one retrieved passage, with its own boundaries
	Section Kind = "section" // text in which passages cannot be told apart
)

// Standing says how far a chunk may be trusted as the app's own. It follows
// from the channel that carried the chunk, never from what the text says.
type Standing string

const (
	Primary  Standing = "primary"  // from the app itself: beside the messages, tool, system, developer
	Fallback Standing = "fallback" // user role: counts only where there is nothing primary of its kind
	Stale    Standing = "stale"    // from an earlier turn of the conversation
)

// Beside is the Message index of a chunk that was given beside the messages.
const Beside = -1

// Chunk is one recorded passage. Text is what quotes are checked against and
// what citation offsets count in (Unicode code points, end exclusive).
type Chunk struct {
	ID         string // the id that the prompt shows; "" where it shows none
	Shown      string // what the markers of the app's own prompt call it; "" where that is ID
	DocID      string
	Title      string
	URL        string
	Source     string
	Filename   string // source_filename
	Authors    []string
	Year       int    // 0: unknown
	Date       string // ISO 8601; "" unknown
	Page       string
	Similarity *float64 // the retriever's own figure, nil where the app sent none
	Text       string
	Before     string                     // how the prompt leads in to the text, which is no part of it: a head, a label
	Behind     string                     // what the prompt shows behind it, as in Before
	Inside     []Mark                     // of a Section: the ids that its text shows, in order
	From       string                     // trace id of the exchange in which it backed a sentence that comes back; "" for any other chunk
	Meta       map[string]json.RawMessage // keys that we have no name for

	Role      string // role of the message it stood in; "" beside the messages
	Message   int    // index in messages, or Beside
	Kind      Kind
	Standing  Standing
	Layout    string // name of the layout that found it
	Truncated bool   // its end was cut off (closing tag lost)
	Derived   bool   // text that a model wrote earlier: never primary evidence
	Ambient   bool   // recorded for its channel alone, no layout recognised it
}

// Mark is an id that a section shows at the head of a line: what the app calls the words
// from there on.
type Mark struct {
	At int // code points into the text
	ID string
}

// IDAt is what the app calls the words at a place of a section, in code points into its
// text; "" where it shows no id in front of them.
func (c *Chunk) IDAt(place int) (id string) {
	for _, m := range c.Inside {
		if m.At > place {
			break
		}
		id = m.ID
	}
	return id
}
