package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestAnUntrueDeclineBesideAnAnswerIsStopped: strangers' and testers' answers that told something and then denied, untruly, that the
// sources tell something else.
func TestAnUntrueDeclineBesideAnAnswerIsStopped(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		title, source, first, decline string
		passes, strict                bool
	}{
		{"", "Alcohol can increase the risk of stomach bleeding. Adults take one tablet up to three times a day.", "Adults take one tablet up to three times a day.", "The documents do not say anything about alcohol.", false, false},
		{"", "Smoke detectors must be tested every month. Tenants replace the batteries.", "Smoke detectors must be tested every month.", "The provided sources do not say who replaces the batteries.", false, false},
		{"Inés Arrieta", "Inés Arrieta nació en Bilbao en 1881. Murió en 1950 sin haber vuelto a Bilbao.", "Inés Arrieta nació en Bilbao en 1881.", "Los documentos no dicen dónde murió Arrieta ni cuándo.", false, false},
		{"", "Пассажиры могут перевозить одну собаку на поводке. Курить на борту запрещено.", "Курить на борту запрещено.", "В документах ничего не сказано о перевозке собак.", false, false},
		{"", "探测器必须每月检查。租户更换电池。", "探测器必须每月检查。", "资料中没有提到更换电池。", false, false},
		{"", "Carer's leave is unpaid. Requests must reach HR eight weeks before the leave starts.", "Carer's leave is unpaid.", "The handbook does not mention leave for adoption.", true, true},
		{"", "Bag drop closes 45 minutes before departure. The Light fare includes one cabin bag. Checked bags weigh 23 kg.", "Bag drop closes 45 minutes before departure.", "The documents do not say how a cabin bag is weighed.", true, false},
	} {
		for _, near := range []bool{false, true} {
			ev := given(evidence.Chunk{ID: "a", Title: tc.title, Text: tc.source})
			r := rules()
			r.Accounted, r.Near = true, near
			a := answer.Answer{Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Candidates: []string{"a"}}}}
			a.Segments = []answer.Segment{{Text: tc.first, Citations: []int{0}}, {Text: " " + tc.decline}}
			want := tc.passes && (tc.strict || !near)
			if res := Check(a, ev, r); !res.Segments[0].Stands || res.Segments[1].Stands != want {
				t.Errorf("%q, near %t: %t %t, %v", tc.decline, near, res.Segments[0].Stands, !want, codes(res))
			}
		}
	}
}
