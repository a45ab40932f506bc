package verify

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/growth"
)

// TestWorkGrowsWithTheAnswer: a list, one sentence of names and thousands of made-up snippets cost as
// much more as they are longer, under `strict` too.
func TestWorkGrowsWithTheAnswer(t *testing.T) {
	names := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Name%dx ", i)
		}
		return b.String() + "met."
	}
	marks := func(mark string, accounted bool) func(n int) {
		return func(n int) {
			r := rules()
			r.Accounted = accounted
			Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: strings.Repeat(mark, n)}}}, given(evidence.Chunk{ID: "c", Text: "The fee is 5 euros in May."}), r)
		}
	}
	for name, check := range map[string]func(n int){
		"yes again and again": marks("Yes! ", true), "marks": marks("\"\"\"\n", true), "marks that nobody checks": marks("Yes! \"\"\"\n", false),
		"leaves": func(n int) {
			body := `{"p":["The fee is 5 euros in May."` + strings.Repeat(`,"The fee is 5 euros in May."`, n/16) + `]}`
			leaves, err := leavesOf([]byte(body))
			if err != nil {
				t.Fatal(err)
			}
			ev := given(evidence.Chunk{ID: "c", Text: "The fee is 5 euros in May."})
			own, all := CiteOwnLeaves(ownschema.ReadBare(body, nil), leaves, ev)
			res := CheckOwn(own, leaves, ev, rules())
			if res.Report(ev, View{Numbers: res.InOrder()}); !all {
				t.Error("a leaf has no citation")
			}
		},
		"a list that cites": func(n int) {
			text := strings.Repeat("- the item is here\n", n)
			held(text, "The item is here.\n\n"+text, true)
		},
		"a block of code that is copied": func(n int) {
			var b strings.Builder
			for i := range n / 8 {
				fmt.Fprintf(&b, "thing%d --flag%d /srv/path%d\n", i, i, i)
			}
			held("```\n"+b.String()+"```\n", "Run:\n\n```\n"+b.String()+"```\n", true)
		},
		"a list in own words": func(n int) {
			text := strings.Repeat("- the item is here\n", n)
			held(text, "The item is here.\n\n"+text, false)
		},
		"figures among figures": func(n int) {
			var source, said strings.Builder
			for i := range n / 8 {
				fmt.Fprintf(&source, "Train %d runs from halt %d to halt %d in summer. ", 7*i, i, i+1)
				if i < 20 {
					fmt.Fprintf(&said, "In summer halt %d and halt %d have train %d. ", i, i+1, 7*i)
				}
			}
			held(said.String(), source.String(), true)
		},
		"declines beside many sentences": func(n int) {
			var source, said strings.Builder
			for i := range n / 8 {
				fmt.Fprintf(&source, "The contract specifies item %d and the report lists the fee. ", i)
				said.WriteString("The report does not mention a dog or a cat. ")
			}
			held(said.String(), source.String(), true)
		},
		"a sentence of names": func(n int) { held(names(n), names(n)+" They left.", true) },
		"made-up snippets": func(n int) {
			a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: "The fee is 5 euros."}}}
			for i := range n {
				a.Citations = append(a.Citations, answer.Citation{ChunkID: "c", Snippet: fmt.Sprintf("there is no such thing as %d in here", i), Quoted: true})
				a.Segments[0].Citations = append(a.Segments[0].Citations, i)
			}
			Check(a, given(evidence.Chunk{ID: "c", Text: strings.Repeat("The fee is 5 euros in May. ", 100)}), rules())
		},
	} {
		growth.Linear(t, name, func(n int) string { return strings.Repeat("x", n) }, func(s string) { check(len(s)) })
	}
}

// TestManySentencesAreLookedUpInManyPassages: each sentence that cites nothing was read anew against
// each passage.
func TestManySentencesAreLookedUpInManyPassages(t *testing.T) {
	const each = 32 // bytes
	growth.Linear(t, "passages", func(n int) string { return strings.Repeat("x", n) }, func(s string) {
		var chunks []evidence.Chunk
		for i := range len(s) / each {
			chunks = append(chunks, evidence.Chunk{ID: fmt.Sprint("c", i), Text: fmt.Sprintf("The fee of case %d is 5 euros.", i)})
		}
		ev := given(chunks...)
		find := Finder{Evidence: &ev}
		for i := range chunks {
			find.Located(fmt.Sprintf("Mill %d was opened.", i))
		}
	})
}
