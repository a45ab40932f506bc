package wire

import "regexp"

// searchMark is how a model that has searched marks in its text what it has
// found it in, with the space in front: between two characters of the private
// use area, or in lenticular brackets around a dagger (【4:0†kiln.pdf】). Clients
// are shown annotations in the place of marks; what is left of them in a text
// says nothing. The bounds are on the length of a mark.
var searchMark = regexp.MustCompile(` ?(?:\x{e200}[^\x{e201}]{0,250}\x{e201}|【[^†】]{0,120}†[^】]{0,120}】)`)

// withoutMarks takes such marks out of a text.
func withoutMarks(text string) string { return searchMark.ReplaceAllString(text, "") }
