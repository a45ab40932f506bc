package metrics

import (
	"cmp"
	"slices"
)

const (
	other  = "other" // stands for a word that is not on its list
	nobody = "none"  // stands for no name: a call that was turned away has no app
)

// label is the label for a name out of the configuration, which bounds how many
// there are.
func label(name string) string { return cmp.Or(name, nobody) }

// oneOf returns a word that is on a list, and "other" for any other.
func oneOf[T ~string](word T, list ...T) string {
	if slices.Contains(list, word) {
		return string(word)
	}
	return other
}
