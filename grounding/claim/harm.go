package claim

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// harmText tells how often words that a model added turned out to be invented:
// one "stem taint tone opening" a line, log odds in hundredths against the mean. The
// trainer in test/risk writes it.
//
//go:embed harm.txt
var harmText string

// Harm knows which added words tend to be invented (an ingredient, a place)
// and which are only other words for what the evidence says ("provide").
type Harm struct {
	taints, tones, openings table
}

// taint is the log odds that a word which the evidence lacks is invented.
func (h *Harm) taint(stem uint32) float32 {
	t, _ := h.taints.get(stem)
	return t
}

// tone is the log odds that a sentence with this word, which the evidence has
// or which says nothing by itself, is unsupported.
func (h *Harm) tone(stem uint32) float32 {
	t, _ := h.tones.get(stem)
	return t
}

// opening is the log odds that a sentence which opens with this word is
// unsupported.
func (h *Harm) opening(stem uint32) float32 {
	t, _ := h.openings.get(stem)
	return t
}

// loadHarm reads the embedded table once.
var loadHarm = sync.OnceValue(func() *Harm { return NewHarm(harmText) })

// NewHarm reads a table in the form of harmText.
func NewHarm(text string) *Harm {
	n := strings.Count(text, "\n")
	h := &Harm{taints: newTable(n), tones: newTable(n), openings: newTable(n)}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 4 {
			continue
		}
		key := hash([]byte(f[0]))
		for i, t := range [...]*table{&h.taints, &h.tones, &h.openings} {
			if v, err := strconv.Atoi(f[i+1]); err == nil && v != 0 {
				t.put(key, float32(v)/100)
			}
		}
	}
	return h
}
