package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// leads reports whether words in front of an item stand.
func leads(t *testing.T, source, question, lead, item string, near bool) bool {
	t.Helper()
	ev := given(evidence.Chunk{ID: "1", Text: source})
	ev.Question = question
	r := rules()
	r.Accounted, r.Near, r.MaxRisk = true, near, 0.5
	res := Check(CiteOwnWords(answer.Read(answer.Client, lead+item+" [1]", answer.Known{Sources: []answer.Source{{Handle: "1"}}}), ev), ev, r)
	for _, s := range res.Segments {
		if !s.Stands {
			return false
		}
	}
	return true
}

// TestATitleAboveCopiesTurnedThemAway: words that name what stands below them in no word of any source.
func TestATitleAboveCopiesTurnedThemAway(t *testing.T) {
	t.Parallel()
	for _, c := range [][5]string{
		{"Adults pay 12 euros. Dogs must stay outside.", "What do adults pay?", "- Adults pay 12 euros", "Prices", "Here are the prices"},
		{"Adults pay 12 euros. Dogs must stay outside.", "What do adults pay?", "- Adults pay 12 euros", "Admission", "Admission"},
		{"Взрослые платят 12 евро. Собаки остаются снаружи.", "Сколько платят взрослые?", "- Взрослые платят 12 евро", "Цены", "Вот цены"},
		{"Gli adulti pagano 12 euro. I cani restano fuori.", "Quanto pagano gli adulti?", "- Gli adulti pagano 12 euro", "Prezzi", "Prezzi"},
		{"Erwachsene zahlen 12 Euro. Hunde müssen draußen bleiben.", "Was zahlen Erwachsene?", "- Erwachsene zahlen 12 Euro", "Preise", "Hier sind die Preise"},
		{"Los adultos pagan 12 euros. Los perros quedan fuera.", "¿Cuánto pagan los adultos?", "- Los adultos pagan 12 euros", "Precios", "Estos son los precios"},
		{"大人は12ユーロです。犬は外で待ちます。", "大人はいくらですか？", "- 大人は12ユーロです", "料金", "料金"},
	} {
		for _, lead := range []string{"## " + c[3] + "\n\n", "**" + c[3] + "**\n", c[4] + ":\n\n"} {
			if !leads(t, c[0], c[1], lead, c[2], false) {
				t.Errorf("%q above %q is turned away", lead, c[2])
			}
			if c[3] != c[4] && leads(t, c[0], c[1], "## "+c[3]+"\n\n", c[2], true) {
				t.Errorf("%q above %q passes where claims have to be near", c[3], c[2])
			}
		}
	}
}

// TestATitleThatSaysOtherwiseThanItsItemsIsTurnedAway: it denies, doubts, limits, or says something of what they speak of.
func TestATitleThatSaysOtherwiseThanItsItemsIsTurnedAway(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"False statements", "Myths", "Not allowed", "Until 2015", "Only on Sundays", "Repealed rules", "Dogs banned", "If it rains"} {
		for _, lead := range []string{"## " + title + "\n\n", title + ":\n\n"} {
			if leads(t, "Adults pay 12 euros. Dogs must stay outside.", "What are the rules?", lead, "- Dogs must stay outside", false) {
				t.Errorf("%q passes", lead)
			}
		}
	}
	if leads(t, "The train takes 50 minutes. It stops twice.", "How long?", "## Times\n\n", "- The train takes 60 minutes", false) {
		t.Error("a title passes above an item that does not stand")
	}
}

// TestATitleOfAnotherSentenceStoodAboveACopy: "In August:" of "The clinic is closed in August." stood above when visitors may stay, as
// the source's own words, under strict and verbatim.
func TestATitleOfAnotherSentenceStoodAboveACopy(t *testing.T) {
	const ward = "Visitors may stay until eight. The clinic is closed in August."
	for title, stands := range map[string]bool{"# In August": false, "In August:": false, "# Visitors": true, "**Closed**": false, "# Visitors are unwanted": false} {
		ev := given(evidence.Chunk{ID: "1", Text: ward})
		ev.Question = "What are the rules?"
		r := rules()
		r.Accounted, r.Near = true, true
		a := answer.Read(answer.Client, title+"\n\nVisitors may stay until eight [1].", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
		if res := Check(a, ev, r); res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %t", title, res.Segments[0].Stands)
		}
	}
}

// TestAYesInASignOfTheAppsFormPassedAboveACopyThatForbids: "### Yes", which the app's words show, stated nothing; nor did a form in
// which nothing but a sign stands, nor "Of course." under balanced.
func TestAYesInASignOfTheAppsFormPassedAboveACopyThatForbids(t *testing.T) {
	for _, tc := range []struct {
		sign                string
		framed, alone, near bool
		stands              bool
	}{
		{sign: "### Yes\n", framed: true}, {sign: "**Yes:** ", framed: true}, {sign: "`Yes`\n", framed: true, near: true},
		{sign: "[ALLOWED]", framed: true, alone: true}, {sign: "Of course. "}, {sign: "### Answer\n", framed: true, stands: true},
	} {
		ev := given(evidence.Chunk{ID: "1", Text: "Glaze 14 contains lead and may be used for wall tiles only."})
		ev.Question = "May I use glaze 14 for cups?"
		r := rules()
		r.Accounted, r.Near = true, tc.near
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: tc.sign, Frame: tc.framed}}}
		if !tc.alone {
			a.Segments = append(a.Segments, answer.Segment{Text: "Glaze 14 contains lead and may be used for wall tiles only.", Citations: []int{0}})
			a.Citations = []answer.Citation{{ChunkID: "1", Candidates: []string{"1"}}}
		}
		if res := Check(a, ev, r); res.Segments[0].Stands != tc.stands {
			t.Errorf("%q: stands %t", tc.sign, res.Segments[0].Stands)
		}
	}
}

// TestASourceThatIsNamedForAnothersWordsFails: "As [2] says, …" lost its marker, and came out as "As says, …" and grounded.
func TestASourceThatIsNamedForAnothersWordsFails(t *testing.T) {
	ev := given(evidence.Chunk{ID: "1", Text: "The library opens at nine on weekdays."}, evidence.Chunk{ID: "2", Text: "The pool opens at ten on Sundays."})
	known := answer.Known{Sources: []answer.Source{{Handle: "1"}, {Handle: "2"}}}
	for said, stands := range map[string]bool{
		"As [2] says, the library opens at nine on weekdays [1].":      false,
		"According to [2], the library opens at nine on weekdays [1].": false,
		"According to [1], the library opens at nine on weekdays.":     true,
		"According to [1], the library opens at nine on weekdays [1].": true,
		"The library opens at nine on weekdays [1][2].":                true,
	} {
		if res := Check(answer.Read(answer.Client, said, known), ev, rules()); res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %v, findings %+v", said, res.Segments[0].Stands, res.Findings)
		}
	}
}

// TestATitleOfKnownAndNewWordsTurnedCopiesAway: one that named what stood below it in a word of its source beside a new one. Another
// record's number above a claim still fails.
func TestATitleOfKnownAndNewWordsTurnedCopiesAway(t *testing.T) {
	t.Parallel()
	const contract = "Either party may terminate the contract with 90 days' notice. The 2019 form was green."
	for title, stands := range map[string]bool{"## Termination rights\n\n": true, "Termination rights\n\n": true, "## Termination 2019\n\n": false, "## Repealed contract\n\n": false} {
		if got := leads(t, contract, "What are the rules?", title, "- Either party may terminate the contract with 90 days' notice", true); got != stands {
			t.Errorf("%q: stands %t", title, got)
		}
	}
}

// TestALineAboveNothingIsNoTitle: an answer of one line, without a stop, was taken for a title, and passed unread.
func TestALineAboveNothingIsNoTitle(t *testing.T) {
	t.Parallel()
	ev := given(evidence.Chunk{ID: "1", Text: "The Alder trail is closed until 15 March. The Birch trail is open."})
	ev.Question = "Which trail is closed? Output only the name."
	r := rules()
	r.Accounted, r.MaxRisk = true, 0.5
	if leads(t, "Adults pay 12 euros. Dogs must stay outside.", "What do adults pay?", "Karl burns them\n\n", "- Adults pay 12 euros", false) {
		t.Error("a line that states stands above a copy")
	}
	for _, said := range []string{"Birch trail", "**Birch trail**", "Birch trail\n\nHave a nice day!"} {
		res := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said}}}, ev, r)
		if len(res.Claims) == 0 || res.Segments[0].Stands && res.Claims[0].Stands {
			t.Errorf("%q passes: %v, %v", said, res.Claims, codes(res))
		}
	}
}
