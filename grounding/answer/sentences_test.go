package answer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// museum is evidence of five numbered sentences.
var museum = func() Known {
	k := Known{Sources: []Source{{Handle: "c1"}, {Handle: "c2"}}, Numbers: &Numbers{Sign: "§"}}
	for i, text := range []string{
		"The museum opens at nine on weekdays.", "It is closed in May.", "It closes at five.", "Entry costs nine euros.", "Yes.",
	} {
		k.Numbers.All = append(k.Numbers.All, NumberedSentence{Handle: fmt.Sprintf("c%d", 1+i/3), Text: text, Start: 10 * i, End: 10*i + len(text)})
	}
	return k
}()

// cites writes an answer's segments with the markers of their citations.
func cites(a *Answer) (out []string) {
	for _, s := range a.Segments {
		var marks []string
		for _, at := range s.Citations {
			c := &a.Citations[at]
			mark := c.Marker
			if c.Place == nil && len(c.Candidates) == 0 {
				mark += "?"
			}
			marks = append(marks, mark)
		}
		out = append(out, strings.TrimSpace(s.Text)+"|"+strings.Join(marks, " "))
	}
	return out
}

// byNumber are replies in the dialect sentences, and how they read.
var byNumber = map[string]struct {
	raw  string
	want []string
}{
	"before the stop":   {"It opens at nine §1. It closes at five §3.", []string{"It opens at nine.|§1", "It closes at five.|§3"}},
	"behind the stop":   {"It opens at nine. §1 It shuts at five. §3", []string{"It opens at nine.|§1", "It shuts at five.|§3"}},
	"two":               {"It opens at nine and shuts at five §1 §3.", []string{"It opens at nine and shuts at five.|§1 §3"}},
	"a list":            {"All of it §1, §3; §4. And §1,3.", []string{"All of it.|§1 §3 §4", "And.|§1 §3"}},
	"a range":           {"All of it §1-3. More of it §2–§4.", []string{"All of it.|§1 §2 §3", "More of it.|§2 §3 §4"}},
	"brackets":          {"It opens [§1]. It shuts (§3, §4). It costs [§4][§1].", []string{"It opens.|§1", "It shuts.|§3 §4", "It costs.|§4 §1"}},
	"emphasis of one":   {"It opens at nine **§1**. **§3** It shuts *§4*.", []string{"It opens at nine.|§1", "It shuts.|§3 §4"}},
	"a space by May":    {"It opens in May § 1.", []string{"It opens in May.|§1"}},
	"a space":           {"It opens § 1. It shuts §\u00a03.", []string{"It opens.|§1", "It shuts.|§3"}},
	"not a list":        {"It opens at §1, 12 people wait.", []string{"It opens at, 12 people wait.|§1"}},
	"no such number":    {"It opens at nine §77. It shuts §0.", []string{"It opens at nine.|§77?", "It shuts.|§0?"}},
	"in the middle":     {"According to §1, it opens at nine.", []string{"According to, it opens at nine.|§1"}},
	"lines":             {"- It opens at nine §1\n- It shuts at five §3\n\nThat is all.", []string{"- It opens at nine|§1", "- It shuts at five|§3", "That is all.|"}},
	"copied":            {"§1 The museum opens at nine on weekdays. §2 It is closed in May. That is all.", []string{"The museum opens at nine on weekdays.|§1", "It is closed in May.|§2", "That is all.|"}},
	"copied behind":     {"Here it is. §2 It is closed in May. §3 It closes at five.", []string{"Here it is.|", "It is closed in May.|§2", "It closes at five.|§3"}},
	"copied in lines":   {"§1 The museum opens at nine on weekdays.\n§2 It is closed in May.", []string{"The museum opens at nine on weekdays.|§1", "It is closed in May.|§2"}},
	"copied and cited":  {"§2 It is closed in May §2. It shuts at five §3.", []string{"It is closed in May.|§2", "It shuts at five.|§3"}},
	"code":              {"Type `a §1 b` first §1. Then:\n\n```\nx §2 y\n```\n", []string{"Type `a b` first.|§1", "Then:\n\n```\nx y\n```|"}},
	"the sign alone":    {"It opens § at nine §1.", []string{"It opens at nine.|§? §1"}},
	"a list with gaps":  {"All of it [§1, 3, 4]. And §2; 3. More (§1, §2 and 3).", []string{"All of it.|§1 §3 §4", "And.|§2 §3", "More.|§1 §2 §3"}},
	"a range with gaps": {"All of it [§1 - 3]. More of it §2 to 4. And §1 – §2, 4.", []string{"All of it.|§1 §2 §3", "More of it.|§2 §3 §4", "And.|§1 §2 §4"}},
	"joined by a word":  {"All of it §1 und §2. More §1 et §3. Most §1 & §2. It §1/§2. 全部§1、§2。", []string{"All of it.|§1 §2", "More.|§1 §3", "Most.|§1 §2", "It.|§1 §2", "全部。|§1 §2"}},
	"by spaces":         {"All of it §1 3. More [§1 3 4]. And [§2][3]. It (§1) (2). It costs §4 3 euros.", []string{"All of it.|§1 §3", "More.|§1 §3 §4", "And.|§2 §3", "It.|§1 §2", "It costs 3 euros.|§4"}},
	"other digits":      {"It opens §١. It shuts §３、４. All of it §२، ४.", []string{"It opens.|§1", "It shuts.|§3 §4", "All of it.|§2 §4"}},
	"the sign doubled":  {"All of it §§1-3. It opens §§ 2, 3.", []string{"All of it.|§1 §2 §3", "It opens.|§2 §3"}},
	"a colon behind":    {"§2: It is closed in May. That is all.", []string{"It is closed in May.|§2", "That is all.|"}},
	"a comma in front":  {"It opens at nine, §1, and shuts at five, §3.", []string{"It opens at nine|§1", ", and shuts at five.|§3"}},
	"in small code":     {"It opens at nine `§1`.", []string{"It opens at nine.|§1"}},
	"a source's word":   {"It opens at nine [Source: §1].", []string{"It opens at nine.|§1"}},
	"a source's words":  {"It opens at nine. Source: §1. It shuts at five. **Quelle:** §3", []string{"It opens at nine.|§1", "It shuts at five.|§3"}},
	"a link":            {"It opens [§1](https://x.org/a). It shuts [see §3](https://x.org/§4).", []string{"It opens.|§1", "It shuts.|§3 §4"}},
	"markers of an app": {"It opens at nine [1] §1. It shuts at five [2].", []string{"It opens at nine.|[1] §1", "It shuts at five.|[2]"}},
	"emphasis":          {"**It opens at nine §1.** It shuts *at five* §3.", []string{"**It opens at nine.**|§1", "It shuts *at five*.|§3"}},
	"Chinese":           {"九点开门§1。五点关门§3。", []string{"九点开门。|§1", "五点关门。|§3"}},
	"an upper bound":    {"It is §1-99999. And §5-1.", []string{"It is.|§1 §99999?", "And.|§5 §1"}},
	"a refusal":         {"REFUSE: The sources do not say.", []string{"The sources do not say.|"}},
	"a refusal behind":  {"It opens at nine §1. **REFUSE:** The sources do not say.", []string{"It opens at nine.|§1", "The sources do not say.|"}},
}

func TestSentencesAreReadByNumber(t *testing.T) {
	for name, c := range byNumber {
		t.Run(name, func(t *testing.T) {
			a := Read(Sentences, c.raw, museum)
			if got := strings.Join(cites(&a), "\n"); got != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, strings.Join(c.want, "\n"))
			}
			if strings.Contains(a.Text(), "§") {
				t.Errorf("the sign is in %q", a.Text())
			}
			for _, c := range a.Citations {
				if c.Place != nil && (!c.Quoted || c.Snippet == "" || len(c.Candidates) != 1) {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

func TestSentencesAreGivenAsReadReadsThem(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"The museum", " opens", " at nine", " on weekdays", ".", " ", "\n", "§1", "§2", "§", "1", "-", "3", ",", " §3", "It is closed", " in May", " [1]", "[§4]", "(", ")",
		"`", "```\n", "- ", "\n\n", "九点开门", "。", "§77", " and ", "Entry costs nine", " euros", "Yes",
	}
	raws := []string{}
	for _, c := range byNumber {
		raws = append(raws, c.raw)
	}
	for range 3000 {
		var b strings.Builder
		for range 1 + rng.IntN(24) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		raws = append(raws, b.String())
	}
	given := 0
	for _, raw := range raws {
		want := Read(Sentences, raw, museum)
		l := Follow(Sentences, museum, nil)
		var got []string
		for at := 0; at < len(raw); {
			at = min(len(raw), at+1+rng.IntN(3))
			l.Feed(raw[:at])
			for a, ok := l.Next(); ok; a, ok = l.Next() {
				got = append(got, cites(&a)...)
			}
		}
		whole := cites(&want)
		if given += len(got); len(got) > len(whole) || strings.Join(got, "\n") != strings.Join(whole[:len(got)], "\n") || !l.Fits(&want) {
			t.Fatalf("%q\ngiven %q\nwhole %q", raw, got, whole)
		}
	}
	if given < 100 {
		t.Errorf("only %d sentences were given early", given)
	}
}

// TestAModelThatWritesJSONInsteadOfNumbersIsRead: as one that was asked for it.
func TestAModelThatWritesJSONInsteadOfNumbersIsRead(t *testing.T) {
	const json = `{"mode":"answer","segments":[{"citations":[{"chunk_id":"a","snippet":"opens at nine"}],"text":"It opens at nine."}],"unanswered_aspects":[]}`
	for name, raw := range map[string]string{
		"alone": json, "in a fence": "```json\n" + json + "\n```", "with words around": "Here it is:\n" + json + "\nI hope this helps.",
		"with numbers in it": strings.Replace(json, "nine.", `nine \u00a71.`, 1),
	} {
		if a := Read(Sentences, raw, museum); a.Dialect != Segments || a.Text() != "It opens at nine." || len(a.Problems) > 0 {
			t.Errorf("%s: %s %q %v", name, a.Dialect, a.Text(), a.Problems)
		}
	}
	if a := Read(Sentences, json[:len(json)-40], museum); len(a.Segments) > 0 || len(a.Problems) != 1 || a.Problems[0].Code != malformed {
		t.Errorf("broken off: %+v", a)
	}
	for _, raw := range []string{"Send `{\"mode\": \"fast\"}` to the door §1.", `Send {"answer": "no", "mode": "fast"} to the door §1.`, `It takes {"open": 9}.`} {
		if a := Read(Sentences, raw, museum); a.Dialect != Sentences || !strings.Contains(a.Text(), "{") {
			t.Errorf("%s: %s %q", raw, a.Dialect, a.Text())
		}
	}
}

// TestJSONWithNumbersWaitsForItsEnd: what follows a reply takes none out.
func TestJSONWithNumbersWaitsForItsEnd(t *testing.T) {
	l := Follow(Sentences, museum, nil)
	l.Feed(`{"segments":[{"citations":[],"text":"It opens at nine \u00a71. "},{"citations":[],"text":"It shuts."},`)
	if a, ok := l.Next(); ok {
		t.Errorf("%q is given", a.Text())
	}
}

func TestASentenceIsGivenWhileTheNextIsWritten(t *testing.T) {
	l := Follow(Sentences, museum, nil)
	l.Feed("It opens at nine §1. The next one begins here and")
	if a, ok := l.Next(); !ok || cites(&a)[0] != "It opens at nine.|§1" {
		t.Error("it waits")
	}
}

// TestNumbersAreTakenOutOfWhatIsNoAnswer: tool calls and JSON pass the numbers by.
func TestNumbersAreTakenOutOfWhatIsNoAnswer(t *testing.T) {
	n := museum.Numbers
	for in, want := range map[string]string{
		`{"q":"§12 opening hours"}`: `{"q":"opening hours"}`, `{"q":"hours §1, §2-4 and \u00a72 of"}`: `{"q":"hours of"}`,
		"§": "", "a§1b": "ab", "a §1 b": "a b", `{"q":"hours §1 §2."}`: `{"q":"hours."}`, "9-5": "9-5", "x §": "x ", `\u00A712`: "", "§12-year": "-year", `{"q":["hours [§1]"]}`: `{"q":["hours"]}`,
		`{"a":"{\"b\": \"hours \\u00a712\"}"}`: `{"a":"{\"b\": \"hours\"}"}`,
	} {
		if got := n.Clean(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	var none *Numbers
	if clean, used := none.CleanOpenCall("§1", 0, false); clean != "§1" || used != 3 || none.Clean("§1") != "§1" {
		t.Error("without numbers something is taken out")
	}
}

// TestASectionOfALawIsNoSentence: `§ 823 BGB` lost its section in the calls of tools, and in texts; a number that was
// a whole value, or a word, reached a tool.
func TestASectionOfALawIsNoSentence(t *testing.T) {
	t.Parallel()
	n := museum.Numbers
	for in, want := range map[string]string{
		`{"query":"§ 823 Abs. 1 BGB","section":"§ 823"}`: "", `{"query":"§1 StVG"}`: "", `{"query":"§ 1 StVG"}`: "", `{"q":"42 U.S.C. § 1983"}`: "", `{"q":"§§ 12-15"}`: "", `{"q":"§"}`: "",
		`{"section":"§ 1"}`: "", `{"section":"§1","q":"hours §2"}`: `{"section":"§1","q":"hours"}`, `{"q":"§1 The museum"}`: `{"q":"The museum"}`, `{"§2":"/a/§1/b"}`: `{"c1":"/a/c1/b"}`,
		`{"ids":["§1","§4"],"q":"BGB §1"}`: `{"ids":["c1","c2"],"q":"BGB §1"}`, `{"body":"As §1 says, see §1-4."}`: `{"body":"As says, see."}`, `{"q":"See §99."}`: "", `{"ids":"§1, §4"}`: `{"ids":"c1, c2"}`, `{"q":"§§ 1-3"}`: "",
		`{"text":"§1 The museum opens at nine."}`: `{"text":"The museum opens at nine."}`, `{"text":"It opens at nine on weekdays.§1"}`: `{"text":"It opens at nine on weekdays."}`,
		`{"text":"\u00a71 The museum opens at nine."}`:    `{"text":"The museum opens at nine."}`,
		`{"body":"Our museum lets you in at nine (§1)."}`: `{"body":"Our museum lets you in at nine."}`, `{"body":"Entry: nine euros §4, museum §1"}`: `{"body":"Entry: nine euros, museum"}`,
		`{"body":"Entry is nine euros §4; open at nine. §1 Come in."}`: `{"body":"Entry is nine euros; open at nine. Come in."}`,
		`{"q":"see § 1"}`: `{"q":"see"}`, `{"q":"museum § 1, entry § 4"}`: `{"q":"museum, entry"}`, `{"ids":["§ 1, § 4"]}`: `{"ids":["c1, c2"]}`, `{"q":"Section §1 of the lease"}`: `{"q":"Section of the lease"}`,
		`{"b":"{\"q\":\"hours \\u00a71\"}"}`: `{"b":"{\"q\":\"hours\"}"}`, `{"q":"hours §`: `{"q":"hours `,
		`{"q":"entry §4\n"}`: `{"q":"entry \n"}`, `{"q":"entry §4 StVG"}`: "", `{"q":"entry §1"}`: `{"q":"entry"}`, `{"entry":"§4"}`: `{"entry":"c2"}`, `{"ref":" §1"}`: `{"ref":" c1"}`, `{"q":"§1: when\n§4: how much"}`: `{"q":"c1: when\nc2: how much"}`, `{"q":"entry §4.2"}`: "",
	} {
		if want == "" {
			want = in
		}
		if got := n.CleanCall(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
		for step := 1; step < 4; step++ {
			var got strings.Builder
			from := 0
			for to := 0; to < len(in); {
				to = min(to+step, len(in))
				var clean string
				clean, from = n.CleanOpenCall(in[:to], from, to == len(in))
				got.WriteString(clean)
			}
			if got.String() != want {
				t.Errorf("%s by %d: %s, want %s", in, step, got.String(), want)
			}
		}
	}
	for in, want := range map[string]string{
		"§ 823 BGB rules it §1.": "§ 823 BGB rules it.|§1", "§ 1 BGB rules it §2.": "§ 1 BGB rules it.|§2", "It opens at nine § 1.": "It opens at nine.|§1",
	} {
		a := Read(Sentences, in, museum)
		if strings.Join(cites(&a), " ") != want {
			t.Errorf("%s: %s", in, strings.Join(cites(&a), " "))
		}
	}
}

// TestAValueThatIsANumberAloneIsNotEmptied: `"source":"§1"` came back as `"source":""`, and a member that had nothing
// but its sentence's number stated nothing.
func TestAValueThatIsANumberAloneIsNotEmptied(t *testing.T) {
	t.Parallel()
	in := `{"entry":"§4","source":"§1","sources":["c2","\u00a71, §4"],"text":"Nine §1.","no":"§99"}`
	want := `{"entry":"Entry costs nine euros.","source":"c1","sources":["c2","c1, c2"],"text":"Nine.","no":""}`
	if got := museum.Numbers.CleanStated(in, func(member string) bool { return strings.HasPrefix(member, "source") }); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestNoNumberOfASentenceIsLeftInAHeadingOrAName: whatever a line is taken for.
func TestNoNumberOfASentenceIsLeftInAHeadingOrAName(t *testing.T) {
	t.Parallel()
	known := museum
	known.Words = func() string { return "Answer from the sources.\n## Hours\nSources:" }
	known.Labels = func() []Label { return []Label{{Own: "Opening times"}, {Own: "Prices"}} }
	for _, said := range []string{
		"Opening times §1", "**Prices** §4", "Prices. §4", "## Hours §1\n\nIt opens at nine §1.", "## Opening times §1\n\nIt opens at nine §1.",
		"- Opening times §1\n- Prices §4", "It opens at nine §1.\n\nSources:\n- Opening times §1\n- Prices §4", "It opens at nine §1.\n\nReferences:\n[1] Prices §4",
	} {
		a := Read(Sentences, said, known)
		if text := a.Text(); strings.Contains(text+a.List, "§") || len(a.Citations) == 0 {
			t.Errorf("%q is read as %q, with %d citations", said, text, len(a.Citations))
		}
	}
}

// TestAListOfSourcesIsByTheirNames: one that the app orders, and that the model writes by numbers of sentences. The signs
// of citations above it are the gateway's own all the same.
func TestAListOfSourcesIsByTheirNames(t *testing.T) {
	t.Parallel()
	known := Known{Sources: []Source{{Handle: "hours"}, {Handle: "fees"}}, Numbers: &Numbers{Sign: "§"}, Words: func() string { return "End with a line SOURCES: and the ids." }}
	for i, handle := range []string{"hours", "hours", "fees"} {
		known.Numbers.All = append(known.Numbers.All, NumberedSentence{Handle: handle, Text: "Sentence.", Start: 10 * i, End: 10*i + 9})
	}
	for in, want := range map[string]string{
		"It opens at nine §1.\nSOURCES: §1": "It opens at nine.\nSOURCES: hours", "It opens at nine §1. It is free §3.\n\nSOURCES: §1, §2 and §3\n": "It opens at nine. It is free.\n\nSOURCES: hours, fees\n",
		"It opens at nine §1.\nSOURCES: hours": "It opens at nine.\nSOURCES: hours",
	} {
		a := Read(Sentences, in, known)
		if got := a.Text(); got != want {
			t.Errorf("%q: %q", in, got)
		}
		for _, s := range a.Segments {
			for _, sign := range s.Signs {
				if sign.Written != "" {
					t.Errorf("%q keeps %q", in, sign.Written)
				}
			}
		}
	}
}
