package claim

import (
	"strings"
	"testing"
)

// passage has about 740 bytes: the mean length of retrieved chunks.
var passage = strings.Repeat("The reservoir above the town holds 4.2 million cubic metres of water and feeds two mills. "+
	"Its dam was raised by nine metres in 1931, after the floods of the year before had carried away the old wall. "+
	"Engineers from Graz inspect it every spring and publish their findings in the county gazette. ", 3)[:740]

var answer = []string{
	"The reservoir holds 4.2 million cubic metres of water.",
	"Its dam was raised in 1931 after floods had carried away the old wall.",
	"Engineers from Graz inspect the dam every spring.",
	"The findings are published in the gazette of the county.",
	"Two mills are fed by the water of the reservoir above the town.",
	"I hope this helps!",
}

func BenchmarkPrepare(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(passage)))
	for b.Loop() {
		Prepare(passage)
	}
}

func BenchmarkJudge(b *testing.B) {
	b.ReportAllocs()
	ev := Evidence{Sources: []*Source{Prepare(passage)}}
	for b.Loop() {
		Judge(answer[1], ev, usual)
	}
}

func BenchmarkJudgeWithoutNumbers(b *testing.B) {
	b.ReportAllocs()
	ev := Evidence{Sources: []*Source{Prepare(passage)}}
	for b.Loop() {
		Judge(answer[3], ev, usual)
	}
}

// BenchmarkReport splits an answer of six sentences and judges its claims, each
// against a quote of one of five chunks.
func BenchmarkReport(b *testing.B) {
	b.ReportAllocs()
	text := strings.Join(answer, " ")
	var chunks []*Source
	for range 5 {
		chunks = append(chunks, Prepare(passage))
	}
	for b.Loop() {
		for i, s := range Split(text) {
			if s.IsClaim(Factual) {
				k := i % len(chunks)
				Judge(text[s.Start:s.End], Evidence{Sources: chunks[k : k+1], Quotes: []Quote{{0, 0, 300}}}, usual)
			}
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	b.ReportAllocs()
	text := strings.Repeat(strings.Join(answer, " ")+"\n\n", 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Split(text)
	}
}

func BenchmarkLocate(b *testing.B) {
	b.ReportAllocs()
	src := Prepare(passage)
	for b.Loop() {
		Locate(answer[1], src)
	}
}
