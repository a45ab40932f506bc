package layout

import (
	"cmp"
	"strings"

	"vouchsafe/grounding/text"
)

// class is what a part of a prompt is for, as its label says.
type class uint8

const (
	unclassed class = iota
	material        // what is to be answered from
	instructs       // rules, a role, a form, a task
	sample          // a worked example
	history         // what was said before
	asking          // the question
	replied         // the answer, or the place for one
)

// classData is one class of classes.yaml.
type classData struct {
	Nouns    map[string][]string
	Openings []string
	Fires    []string
	Not      []string
}

var classFile = func() (file map[string]classData) {
	readData("classes.yaml", &file)
	return file
}()

// classNouns are the classes of nouns, of the languages that part words by blanks;
// classSigns those of the others, which are looked for anywhere in a label.
// leadingNouns are those of languages whose qualities stand behind the noun.
var classNouns, leadingNouns, classSigns, classOpenings = func() (nouns, leading, signs, openings map[string]class) {
	nouns, leading, signs, openings = map[string]class{}, map[string]class{}, map[string]class{}, map[string]class{}
	for name, c := range map[string]class{"material": material, "instructs": instructs, "sample": sample, "history": history} {
		for language, list := range classFile[name].Nouns {
			for _, noun := range list {
				if language == "zh" || language == "ja" || language == "ko" {
					signs[noun] = c
				} else {
					nouns[noun] = c
				}
				if language == "fr" || language == "es" || language == "pt" || language == "it" {
					leading[noun] = c
				}
			}
		}
		for _, word := range classFile[name].Openings {
			openings[word] = c
		}
	}
	return nouns, leading, signs, openings
}()

// afterNouns are words that stand behind the noun of a label and are not it.
var afterNouns = set(words("after_nouns")...)

// prepositions end the words of a label that name what it is about.
var prepositions = map[string]bool{"for": true, "of": true, "to": true, "in": true, "from": true, "with": true, "about": true,
	"on": true, "by": true, "that": true, "between": true, "and": true, "you": true, "we": true, "is": true, "are": true,
	"für": true, "zu": true, "aus": true, "von": true, "de": true, "du": true, "des": true, "pour": true, "para": true, "per": true, "di": true,
	"until": true, "so": true}

// classOf is the class of a label, in lower case and without marks around it.
func classOf(name string) class {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 80 {
		return unclassed
	}
	if asks(name) {
		return asking
	}
	if answers(name) {
		return replied
	}
	if !text.IsASCII(name) {
		if c := signOf(name); c != unclassed {
			return c
		}
	}
	found, led := unclassed, unclassed
	n := -1
	for word := range strings.FieldsSeq(name) {
		n++
		word = strings.Trim(word, ".,:;()[]{}'\"`*_#-–—!?0123456789")
		if n == 0 {
			if c := classOpenings[word]; c != unclassed {
				return c
			}
			if word == "here" {
				continue
			}
		}
		if prepositions[word] {
			if found != unclassed {
				break
			}
			continue
		}
		if c := classNouns[word]; c != unclassed || !afterNouns[word] {
			found = c // of several words in a row the last is the noun
		}
		led = cmp.Or(led, leadingNouns[word])
	}
	return cmp.Or(found, led)
}

// signOf is the class of the noun that stands last in a label without blanks.
func signOf(name string) class {
	last, found := -1, unclassed
	for sign, c := range classSigns {
		if at := strings.LastIndex(name, sign); at >= 0 && at+len(sign) > last {
			last, found = at+len(sign), c
		}
	}
	return found
}

func ofInstructions(c class) bool { return c == instructs || c == sample }
