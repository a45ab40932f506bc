// Package answer knows the dialects in which a model cites: what it is asked
// for, and how its reply is read back into one common form, an Answer. Reading
// is strict about meaning and forgiving about wrapping: the JSON may stand in a
// code fence or in prose. Nothing here verifies.
//
// Read reads a whole reply, Live the same reply while it is being written.
// Ask and Schema ask; the texts are files in ask, and the form that one of them
// begins with says which members its JSON has. Sentences by number: sentences.go. Known tells which
// sources there are, for a marker is told from another bracket by what it
// names. Words are data (words.yaml), and so are the forms of citation that
// apps ask for in their own prompts (forms.yaml). docs/extending.md shows how
// to add one. What of a reply is such a form, and so stays as it was written, is looked for in
// the app's words from the reply: frame.go.
//
// Start at read.go: shape.go reads JSON, prose.go text with markers, scan.go
// the markers themselves.
package answer
