package verify

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// handbook is the text of a chunk of usual length, 1.5 KB, about one dam. Each
// number is another one in every dam's.
func handbook(dam int) string {
	return fmt.Sprintf("The reservoir above town %[1]d holds %[2]d.4 million cubic metres of water and feeds two mills. "+
		"Its dam was raised by nine metres in %[3]d, after the floods of the year before had carried away the old wall. "+
		"Engineers from Graz inspect it every spring and publish their findings in the county gazette. "+
		"Where the water stands higher than the upper mark, the gates are opened by hand, one after the other, until it has fallen below the lower one. "+
		"Nobody may stay on the crest while that is being done, except for the keeper and those whom he has called. "+
		"The gates were cast in the foundry of the railway and have been painted again every twelve years, most lately with a coat that contains no lead. "+
		"A path of %[4]d km leads around the lake. It is closed from November to March, since the steep bank on the northern side is known for its slides. "+
		"Visitors pay %[5]d.50 euros for a tour, which takes an hour and a half and ends in the hall where the first turbine is still to be seen. "+
		"Children under six years do not pay, nor does anybody who lives in one of the three villages that were moved when the valley was flooded. "+
		"Their church was taken down stone by stone and built up again on the hill, where its clock strikes the hours as it used to. "+
		"In dry summers the tops of the old walls come out of the water, and people walk there although signs forbid it. "+
		"The company that runs the plant delivers %[6]d GWh in an average year to the grid of the region and answers for the upkeep of the road.",
		dam, 3+dam, 1900+dam, 11+dam, 7+dam, 40+dam)
}

// newChunks is an answer of four claims over five chunks that nobody has looked
// at before: what production brings, where each question finds other passages.
func newChunks() (answer.Answer, func() Evidence) {
	var chunks []evidence.Chunk
	for i := range 5 {
		chunks = append(chunks, evidence.Chunk{ID: fmt.Sprint(i), Text: handbook(i)})
	}
	a := answer.Answer{Mode: answer.ModeAnswer}
	for i, said := range []string{
		"The reservoir above town 0 holds 3.4 million cubic metres of water",
		"A path of 12 km leads around the lake",
		"Visitors pay 9.50 euros for a tour, which takes an hour and a half",
		"The company that runs the plant delivers 43 GWh in an average year",
	} {
		a.Citations = append(a.Citations, answer.Citation{ChunkID: fmt.Sprint(i), Snippet: said, Quoted: true})
		a.Segments = append(a.Segments, answer.Segment{Text: said + ". ", Citations: []int{i}})
	}
	return a, func() Evidence { return given(chunks...) }
}

// BenchmarkNewChunks verifies an answer whose chunks are seen for the first
// time.
func BenchmarkNewChunks(b *testing.B) {
	a, fresh := newChunks()
	r := rules()
	if res := Check(a, fresh(), r); len(res.Findings) > 0 || len(res.Claims) != len(a.Segments) {
		b.Fatalf("%+v", res.Findings)
	}
	ev := fresh()
	b.ReportAllocs()
	for b.Loop() {
		for i := range ev.Passages {
			ev.Passages[i] = NewPassage(ev.Set.At(i).Text, nil)
		}
		Check(a, ev, r)
	}
}

// BenchmarkNewPassage makes one chunk ready for finding quotes in it, and for
// holding claims against it.
func BenchmarkNewPassage(b *testing.B) {
	text := strings.TrimSpace(handbook(1))
	for _, kind := range [...]string{"text", "source"} {
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if p := NewPassage(text, nil); kind == "text" {
					p.Text()
				} else {
					p.Source()
				}
			}
		})
	}
}
