package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
)

func TestWhatSaysNoMoreThanYesOrNo(t *testing.T) {
	for said, want := range map[string]agreement{
		"Yes.": aligned, "**Yes!**": aligned, "Ja.": aligned, "Oui": aligned, "はい": aligned, "✓": aligned, "👍": aligned, "Correct.": aligned,
		"No.": turned, "No, it is not.": turned, "Nein.": turned, "❌": turned, "It is not.": turned, "Yes, no.": turned,
		"": apart, "7.": apart, "Yes, 7.": apart, "Yes, the gate opens.": apart, "The gate.": apart, "Of course.": aligned, "You're welcome!": apart, "…": apart,
		"Yes and yes and yes and yes and yes it is.": apart, // too many words
	} {
		if got := truthIn(said); got != want {
			t.Errorf("%q: %d, want %d", said, got, want)
		}
	}
}

func TestWhatIsIdleBesideAClaim(t *testing.T) {
	for _, c := range []struct {
		said  string
		kind  claim.Kind
		talks bool
		want  bool
	}{
		{"---", claim.Empty, false, true}, {"- ", claim.Empty, false, true}, {"7.", claim.Empty, false, false}, {"✅", claim.Empty, true, false},
		{"Based on the documents:", claim.Transition, true, true}, {"Based on the documents:", claim.Transition, false, false},
		{"Hello!", claim.Greeting, true, true}, {"Of course.", claim.Greeting, false, false}, {"You're welcome!", claim.Greeting, false, true}, {"Yes.", claim.Greeting, true, false},
	} {
		if got := (&remark{said: c.said, Sentence: claim.Sentence{Kind: c.kind}}).isIdle(c.talks); got != c.want {
			t.Errorf("%q, talks %t: idle %t, want %t", c.said, c.talks, got, c.want)
		}
	}
}

// TestASentenceHoldsAStatementOrItsDenial: an exception that binds it says neither.
func TestASentenceHoldsAStatementOrItsDenial(t *testing.T) {
	for _, c := range []struct {
		source, said string
		so           agreement
		want         agreement
	}{
		{"Zoralin is approved for adults.", "Is Zoralin approved for adults?", aligned, aligned},
		{"Zoralin is approved for adults.", "Is Zoralin approved for adults?", turned, turned},
		{"Zoralin is not approved for children.", "Is Zoralin approved for children?", aligned, turned},
		{"Zoralin is not approved for children.", "Is Zoralin approved for children?", turned, aligned},
		{"Zoralin is not approved for children.", "Is Zoralin not approved for children?", aligned, aligned},
		{"Zoralin is approved for adults.", "Is Zoralin approved for children?", aligned, apart},
		{"Children must not take Zoralin unless a doctor agrees.", "Must children take Zoralin?", aligned, apart},
		{"Zoralin is approved for adults.", "Is it?", aligned, apart},
	} {
		if got := readStatement(c.said).holds(readStatement(c.source), c.so); got != c.want {
			t.Errorf("%q under %q: %d, want %d", c.said, c.source, got, c.want)
		}
	}
}

// TestANameAndItsValueAreOneStatement where the sentence has both; else the value alone
// decides, and an exception does not turn a bare name.
func TestANameAndItsValueAreOneStatement(t *testing.T) {
	for _, c := range []struct {
		name, value, source string
		want                agreement
	}{
		{"covered", "storm", "The policy covers damage by storm.", aligned},
		{"not covered", "storm", "The policy covers damage by storm.", turned},
		{"covered", "storm", "Damage by storm is not covered.", turned},
		{"not covered", "storm", "Damage by storm is not covered.", aligned},
		{"city", "Ghent", "Bicycles are insured in Ghent.", aligned},
		{"city", "Bruges", "Bicycles are insured in Ghent.", apart},
		{"safety", "not safe", "The drug is not safe.", aligned},
		{"safety", "safe", "The drug is not safe.", turned},
		{"drug", "Ibuprofen", "Ibuprofen must not be taken unless a doctor agrees.", aligned},
		{"", "Ghent", "Bicycles are insured in Ghent.", aligned},
	} {
		if got := together(ownschema.Leaf{Key: c.name, Text: c.value}, []*statement{readStatement(c.source)}); got != c.want {
			t.Errorf("%s: %s under %q: %d, want %d", c.name, c.value, c.source, got, c.want)
		}
	}
}

// TestALieInACodeFenceIsAClaim where every text is one: a name and its value of a word had left as code.
func TestALieInACodeFenceIsAClaim(t *testing.T) {
	ev := given(evidence.Chunk{ID: "a", Text: "The patient has an allergy to penicillin. The vault stands in Hamburg.\n\n```sh\nexport MODE=fast\nrun(\"--dry\")\n```"})
	ev.Question = "Which allergy has the patient?"
	for code, stands := range map[string]bool{
		"allergy: none": false, "medication: penicillin": false, "{\"vault\": \"Berlin\"}": false, "vault = \"Berlin\"": false,
		"export VAULT=Berlin": false, "SET vault = 'Berlin'": false, "{\"allergy\": false}": false, "vault: old Berlin town": false,
		"x()\nvault: Berlin,": false, "print(\"Berlin\")": false, "vault: 9": false,
		"allergy: penicillin": true, "vault: Hamburg": true, "{\"vault\": \"Hamburg\"}": true, "patient_allergy = \"penicillin\"": true,
		"export MODE=fast": true, "run(\"--dry\")": true,
	} {
		for _, level := range []claim.Level{claim.Factual, claim.All} {
			r := rules()
			r.Accounted, r.Claims = true, level
			res := Check(answer.Answer{
				Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: "The vault stands in Hamburg", Quoted: true}},
				Segments: []answer.Segment{{Text: "The vault stands in Hamburg.", Citations: []int{0}}, {Text: "\n\n```yaml\n" + code + "\n```"}},
			}, ev, r)
			if res.Segments[1].Stands != stands && level == claim.All || stands && !res.Segments[1].Stands {
				t.Errorf("%s, %s: stands %t: %+v", level, code, res.Segments[1].Stands, res.Findings)
			}
		}
	}
}
