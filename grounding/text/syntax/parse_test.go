package syntax

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

var (
	kindNames = [...]string{"C", "SUB", "REL", "PART", "INF", "N", "PP", "V", "ADJ", "ADV", "LIST", "APP", "ASIDE", "PRED"}
	roleNames = [...]string{"", ".subj", ".obj", ".ind", ".compl", ".v", ".agent", ".adj", ".mod", ".mem", ".rep", ".spk"}
)

// bracketed writes a sentence with its phrases in brackets. "?N" tells that a phrase may
// belong to the noun phrase before it, "!" an order, "~" a passive.
func bracketed(s string) string {
	shown := text.Show(s).Text
	out := new(Reader).Read(shown)
	var b strings.Builder
	for i, w := range out.Words {
		for k := range out.Phrases {
			x := &out.Phrases[k]
			if int(x.From) != i {
				continue
			}
			fmt.Fprintf(&b, "[%s%s", kindNames[x.Kind], roleNames[x.Role])
			if x.Ambiguous() {
				b.WriteString("?" + kindNames[out.Phrases[x.Parent].Kind])
			}
			if x.Has(Imperative) {
				b.WriteString("!")
			}
			if x.Has(Passive) {
				b.WriteString("~")
			}
			b.WriteString(" ")
		}
		b.WriteString(shown[w.Start:w.End])
		for k := range out.Phrases {
			if int(out.Phrases[k].To) == i+1 {
				b.WriteString("]")
			}
		}
		b.WriteString(" ")
	}
	return strings.TrimSpace(b.String())
}

// Sentences of published texts, and their phrases.
func TestPhrases(t *testing.T) {
	for sentence, want := range map[string]string{
		"Place the previously cooked, frozen chicken dish on the oven rack.":       "[C! [V.v Place] [N.obj the previously cooked , frozen chicken dish] [PP.adj?N on [N.obj the oven rack]]] .",
		"In this section we analyze the advantages and disadvantages of power.":    "[C [PP.adj In [N.obj this section]] [N.subj we] [V.v analyze] [LIST.obj [N.mem the advantages] and [N.mem disadvantages [PP.mod of [N.obj power]]]]] .",
		"You can store the dahlias in the pots.":                                   "[C [N.subj You] [V.v can store] [N.obj the dahlias] [PP.adj?N in [N.obj the pots]]] .",
		"Like all living plants, the grass needs water and natural light to grow.": "[C [PP.adj Like [N.obj all living plants]] , [N.subj the grass] [V.v needs] [LIST.obj [N.mem water] and [N.mem natural light]] [INF.adj?N to [V.v grow]]] .",
		"The left upper quadrant (LUQ) contains similar organs.":                   "[C [N.subj The left upper quadrant [ASIDE.mod ( LUQ )]] [V.v contains] [N.obj similar organs]] .",
		"Bend the prongs with a pair of pliers to secure the stub.":                "[C! [V.v Bend] [N.obj the prongs] [PP.adj?N with [N.obj a pair [PP.mod of [N.obj pliers]]]] [INF.adj?N to [V.v secure] [N.obj the stub]]] .",
		"The DNC also said that they will not attempt to segment candidates.":      "[C [N.subj The DNC] [V.v also said] [SUB.rep that [N.subj they] [V.v will not attempt] [INF.compl to [V.v segment] [N.obj candidates]]]] .",
		"The outage lasted 57 minutes and affected 2.1 % of users.":                "[C [N.subj The outage] [LIST [PRED.mem [V.v lasted] [N.obj 57 minutes]] and [PRED.mem [V.v affected] [N.obj 2.1 % [PP.mod of [N.obj users]]]]]] .",
		"The plan was approved by the council.":                                    "[C~ [N.subj The plan] [V.v~ was approved] [PP.agent by [N.obj the council]]] .",
		"The firm, which was founded in 1901, sells cars made in Italy.":           "[C [N.subj The firm , [REL.mod~ which [V.v~ was founded] [PP.adj in [N.obj 1901]]]] , [V.v sells] [N.obj cars [PART.mod [V.v made] [PP.adj in [N.obj Italy]]]]] .",
		"If it rains, we stay in, and Ann leaves.":                                 "[C [SUB.adj If [N.subj it] [V.v rains]] , [N.subj we] [V.v stay] [PP.adj in]] , and [C [N.subj Ann] [V.v leaves]] .",
	} {
		if got := bracketed(sentence); got != want {
			t.Errorf("%s\n got %s\nwant %s", sentence, got, want)
		}
	}
}
