package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNumberedTextsBelowAnOrderToCiteAreSeen holds runs of numbers in any look: below an order to answer or to cite that
// called them nothing they were not seen, and a false answer passed.
func TestNumberedTextsBelowAnOrderToCiteAreSeen(t *testing.T) {
	texts := []string{"The store is kept at 4 degrees.", "Deliveries end at noon."}
	for _, order := range [...]string{"Answer the question and cite like [1].", "Cite your answer with [n].", "You are a support assistant. Answer from what follows.",
		"Beantworte die Frage und belege mit [1].", "回答问题并用[1]标注引用。", "Responde y cita con [1]."} {
		for _, mark := range [...]string{"[%d] ", "%d. ", "%d) ", "(%d) ", "Source %d: ", "- [%d] ", "**%d.** ", "[^%d]: ", "### %d\n", "§ %d ", "Doc %d: "} {
			list := fmt.Sprintf(mark+"%s\n\n"+mark+"%s", 1, texts[0], 2, texts[1])
			for where, said := range map[string][]string{
				"above":         {"system", order + "\n\n" + list, "user", "How warm is it?"},
				"below":         {"developer", list + "\n\n" + order, "user", "How warm is it?"},
				"in one":        {"user", order + "\n\n" + list + "\n\nHow warm is it?"},
				"of the user's": {"system", order, "user", list + "\n\nHow warm is it?"},
			} {
				if diff := cmp.Diff(texts, textsIn(said)); diff != "" {
					t.Errorf("%s, %q, %q (-want +got):\n%s", where, order, mark, diff)
				}
			}
		}
	}
}

// TestTextsThatTheOrderNamesAreSeen holds passages that are named in the prompt's own words, or speak of what is asked.
func TestTextsThatTheOrderNamesAreSeen(t *testing.T) {
	for name, said := range map[string][]string{
		"the question's words": {"system", "You are a kind helper.\n\n{a}\n\n{b}", "user", "Who needs the licence for the store, and how warm are the degrees there?"},
		"clauses out of order": {"user", "Here it is:\n\n4. {a}\n9. {b}\n\nWhen may I come in? Please cite the clause number."},
		"marks that it shows":  {"system", "Quote the paragraph like § 4 for every statement.\n\n§ 4 {a}\n\n§ 9 {b}", "user", "How warm?"},
	} {
		fill := strings.NewReplacer("{a}", coldStore, "{b}", licence)
		for i := range said {
			said[i] = fill.Replace(said[i])
		}
		if diff := cmp.Diff([]string{coldStore, licence}, textsIn(said)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestRulesInANumberedListAreNoMaterial holds lists that tell the model what to do, and those of a user who asks about them.
func TestRulesInANumberedListAreNoMaterial(t *testing.T) {
	for _, said := range [][]string{
		{"system", "You are a friendly tutor. Answer the student's questions.\n\n1. Keep it simple.\n2. Use examples from daily life.\n3. Praise good questions.", "user", "What is osmosis?"},
		{"system", "あなたは家庭教師です。質問に答えてください。\n\n1. 簡単に説明してください。\n2. 例を挙げてください。\n3. 生徒をほめてください。", "user", "浸透とは？"},
		{"system", "You are a travel agent. Answer in a warm tone.\n\nSteps:\n1. Ask for the dates.\n2. Ask for the budget.\n3. Propose two trips.", "user", "Hi"},
		{"user", "Answer the following questions:\n\n1. What is the capital of France?\n2. Who wrote Faust?\n3. How tall is Mont Blanc?"},
		{"user", "Which of these is correct?\n\na) Water boils at 90 degrees.\nb) Water boils at 100 degrees."},
		{"system", "You are Luna, a witty companion.\n- She loves jazz.\n- She was born in Lisbon.\n\nAnswer in character.", "user", "Hi Luna, what do you like?"},
	} {
		if got := textsIn(said); len(got) > 0 {
			t.Errorf("%q: found %q", said, got)
		}
	}
}

// textsIn are the texts of the chunks that are found in what is said.
func textsIn(said []string) (texts []string) {
	for _, c := range Find(say(said...), Defaults()).Chunks {
		if !c.Ambient {
			texts = append(texts, c.Text)
		}
	}
	return texts
}

// TestANumberThatASentenceGoesOnWithIsNoHead holds texts whose subject has a number: it was cut off as if it named the passage.
func TestANumberThatASentenceGoesOnWithIsNoHead(t *testing.T) {
	texts := []string{"Room 12 has 40 seats and no window.", "Room 14 has 20 seats and two doors."}
	got := textsIn([]string{"system", "Answer only from these facts:\n\n" + strings.Join(texts, "\n\n"), "user", "Which has doors?"})
	if whole := strings.Join(got, "\n\n"); whole != strings.Join(texts, "\n\n") {
		t.Errorf("got %q", got)
	}
}
