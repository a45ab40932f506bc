package text

// Words by which one clause says of another that it is not so, in all
// languages at once: "it is wrong that …".

var subordinators = WordSet("subordinators")

// refuting words say that a clause is not so.
var refuting = WordSet("refuting")

// IsSubordinator reports whether a folded word opens a clause that another one
// speaks of: "that", "dass", "что".
func IsSubordinator(word string) bool { return subordinators[word] }

// IsRefuting reports whether a folded word says that something is not so:
// "wrong", "bestreitet", "ложно".
func IsRefuting(word string) bool { return refuting[word] }
