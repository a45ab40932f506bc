package claim

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// harmText tells how often words that a model added turned out to be invented:
// one "stem taint" a line, log odds in hundredths against the mean. The trainer in
// test/risk writes it.
//
//go:embed harm.txt
var harmText string

// Harm knows which added words tend to be invented (an ingredient, a place)
// and which are only other words for what the evidence says ("provide").
type Harm map[uint32]float32

// taint is the log odds that a word which the evidence lacks is invented.
func (h Harm) taint(stem uint32) float32 { return h[stem] }

// loadHarm reads the embedded table once.
var loadHarm = sync.OnceValue(func() Harm { return NewHarm(harmText) })

// NewHarm reads a table in the form of harmText.
func NewHarm(table string) Harm {
	h := make(Harm, strings.Count(table, "\n"))
	for line := range strings.Lines(table) {
		stem, taint, _ := strings.Cut(strings.TrimSpace(line), " ")
		if v, err := strconv.Atoi(taint); err == nil {
			h[hashString(stem)] = float32(v) / 100
		}
	}
	return h
}
