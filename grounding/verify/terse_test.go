package verify

import (
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

const zoralin = "Zoralin is not safe in pregnancy. Children must not take Zoralin unless a doctor agrees. Do not take Zoralin with alcohol. Zoralin is approved for adults. Take one tablet of Zoralin daily."

// tersely verifies an answer of one segment over one chunk, which it cites or not.
func tersely(question, text string, cited bool) Result {
	ev := given(evidence.Chunk{ID: "a", Text: zoralin})
	ev.Question = question
	r := rules()
	r.Accounted = true
	a := said(text, "a", "Zoralin is approved for adults")
	if !cited {
		a.Citations, a.Segments[0].Citations = nil, nil
	}
	return Check(a, ev, r)
}

func TestAnswersWithoutWordsAreJudgedWithTheQuestion(t *testing.T) {
	const alcohol, adults = "Can I take Zoralin with alcohol?", "Is Zoralin approved for adults?"
	const many = "How many tablets of Zoralin a day?"
	for _, c := range []struct {
		question, text string
		cited, stands  bool
	}{
		{alcohol, "Yes.", true, false},
		{alcohol, "No.", true, true},
		{alcohol, "Of course.", true, false},
		{alcohol, "Of course.", false, false},
		{alcohol, "✅", true, false},
		{alcohol, "❌", true, true},
		{alcohol, "Correct.", true, false},
		{adults, "Yes.", true, true},
		{adults, "Of course.", true, true},
		{adults, "You're welcome!", false, true},
		{adults, "Correct.", true, true},
		{adults, "✅", true, true},
		{adults, "No, it is not.", true, false},
		{"Is it safe in pregnancy?", "No.", true, true},
		{"Is it safe in pregnancy?", "Yes.", true, false},
		{"Must children take Zoralin?", "Yes.", true, false}, // an exception binds it: nothing says so
		{"Is the gate open at night?", "No.", true, false},   // nor is anything said of it
		{adults, "The.", false, false},
		{adults, "It depends on nothing:", false, false},
		{many, "Ten.", true, false},
		{many, "7.", true, false},
		{many, "7.", false, false},
		{many, "One.", true, true},
		{many, "1.", true, true},
		{many, "B)", true, false},
		{many, "Y", false, false},
		{many, "Take one tablet of Zoralin daily. 7.", true, false},
		{many, "Take one tablet of Zoralin daily. Ten.", true, false},
		{many, "1. Take one tablet of Zoralin daily. 2. Zoralin is approved for adults.", true, true},
		{many, "1.\n\nTake one tablet of Zoralin daily.", true, true},
		{many, "Of course. Take one tablet of Zoralin daily.", true, true},
		{adults, "Yes.", false, false}, // it cites nothing
		{adults, "No.", false, false},
		{"Hello!", "Hello!", false, true},
		{"Thanks, that was all about the tablets.", "You're welcome!", false, true},
		{"Thanks, that was all about the tablets.", "Of course!", false, true},
		{adults, "Hello! How can I help you?", false, true},
	} {
		if res := tersely(c.question, c.text, c.cited); res.Segments[0].Stands != c.stands {
			t.Errorf("%s %q (cited %t): stands %t, want %t: %+v", c.question, c.text, c.cited, res.Segments[0].Stands, c.stands, res.Findings)
		}
	}
}

// TestABareNoIsTheOppositeOfTheQuestion: what refutes it is told as a negation.
func TestABareNoIsTheOppositeOfTheQuestion(t *testing.T) {
	for text, want := range map[string]bool{"No.": true, "Yes.": false} {
		res := tersely("Is Zoralin approved for adults?", text, true)
		if got := slices.Contains(codes(res), report.ClaimNegation); got != want {
			t.Errorf("%q: refuted %t, want %t: %+v", text, got, want, res.Findings)
		}
	}
}

// TestWhatWaitsForAClaimIsNoAnswer: a part without a claim fails by itself, and passes
// with the claim behind it.
func TestWhatWaitsForAClaimIsNoAnswer(t *testing.T) {
	ev := given(evidence.Chunk{ID: "a", Text: zoralin})
	ev.Question = "Is Zoralin approved for adults?"
	r := rules()
	r.Accounted = true
	a := said("Zoralin is approved for adults.", "a", "Zoralin is approved for adults")
	a.Segments = slices.Insert(a.Segments, 0, answer.Segment{Text: "Based on the documents: "})
	parts := NewParts(ev, r)
	if parts.Check(a.Between(0, 1)).Segments[0].Stands {
		t.Error("a lead-in alone is no answer")
	}
	if res := parts.Check(a); !res.Segments[0].Stands || !res.Segments[1].Stands {
		t.Errorf("a lead-in above its claim: %+v", res.Findings)
	}
}

// TestAYesInFrontOfACitedSentenceNeedsNoCitation: it is judged with the question.
func TestAYesInFrontOfACitedSentenceNeedsNoCitation(t *testing.T) {
	for _, c := range []struct {
		question, first string
		stands          bool
	}{
		{"Is Zoralin approved for adults?", "Yes. ", true},
		{"Is Zoralin approved for adults?", "No. ", false},
		{"Is Zoralin safe in pregnancy?", "Yes. ", false},
		{"Which adults get Zoralin in Ghent?", "Yes. ", true}, // by the claim behind it
		{"Which adults get Zoralin in Ghent?", "No. ", false},
	} {
		ev := given(evidence.Chunk{ID: "a", Text: zoralin})
		ev.Question = c.question
		r := rules()
		r.Accounted = true
		a := said("Zoralin is approved for adults.", "a", "Zoralin is approved for adults")
		a.Segments = slices.Insert(a.Segments, 0, answer.Segment{Text: c.first})
		res := Check(a, ev, r)
		if res.Segments[0].Stands != c.stands || !res.Segments[1].Stands {
			t.Errorf("%s %q: stands %t, want %t: %+v", c.question, c.first, res.Segments[0].Stands, c.stands, res.Findings)
		}
	}
}

// TestAYesOrNoInFrontOfAClaimWasJudgedWithoutIt: of two segments, of which the second cites.
func TestAYesOrNoInFrontOfAClaimWasJudgedWithoutIt(t *testing.T) {
	const taxi, above = "May I take a taxi for 240 USD?", "Expense claims above 200 USD need a manager's approval before the purchase."
	const dogs, none = "Are dogs allowed in the park?", "Dogs are not allowed in the park. The park opens at nine."
	for _, c := range []struct {
		question, source string
		said             []string
		stands           bool
	}{
		{taxi, above, []string{"Yes. ", "Claims above 200 USD need a manager's approval before the purchase."}, true},
		{taxi, above, []string{"No. ", "Claims above 200 USD need a manager's approval before the purchase."}, false},
		{taxi, above, []string{"Yes. ", "Claims above 300 USD need a manager's approval before the purchase."}, false},
		{taxi, "A manager must approve it no later than 3 May.", []string{"Yes. ", "A manager must approve it no later than 3 May."}, true},
		{taxi, above, []string{"Yes."}, false},
		{dogs, none, []string{"Yes. ", "The park opens at nine."}, false},
		{dogs, none, []string{"Yes, the park opens at nine."}, false},
		{dogs, none, []string{"Yes, dogs are not allowed in the park."}, false},
		{dogs, none, []string{"No, dogs are not allowed in the park."}, true},
	} {
		ev := given(evidence.Chunk{ID: "a", Text: c.source})
		ev.Question = c.question
		r := rules()
		r.Accounted = true
		a := said(c.said[len(c.said)-1], "a", c.source)
		if len(c.said) > 1 {
			a.Segments = append([]answer.Segment{{Text: c.said[0]}}, a.Segments...)
		}
		res := Check(a, ev, r)
		if stands := !slices.ContainsFunc(res.Segments, func(s Segment) bool { return !s.Stands }); stands != c.stands {
			t.Errorf("%s %q: stands %t (%+v)", c.question, c.said, stands, res.Findings)
		}
	}
}
