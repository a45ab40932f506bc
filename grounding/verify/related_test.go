package verify

import (
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

func TestSourcesThatContradictEachOtherAreTold(t *testing.T) {
	for _, tt := range []struct {
		a, b     string
		conflict bool
	}{
		{"The north gate closes at 18:00 in winter.", "The north gate closes at 20:00 in winter.", true},
		{"Dogs are permitted in the deer park.", "Dogs are not permitted in the deer park.", true},
		{"The north gate closes at 18:00 in winter.", "The south gate closes at 20:00 in winter.", false},
		{"Dogs are permitted in the deer park.", "Dogs are permitted in the deer park.", false},
	} {
		ev := given(evidence.Chunk{ID: "a", Text: tt.a}, evidence.Chunk{ID: "b", Text: tt.b})
		r := Check(answer.Answer{Mode: answer.ModeAnswer,
			Citations: []answer.Citation{{ChunkID: "a", Snippet: tt.a, Quoted: true}, {ChunkID: "b", Snippet: tt.b, Quoted: true}},
			Segments:  []answer.Segment{{Text: tt.a + " ", Citations: []int{0}}, {Text: tt.b, Citations: []int{1}}}}, ev, rules())
		if slices.Contains(codes(r), report.SourceConflict) != tt.conflict {
			t.Errorf("%q, %q: %+v", tt.a, tt.b, r.Findings)
		}
		if !r.Segments[0].Stands || !r.Segments[1].Stands {
			t.Errorf("%q, %q: a conflict fails a claim", tt.a, tt.b)
		}
	}
}

func TestAnAnswerToAnotherQuestionIsTold(t *testing.T) {
	for question, off := range map[string]bool{
		"How long are backups kept?": false, "What is the board's dividend?": true, "": false, "When is the backup?": false, "Wie hoch ist die Dividende?": false,
	} {
		ev := library()
		ev.Question = question
		r := rules()
		r.Relevance = true
		res := Check(said("Nightly backups are kept for 21 days.", "run", "are kept for 21 days"), ev, r)
		if slices.Contains(codes(res), report.OffQuestion) != off || !res.Segments[0].Stands {
			t.Errorf("%q: %+v", question, res.Findings)
		}
	}
}

func TestAContradictionIsTheSameSaidWithADenial(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Apixaban may be combined with rifampicin.", "Apixaban may not be combined with rifampicin.", true},
		{"Backups are kept for 21 days.", "Backups are not kept for 21 days.", true},
		{"Backups are kept for 21 days.", "Backups are kept for 21 days.", false},
		{"Backups are kept for 21 days.", "Backups are not kept for 30 days.", false},
		{"Apixaban may be combined with rifampicin.", "Apixaban may not be combined with ketoconazole.", false},
		{"The door must not be opened.", "The kiln reaches 1240 degrees.", false},
	} {
		if got := (Statements{}).Contradict(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// TestADenialIsOfTheWordBehindIt: a negation of another word, which only one of the
// two sentences has, denies nothing of what they share.
func TestADenialIsOfTheWordBehindIt(t *testing.T) {
	for _, c := range []struct {
		source, claim string
		want          agreement
	}{
		{"Operators must not open valve B7.", "Operators must open valve B7.", turned},
		{"Operators must open valve B7.", "Operators must not open valve B7.", turned},
		{"Staff are not allowed to smoke here.", "Staff are allowed to smoke here.", turned},
		{"Nobody was surprised that the old pump leaked.", "The old pump leaked.", aligned},
		{"He declined to meet the Norwegian explorer.", "He refused to meet the explorer.", apart},
		{"It was incapable of pumping oil.", "It was unable to pump oil.", apart},
		{"The towns were not only starving but also running out of water.", "The towns were starving and running out of water.", aligned},
		{"Warfarin is not recommended in pregnancy, except in women with a valve.", "Warfarin is not recommended in women with a valve.", turned},
		{"It must not be taken with warfarin unless a specialist has agreed.", "A specialist has agreed.", turned},
		{"The tenant pays up to 80 euros each, but not more than 240 euros a year.", "The tenant pays up to 80 euros each, but more than 240 euros a year.", turned},
		{"The tenant pays up to 80 euros each, but not more than 240 euros a year.", "The tenant pays up to 80 euros each.", aligned},
		{"Das Ventil darf nicht geöffnet werden.", "Das Ventil darf geöffnet werden.", turned},
		{"To help the director, whom he had never met, Hoffman met him in May.", "To help the director, Hoffman met him in May.", aligned},
		{"The drug is not approved for children but approved for adults.", "The drug is approved for children.", turned},
	} {
		if got := readStatement(c.claim).denies(readStatement(c.source)); got != c.want && !(c.want == apart && got == aligned) {
			t.Errorf("%q under %q: %d, want %d", c.claim, c.source, got, c.want)
		}
	}
}
