package audit

import (
	"regexp"
	"strconv"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// KnownOf lists evidence for the reader of inline markers.
func KnownOf(set *evidence.Set) answer.Known {
	k := answer.Known{Sources: make([]answer.Source, set.Len())}
	for i := range k.Sources {
		c := set.At(i)
		k.Sources[i] = answer.Source{
			Handle: set.Handle(i), Number: Number(c.ID), Title: c.Title, URL: c.URL,
			Filename: c.Filename, Page: c.Page, Authors: c.Authors, Year: c.Year,
		}
		for _, alias := range []string{c.DocID, c.ID, c.Shown} {
			if alias != "" && alias != set.Handle(i) {
				k.Sources[i].Aliases = append(k.Sources[i].Aliases, alias)
			}
		}
		for _, m := range c.Inside {
			k.Sources[i].Aliases = append(k.Sources[i].Aliases, m.ID)
		}
	}
	return k
}

var numberedID = regexp.MustCompile(`^[A-Za-z]{1,12}[-_ #:]?(\d{1,4})$`)

// ShownNumber is the number by which an app knows a chunk: the one in its
// visible id ("4", "doc4"), or its place where ids show no numbers.
func ShownNumber(set *evidence.Set, i int) int {
	id := set.At(i).ID
	if found := numberedID.FindStringSubmatch(id); found != nil {
		id = found[1]
	}
	if n, err := strconv.ParseUint(id, 10, 20); err == nil {
		return int(n)
	}
	return i + 1
}

// Number reads a visible id that is a plain number; 0 for any other.
func Number(id string) int {
	n, err := strconv.ParseUint(id, 10, 20) // a million and a few
	if err != nil {
		return 0
	}
	return int(n)
}
