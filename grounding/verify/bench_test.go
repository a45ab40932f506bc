package verify

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

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

// Sentences of the answer of newChunks: in their source's own words, and told otherwise.
var (
	copiedSaid = []string{
		"The reservoir above town 0 holds 3.4 million cubic metres of water and feeds two mills.",
		"A path of 12 km leads around the lake.",
		"Visitors pay 9.50 euros for a tour, which takes an hour and a half and ends in the hall where the first turbine is still to be seen.",
		"The company that runs the plant delivers 43 GWh in an average year to the grid of the region and answers for the upkeep of the road.",
	}
	toldSaid = []string{
		"The reservoir above town 0 holds 3.4 million cubic metres of water.",
		"A path of 12 km leads around it.",
		"Visitors pay 9.50 euros for a tour, which takes an hour and a half.",
		"The company that runs the plant delivers 43 GWh in an average year.",
	}
)

// newChunks is an answer of four claims over five chunks of so many handbooks that nobody has
// looked at before: what production brings, where each question finds other passages. Each
// claim has a quote, or names its chunk.
func newChunks(said []string, quoted bool, long int) (answer.Answer, func() Evidence) {
	var chunks []evidence.Chunk
	for i := range 5 {
		text := handbook(i)
		for k := 1; k < long; k++ {
			text += "\n\n" + handbook(100*i+k)
		}
		chunks = append(chunks, evidence.Chunk{ID: fmt.Sprint(i), Text: text})
	}
	a := answer.Answer{Mode: answer.ModeAnswer}
	for i := range said {
		cited := answer.Citation{ChunkID: fmt.Sprint(i), Candidates: []string{fmt.Sprint(i)}}
		if quoted {
			cited = answer.Citation{ChunkID: fmt.Sprint(i), Snippet: strings.Join(strings.Fields(copiedSaid[i])[:6], " "), Quoted: true}
		}
		a.Citations = append(a.Citations, cited)
		a.Segments = append(a.Segments, answer.Segment{Text: said[i] + " ", Citations: []int{i}})
	}
	return a, func() Evidence { return given(chunks...) }
}

// BenchmarkNewChunks verifies answers whose chunks are seen for the first time.
func BenchmarkNewChunks(b *testing.B) {
	for _, bm := range []struct {
		name   string
		said   []string
		quoted bool
		long   int
	}{
		{"own words", copiedSaid, true, 1}, {"own words, named", copiedSaid, false, 1}, {"own words, 90 KB", copiedSaid, true, 12},
		{"own words, named, 90 KB", copiedSaid, false, 12}, {"told", toldSaid, true, 1}, {"told, named", toldSaid, false, 1}, {"told, 90 KB", toldSaid, true, 12},
	} {
		b.Run(bm.name, func(b *testing.B) {
			a, fresh := newChunks(bm.said, bm.quoted, bm.long)
			r := rules()
			if res := Check(a, fresh(), r); len(res.Findings) > 0 || len(res.Claims) != len(a.Segments) {
				b.Fatalf("%+v", res.Findings)
			}
			ev := fresh()
			b.ReportAllocs()
			began := processorTime()
			for b.Loop() {
				for i := range ev.Passages {
					ev.Passages[i] = NewPassage(ev.Set.At(i).Text, nil)
				}
				Check(a, ev, r)
			}
			b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
		})
	}
}

// processorTime is what the process has used of its processors.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkUncited gives an answer in own words that cites nothing its citations, over new chunks.
func BenchmarkUncited(b *testing.B) {
	a, fresh := newChunks(copiedSaid, false, 1)
	for i := range a.Segments {
		a.Segments[i].Citations = nil
	}
	ev := fresh()
	b.ReportAllocs()
	began := processorTime()
	for b.Loop() {
		for i := range ev.Passages {
			ev.Passages[i] = NewPassage(ev.Set.At(i).Text, nil)
		}
		if cited := CiteOwnWords(a, ev); len(cited.Citations) != 2*len(a.Segments) {
			b.Fatal(cited.Citations)
		}
	}
	b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
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
