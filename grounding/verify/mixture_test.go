package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestASentenceIsNotToldOfAnotherRecord: strangers' answers that set true sentences below or behind the name of somebody else.
func TestASentenceIsNotToldOfAnotherRecord(t *testing.T) {
	t.Parallel()
	sources := [][2]string{
		{"Museum page: Anna Verhoeven", "Anna Verhoeven was born in Delft in 1868. She studied in Antwerp and moved to Paris in 1891. Her largest work, The Ropewalk, was finished in 1903."},
		{"Museum page: Clara Moens", "Clara Moens was born in Ghent in 1872. She never studied at an academy. Her painting The Lock was shown in Brussels in 1899."},
		{"Visiting", "Room 5 is open from Tuesday to Sunday. Photography without flash is allowed."},
		{"Library rules", "Books may be borrowed for 28 days. DVDs may be borrowed for seven days. Books can be renewed twice."},
		{"Vet's note", "Bella, a Labrador, received Parasol on Monday. Mimi, a Persian cat, received Fleaguard on Thursday. She scratched for two days afterwards."},
		{"Workshop", "Nora Quist, welder. Room 4.\nEmil Brandt, painter. Room 7.\nEmil Brandt keeps the keys of the workshop."},
		{"Timetable", "## Ferry Alba\nThe ferry Alba carries 90 cars. It takes 40 minutes.\n## Ferry Brio\nThe ferry Brio carries 60 cars. It takes 55 minutes."},
		{"Rooms", "## Oak room\nIt seats forty people. Rent is 200 euros a day.\n## Elm room\nIt seats twelve people. Rent is 80 euros a day."},
		{"", "Plan A costs 10 euros. It includes support. Plan B costs 30 euros. It includes training."},
		{"", "Abol is a tablet. It is safe in pregnancy."},
		{"", "Bexin is an ointment. It harms the unborn."},
	}
	leans := func(s string) bool {
		first, _, _ := strings.Cut(strings.TrimLeft(s, " -"), " ")
		return first == "She" || first == "Her" || first == "They" || first == "It" || first == "He"
	}
	for _, tc := range []struct {
		said         [][2]any
		passes, near bool
	}{
		{[][2]any{{"**Clara Moens**\n\n- She studied in Antwerp and moved to Paris in 1891.", 0}}, false, false},
		{[][2]any{{"Clara Moens was born in Ghent in 1872.", 1}, {" She studied in Antwerp and moved to Paris in 1891.", 0}}, false, false},
		{[][2]any{{"DVDs may be borrowed for seven days.", 3}, {" They can be renewed twice.", 3}}, false, false},
		{[][2]any{{"Bella, a Labrador, received Parasol on Monday.", 4}, {" She scratched for two days afterwards.", 4}}, false, false},
		{[][2]any{{"Nora Quist keeps the keys of the workshop.", 5}}, false, false},
		{[][2]any{{"Emil Brandt is the welder and Nora Quist is the painter.", 5}}, false, false},
		{[][2]any{{"The ferry Alba carries 90 cars.", 6}, {" It takes 55 minutes.", 6}}, false, false},
		{[][2]any{{"Rent for the oak room is 80 euros a day.", 7}}, false, false},
		{[][2]any{{"Plan A costs 10 euros.", 8}, {" It includes training.", 8}}, false, false},
		{[][2]any{{"Plan A costs 10 euros.", 8}, {" It includes support.", 8}}, true, true},
		{[][2]any{{"## Bexin\n\nIt is safe in pregnancy.", 9}}, false, false},
		{[][2]any{{"## Abol\n\nIt is safe in pregnancy.", 9}}, true, false},
		{[][2]any{{"Bexin is an ointment.", 10}, {" It is safe in pregnancy.", 9}}, false, false},
		{[][2]any{{"## Oak room\n\nRent is 80 euros a day.", 7}}, false, false},
		{[][2]any{{"## Elm room\n\nRent is 80 euros a day.", 7}}, true, true},
		{[][2]any{{"Rent for the elm room is 80 euros a day.", 7}}, true, false},
		{[][2]any{{"Emil Brandt keeps the keys of the workshop.", 5}}, true, true},
		{[][2]any{{"Nora Quist is the welder and Emil Brandt is the painter.", 5}}, true, false},
		{[][2]any{{"The ferry Alba carries 90 cars.", 6}, {" It takes 40 minutes.", 6}}, true, true},
		{[][2]any{{"**Clara Moens:** She studied in Antwerp and moved to Paris in 1891.", 0}}, false, false},
		{[][2]any{{"**Anna Verhoeven**\n\n- She studied in Antwerp and moved to Paris in 1891.", 0}}, true, true},
		{[][2]any{{"Anna Verhoeven was born in Delft in 1868.", 0}, {" She studied in Antwerp and moved to Paris in 1891.", 0}}, true, true},
		{[][2]any{{"Clara Moens was born in Ghent in 1872.", 1}, {" Her painting The Lock was shown in Brussels in 1899.", 1}}, true, true},
		{[][2]any{{"Clara Moens was born in Ghent in 1872.", 1}, {" Photography without flash is allowed.", 2}}, true, true},
	} {
		for _, near := range []bool{false, true} {
			var chunks []evidence.Chunk
			for i, s := range sources {
				chunks = append(chunks, evidence.Chunk{ID: string(rune('a' + i)), Title: s[0], Text: s[1]})
			}
			r := rules()
			r.Accounted, r.Near, r.Leans = true, near, leans
			a := answer.Answer{Mode: answer.ModeAnswer}
			for _, s := range tc.said {
				id := string(rune('a' + s[1].(int)))
				a.Segments = append(a.Segments, answer.Segment{Text: s[0].(string), Citations: []int{len(a.Citations)}})
				a.Citations = append(a.Citations, answer.Citation{ChunkID: id, Candidates: []string{id}})
			}
			res := Check(a, given(chunks...), r)
			if got := res.Segments[len(res.Segments)-1].Stands; got != (near && tc.near || !near && tc.passes) {
				t.Errorf("%v, near %t: stands %t, %v", tc.said, near, got, codes(res))
			}
		}
	}
}
