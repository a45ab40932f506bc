package text

// Words by which one clause says of another that it is not so, in all
// languages at once: "it is wrong that …".

var subordinators = WordSet("subordinators")

// refuting words say that a clause is not so.
var refuting = WordSet("refuting")

// doubts are the nouns that, denied, assert: "there is no doubt that".
var doubts = WordSet("doubts")

// IsSubordinator reports whether a folded word opens a clause that another one
// speaks of: "that", "dass", "что".
func IsSubordinator(word string) bool { return subordinators[word] }

// IsRefuting reports whether a folded word says that something is not so:
// "wrong", "bestreitet", "ложно".
func IsRefuting(word string) bool { return refuting[word] }

// IsDoubt reports whether a folded word is a noun for doubt. Denied, it asserts:
// "there is no doubt that".
func IsDoubt(word string) bool { return doubts[word] }
