package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestARetellingThatTurnsTheOtherWayStands: false sentences of replies that strangers wrote to prompts
// of public products, with what the same replies said honestly. Each is open: words prove neither.
func TestARetellingThatTurnsTheOtherWayStands(t *testing.T) {
	for _, c := range []struct{ source, said, lie string }{
		{"Working from abroad requires written approval from HR and is limited to 20 working days per calendar year.",
			"Working from abroad needs written approval from HR and is limited to 20 working days per calendar year.",
			"Working from abroad needs no approval from HR and is limited to 20 working days per calendar year."},
		{"Los gastos de bebidas alcohólicas no se reintegran.", "No se reintegran los gastos de las bebidas alcohólicas.",
			"Los gastos de bebidas alcohólicas sí se reintegran."},
		{"The IT desk on the second floor hands it out between 9:00 and 11:00 after an identity check.",
			"It is handed out by the IT desk on the second floor between 9:00 and 11:00, after an identity check.",
			"It is handed out by the IT desk on the fourth floor between 9:00 and 11:00, after an identity check."},
		{"All lamps come with a two-year warranty against electrical defects. Damage caused by dropping the lamp is excluded.",
			"All lamps come with a two-year warranty against electrical defects, but damage caused by dropping the lamp is excluded.",
			""},
		{"Arctic char is the most common fish in Lake Orvand. Pike are not found in the lake.",
			"Arctic char is the most common fish in the lake, whereas pike are not found there.", ""},
		{"Residents may book the guest room for a maximum of 6 nights per calendar year.", // a bound is no denial
			"The guest room can be booked for no more than 6 nights per calendar year.", ""},
		{"Each shard may hold at most 50 GB.", "Each shard can be no larger than 50 GB.", "Each shard may not hold 50 GB."},
		{"تمدد فترة التجربة باتفاق مكتوب بحيث لا تتجاوز مئة وثمانين يوماً.", "تمدد فترة التجربة باتفاق مكتوب إلى مئة وثمانين يوماً على الأكثر.", ""},
		{"After the last attempt the event is moved to the dead letter table.", // nor is a word that denies by its own sense
			"Once the last attempt has failed, the event goes to the dead letter table.", ""},
		{"Hold the lip in place around your water source, to ensure that it doesn’t slip off as the balloon begins to take on water weight.", // RAGTruth 17493
			"Stretch the balloon's lip around the faucet, making sure to hold the lip in place around the water source.", ""},
		{"You have to possess leadership skills.eveloping skills to become a good manager is not easy.", "Possess leadership skills", ""}, // RAGTruth 12400
	} {
		for said, stands := range map[string]bool{c.said: true, c.lie: false} {
			a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said, Citations: []int{0}}},
				Citations: []answer.Citation{{ChunkID: "a", Snippet: c.source, Quoted: true}}}
			if said == "" {
				continue
			}
			if res := Check(a, given(evidence.Chunk{ID: "a", Text: c.source}), rules()); res.Segments[0].Stands != stands {
				t.Errorf("%s: stands %t, want %t (%+v)", said, res.Segments[0].Stands, stands, res.Findings)
			}
		}
	}
}
