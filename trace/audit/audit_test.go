package audit

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// Three passages that the lines below are about. KILN is what a line says
// for them.
const kiln = `[
	{"chunk_id":"k1","doc_id":"kiln","title":"Kiln manual","url":"https://pottery.example/kiln","source_filename":"kiln.pdf","text":"The bisque firing of the small kiln runs to 1000 degrees Celsius and takes nine hours. The lid stays closed until the kiln has cooled to 90 degrees."},
	{"chunk_id":"k2","doc_id":"glaze","title":"Glaze book","url":"https://pottery.example/glaze","source_filename":"glaze.pdf","text":"The tin glaze must not be fired above 1080 degrees Celsius. Two coats are enough for a matt surface."},
	{"chunk_id":"k3","doc_id":"rules","title":"House rules","text":"Members may use the wheel room until ten in the evening on weekdays."}
]`

// line fills in the passages.
func line(s string) []byte { return []byte(strings.ReplaceAll(s, "KILN", kiln)) }

func TestEveryKeyThatNamesAChunkOrASnippet(t *testing.T) {
	const answer = `"answer":"The bisque firing runs to 1000 degrees Celsius and takes nine hours [1]."`
	const quote = `runs to 1000 degrees Celsius and takes nine hours`
	for _, name := range []string{
		`"chunk_id":"k1"`, `"doc_id":"kiln"`, `"id":"k1"`, `"number":1`, `"number":"1"`, `"source_filename":"kiln.pdf"`,
		`"url":"https://pottery.example/kiln"`, `"chunk_id":"k1","doc_id":"kiln","url":"https://pottery.example/kiln"`,
		`"number":1,"chunk_id":"k1"`, `"chunk_id":""`,
	} {
		for _, key := range []string{"snippet", "quote", "relevant_quote", "cited_text"} {
			l := `{"id":"r","question":"How hot?","chunks":KILN,` + answer + `,"citations":[{` + name + `,"` + key + `":"` + quote + `"}]}`
			item, err := Line(line(l), options(t))
			if err != nil {
				t.Errorf("%s, %s: %v", name, key, err)
				continue
			}
			c := item.Report.Citations
			if item.Verdict != report.Grounded || len(c) != 1 || !c[0].Verified || !c[0].Quoted || c[0].ChunkID != "k1" {
				t.Errorf("%s, %s: %s [%s], citations %+v", name, key, item.Verdict, codes(item.Report), c)
			}
		}
	}
}

// cases are lines and what they come to: the verdict, or the error.
var cases = []struct {
	name, line string
	verdict    report.Verdict
	codes      string // of the findings, each once
	err        string // a part of it
}{
	{name: "quoted and marked", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [1].","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"}]}`},
	{name: "citations without markers are for the whole answer", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius. The bisque firing takes nine hours.","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"},{"chunk_id":"k1","snippet":"runs to 1000 degrees Celsius and takes nine hours"}]}`},
	{name: "a changed number in the snippet", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1180 degrees Celsius [1].","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1180 degrees Celsius"}]}`, codes: "snippet-altered"},
	{name: "a changed number in the answer", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1180 degrees Celsius [1].","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"}]}`, codes: "claim-number"},
	{name: "a dropped negation", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must be fired above 1080 degrees Celsius [1].","citations":[{"chunk_id":"k2","snippet":"must be fired above 1080 degrees Celsius"}]}`, codes: "snippet-altered"},
	{name: "the wrong chunk is relinked", verdict: report.Healed,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [1].","citations":[{"chunk_id":"k3","snippet":"must not be fired above 1080 degrees Celsius"}]}`, codes: "wrong-chunk"},
	{name: "an unknown chunk and unknown words", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The clay is dug in the valley of the Orrin river [1].","citations":[{"chunk_id":"k9","snippet":"dug in the valley of the Orrin river"}]}`, codes: "unknown-chunk"},
	{name: "markers by the citations' own numbers", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [2]. The bisque firing takes nine hours [1].","citations":[{"number":2,"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"},{"number":1,"chunk_id":"k1","snippet":"runs to 1000 degrees Celsius and takes nine hours"}]}`},
	{name: "markers by chunk id", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [k2].","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"}]}`},
	{name: "a marker without a citation", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [4].","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"}]}`, codes: "marker-unresolved"},
	{name: "a citation that quotes nothing is located", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [1].","citations":[{"chunk_id":"k2"}]}`},
	{name: "an empty snippet", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [1].","citations":[{"chunk_id":"k2","snippet":""}]}`, codes: "snippet-missing"},
	{name: "no citations", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze is not to be fired above 1080 degrees Celsius."}`, codes: "missing-citations"},
	{name: "no citations, and the source's own words", verdict: report.Grounded, line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius."}`},
	{name: "an empty list of citations", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"The tin glaze is not to be fired above 1080 degrees Celsius.","citations":[]}`, codes: "missing-citations"},
	{name: "null citations are none listed", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [k2].","citations":null,"claims":null,"ideal":null,"question":null}`},
	{name: "inline markers by place", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The tin glaze must not be fired above 1080 degrees Celsius [2]."}`},
	{name: "segments", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"{\"mode\":\"answer\",\"segments\":[{\"citations\":[{\"chunk_id\":\"k2\",\"snippet\":\"must not be fired above 1080 degrees Celsius\"}],\"text\":\"The tin glaze must not be fired above 1080 degrees Celsius.\"}],\"unanswered_aspects\":[]}"}`},
	{name: "segments in a fence with prose around it", verdict: report.Grounded,
		line: "{\"chunks\":KILN,\"answer\":\"Here is the answer:\\n```json\\n{\\\"mode\\\":\\\"answer\\\",\\\"segments\\\":[{\\\"citations\\\":[{\\\"chunk_id\\\":\\\"k2\\\",\\\"snippet\\\":\\\"must not be fired above 1080 degrees Celsius\\\"}],\\\"text\\\":\\\"The tin glaze must not be fired above 1080 degrees Celsius.\\\"}],\\\"unanswered_aspects\\\":[]}\\n```\\n\"}"},
	{name: "a reply as an object", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":{"answer":"The tin glaze must not be fired above 1080 degrees Celsius [1].","citations":[{"doc_id":"glaze","chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"}],"mode":"answer"}}`},
	{name: "dagger", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"{\"answer\":\"The tin glaze must not be fired above 1080 degrees Celsius [†1].\",\"citations\":[{\"source_filename\":\"glaze.pdf\",\"chunk_id\":\"k2\",\"similarity\":0.9}]}"}`},
	{name: "claims as a whole reply", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"{\"answer\":\"The tin glaze must not be fired above 1080 degrees Celsius [k2].\",\"claims\":[{\"text\":\"The tin glaze must not be fired above 1080 degrees Celsius.\",\"citation_ids\":[\"k2\"],\"confidence\":\"high\"}],\"citations\":[{\"id\":\"k2\",\"title\":\"\",\"source\":\"\",\"relevant_quote\":\"must not be fired above 1080 degrees Celsius\"}],\"unanswered_aspects\":[]}"}`},
	{name: "claims beside the answer bind their citations", verdict: report.Ungrounded, codes: "claim-number",
		line: `{"chunks":KILN,"answer":"The tin glaze is fired to 1080 degrees Celsius. The bisque firing takes nine hours.","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius"},{"chunk_id":"k1","snippet":"runs to 1000 degrees Celsius and takes nine hours"}],"claims":[{"text":"The bisque firing takes nine hours.","citation_ids":["k2"]}]}`},
	{name: "claims that name their citations by number, document and file", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The bisque firing takes nine hours. Two coats are enough for a matt surface. The bisque firing runs to 1000 degrees Celsius.","citations":[{"doc_id":"kiln","chunk_id":"k1","snippet":"takes nine hours"},{"source_filename":"glaze.pdf","snippet":"Two coats are enough for a matt surface"}],"claims":[{"text":"The bisque firing takes nine hours.","citation_ids":["1"]},{"text":"Two coats are enough for a matt surface.","citation_ids":["glaze.pdf"]},{"text":"The bisque firing runs to 1000 degrees Celsius.","citation_ids":["kiln"]}]}`},
	{name: "claims that name their chunks and no citations beside", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The bisque firing takes nine hours. Members may use the wheel room until ten in the evening.","claims":[{"text":"The bisque firing takes nine hours.","citation_ids":["k1"],"confidence":"high"},{"text":"Members may use the wheel room until ten in the evening.","citation_ids":["k3"]}]}`},
	{name: "a claim that cites what is not there", verdict: report.Ungrounded, codes: "marker-unresolved",
		line: `{"chunks":KILN,"answer":"The bisque firing takes nine hours.","citations":[{"chunk_id":"k1","snippet":"runs to 1000 degrees Celsius and takes nine hours"}],"claims":[{"text":"The bisque firing takes nine hours.","citation_ids":["k7"]}]}`},
	{name: "claims that are plain texts", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"The bisque firing takes nine hours [1].","citations":[{"chunk_id":"k1","snippet":"runs to 1000 degrees Celsius and takes nine hours"}],"claims":["The bisque firing takes nine hours."]}`},
	{name: "small talk", verdict: report.Skipped,
		line: `{"chunks":KILN,"answer":"You're welcome!"}`},
	{name: "the model refuses", verdict: report.Declined,
		line: `{"chunks":KILN,"answer":"{\"answer\":\"I can't answer that from the provided sources.\",\"citations\":[],\"mode\":\"refuse\"}"}`},
	{name: "the model asks back", verdict: report.Declined,
		line: `{"chunks":KILN,"answer":"CLARIFY: Which kiln do you mean?"}`},
	{name: "the model refuses and states something false all the same", verdict: report.Ungrounded,
		line: `{"chunks":KILN,"answer":"{\"answer\":\"I cannot tell. The tin glaze must be fired to 1400 degrees Celsius.\",\"citations\":[],\"mode\":\"refuse\"}"}`, codes: "missing-citations"},
	{name: "chunks without ids", verdict: report.Grounded,
		line: `{"chunks":[{"text":"The west gate opens at seven in the morning."},{"text":"Dogs must be kept on a lead in the deer park."}],"answer":"Dogs must be kept on a lead in the deer park [2].","citations":[{"chunk_id":"c1","snippet":"The west gate opens at seven"},{"chunk_id":"c2","snippet":"must be kept on a lead in the deer park"}]}`},
	{name: "chunks that are plain texts", verdict: report.Grounded,
		line: `{"chunks":["The west gate opens at seven in the morning.","Dogs must be kept on a lead in the deer park."],"answer":"Dogs must be kept on a lead in the deer park [2]."}`},
	{name: "an empty chunk keeps its place", verdict: report.Grounded,
		line: `{"chunks":[{"text":""},{"text":"Dogs must be kept on a lead in the deer park."},{"text":"The west gate opens at seven in the morning."}],"answer":"Dogs must be kept on a lead in the deer park [2]."}`},
	{name: "an empty chunk proves nothing", verdict: report.Ungrounded,
		line: `{"chunks":[{"chunk_id":"e","text":"  "}],"answer":"Dogs must be kept on a lead [1].","citations":[{"chunk_id":"e","snippet":"Dogs must be kept on a lead"}]}`, codes: "snippet-not-found"},
	{name: "empty chunks are no reason to skip", verdict: report.Ungrounded,
		line: `{"chunks":[{"chunk_id":"e","text":""}],"answer":"Dogs must be kept on a lead."}`, codes: "missing-citations"},
	{name: "nothing retrieved and nothing cited", verdict: report.Skipped,
		line: `{"chunks":[],"answer":"Dogs must be kept on a lead."}`},
	{name: "nothing retrieved and something cited", verdict: report.Ungrounded,
		line: `{"chunks":[],"answer":"Dogs must be kept on a lead [1].","citations":[{"chunk_id":"e","snippet":"Dogs must be kept on a lead"}]}`, codes: "unknown-chunk"},
	{name: "an answer in the app's own form", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"{\"limit\":{\"celsius\":1080},\"rule\":\"The tin glaze must not be fired above 1080 degrees Celsius.\"}","citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius","path":"/rule"},{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius","path":"/limit/celsius"}]}`},
	{name: "a wrong number in the app's own form", verdict: report.Ungrounded, codes: "claim-number",
		line: `{"chunks":KILN,"answer":{"limit":{"celsius":1180}},"citations":[{"chunk_id":"k2","snippet":"must not be fired above 1080 degrees Celsius","path":"/limit/celsius"}]}`},
	{name: "the app's own form with its citations in one reply", verdict: report.Grounded,
		line: `{"chunks":KILN,"answer":"{\"answer\":{\"celsius\":1080},\"citations\":[{\"chunk_id\":\"k2\",\"path\":\"/celsius\",\"snippet\":\"must not be fired above 1080 degrees Celsius\"}],\"mode\":\"answer\",\"unanswered_aspects\":[]}"}`},
	{name: "an empty answer", verdict: report.Ungrounded, codes: "malformed-output",
		line: `{"chunks":KILN,"answer":""}`},
	{name: "a citation that is no object", verdict: report.Ungrounded, codes: "malformed-output unknown-chunk",
		line: `{"chunks":KILN,"answer":"The bisque firing takes nine hours.","citations":["k1"]}`},

	{name: "no answer", err: "needs an answer", line: `{"id":1,"chunks":KILN}`},
	{name: "a null answer", err: "needs an answer", line: `{"id":1,"chunks":KILN,"answer":null}`},
	{name: "an answer that is a number", err: "answer is a number", line: `{"id":1,"chunks":KILN,"answer":12}`},
	{name: "no chunks", err: "no chunks", line: `{"id":1,"answer":"Yes."}`},
	{name: "null chunks", err: "no chunks", line: `{"id":1,"answer":"Yes.","chunks":null}`},
	{name: "chunks that are no array", err: "chunks is an object", line: `{"id":1,"answer":"Yes.","chunks":{"a":1}}`},
	{name: "a chunk that is a number", err: "chunks[1] is a number", line: `{"id":1,"answer":"Yes.","chunks":["Some words of a passage.",7]}`},
	{name: "a null chunk", err: "chunks[0] is null", line: `{"id":1,"answer":"Yes.","chunks":[null]}`},
	{name: "a chunk without text", err: "chunks[0] has no text", line: `{"id":1,"answer":"Yes.","chunks":[{"chunk_id":"a"}]}`},
	{name: "a chunk whose text is a number", err: "chunks[0] has no text", line: `{"id":1,"answer":"Yes.","chunks":[{"chunk_id":"a","text":null}]}`},
	{name: "citations that are no array", err: "citations is an object", line: `{"id":1,"answer":"Yes.","chunks":[],"citations":{}}`},
	{name: "a question that is a number", err: "question is a number", line: `{"id":1,"question":4,"answer":"Yes.","chunks":[]}`},
	{name: "a request alone", err: "no response", line: `{"id":1,"request":{"messages":[]}}`},
	{name: "a response alone", err: "no request", line: `{"id":1,"response":{"choices":[]}}`},
	{name: "a name that occurs twice", err: "twice", line: `{"id":1,"answer":"A","answer":"B","chunks":[]}`},
	{name: "an array", err: "object", line: `[1]`},
	{name: "no JSON", err: "JSON", line: `hello`},
	{name: "two values", err: "JSON", line: `{"answer":"A","chunks":[]} {}`},
}

func TestLines(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { checkLine(t, line(c.line), c.verdict, c.codes, c.err) })
	}
}

func checkLine(t *testing.T, l []byte, verdict report.Verdict, want, fault string) {
	t.Helper()
	item, err := Line(l, options(t))
	if fault != "" {
		if err == nil || !strings.Contains(err.Error(), fault) {
			t.Fatalf("error %v, want one with %q", err, fault)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if item.Verdict != verdict || item.Report.Verdict != verdict || !strings.Contains(codes(item.Report), want) || want == "" && codes(item.Report) != "" {
		out, _ := json.MarshalIndent(item, "", " ")
		t.Errorf("%s [%s], want %s [%s]\n%s", item.Verdict, codes(item.Report), verdict, want, out)
	}
}

// Each line of the file says what is to come of it.
func TestForms(t *testing.T) {
	data, err := os.ReadFile("testdata/forms.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for l := range bytes.Lines(data) {
		var want struct {
			ID   string
			Want report.Verdict
		}
		if err := json.Unmarshal(l, &want); err != nil {
			t.Fatal(err)
		}
		t.Run(want.ID, func(t *testing.T) {
			item, err := Line(l, options(t))
			if err != nil || item.Verdict != want.Want {
				t.Errorf("%s [%s], %v; want %s", item.Verdict, codes(item.Report), err, want.Want)
			}
		})
	}
}

func TestAPolicysOwnFiguresCount(t *testing.T) {
	o := options(t)
	l := line(`{"chunks":[{"chunk_id":"a","similarity":0.05,"text":"The bisque firing takes nine hours."}],"answer":"The bisque firing takes nine hours [1].","citations":[{"chunk_id":"a","snippet":"bisque firing takes nine hours"}]}`)
	o.Policy.Verify.MinRetrievalSimilarity = 0.1
	if item, err := Line(l, o); err != nil || item.Verdict != report.Ungrounded || codes(item.Report) != "low-similarity" {
		t.Errorf("%s [%s], %v", item.Verdict, codes(item.Report), err)
	}
}

func TestAJudgeIsAskedAboutWhatPassesOtherwise(t *testing.T) {
	o := options(t)
	var asked []string
	o.Opine = func(r *verify.Result, _ string) bool {
		for i := range r.Claims {
			asked = append(asked, r.Claims[i].Text)
			r.Opine(i, report.Opinion{Name: "second", Score: 0.1}, !strings.Contains(r.Claims[i].Text, "nine hours"), "the judge gives it 0.10")
		}
		return true
	}
	for answer, want := range map[string]report.Verdict{
		"The bisque firing takes nine hours [k1].":      report.Ungrounded,
		"Two coats are enough for a matt surface [k2].": report.Grounded,
		"The bisque firing takes seven hours [k1].":     report.Ungrounded, // not asked about
		"You're welcome!": report.Skipped, // nor this
	} {
		item, err := Line(line(`{"chunks":KILN,"answer":"`+answer+`"}`), o)
		if err != nil || item.Verdict != want {
			t.Errorf("%s: %s [%s], %v; want %s", answer, item.Verdict, codes(item.Report), err, want)
		}
		if strings.Contains(answer, "nine") && codes(item.Report) != "judge-rejected" {
			t.Errorf("%s: %s", answer, codes(item.Report))
		}
	}
	if len(asked) != 2 {
		t.Errorf("asked about %q", asked)
	}
}

func TestHostileLines(t *testing.T) {
	long := strings.Repeat("The bisque firing takes nine hours. ", 30_000) // a megabyte
	for _, c := range []struct {
		name, line, err string
	}{
		{"nested too deep", `{"chunks":[],"answer":"A","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, "levels"},
		{"invalid UTF-8", "{\"chunks\":[],\"answer\":\"A\xff\"}", "UTF-8"},
		{"a lone surrogate", `{"chunks":[],"answer":"\ud800"}`, ""},
		{"a long answer", `{"chunks":KILN,"answer":"` + long[:300_000] + `"}`, ""},
		{"a long chunk", `{"chunks":["` + long + `"],"answer":"The bisque firing takes nine hours [1]."}`, ""},
		{"many citations", `{"chunks":KILN,"answer":"Nine hours.","citations":[` + strings.Repeat(`{"chunk_id":"k1","snippet":"takes nine hours"},`, 5000) + `{}]}`, ""},
		{"many claims", `{"chunks":KILN,"answer":"Nine hours.","claims":[` + strings.Repeat(`{"text":"Nine hours.","citation_ids":["k1"]},`, 2000) + `{}]}`, ""},
		{"many claims that are not in a long answer", `{"chunks":KILN,"answer":"` + long[:100_000] + `","citations":[{"chunk_id":"k1","snippet":"takes nine hours"}],"claims":[` + strings.Repeat(`{"text":"The bisque firing takes nine hours! ","citation_ids":["k1"]},`, 7_000) + `{}]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Line(line(c.line), options(t))
			if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %v, want one with %q", err, c.err)
			}
		})
	}
}

func TestTheIDOfALineThatCannotBeUsed(t *testing.T) {
	for l, want := range map[string]string{
		`{"id":"a","answer":null}`:             `"a"`,
		`{"answer":7,"id":12}`:                 `12`,
		`{"id":"a","x":1,"x":2}`:               `"a"`,
		`{"id":{"not":"a name"},"x":1,"x":2}`:  ``,
		`{"id":"a"`:                            ``,
		`{"id":null,"chunks":[],"answer":"A"}`: ``,
	} {
		item, _ := Line([]byte(l), options(t))
		if string(item.ID) != want {
			t.Errorf("%s: id %s, want %s", l, item.ID, want)
		}
	}
	out, err := json.Marshal(Item{})
	if err != nil || !strings.HasPrefix(string(out), `{"id":null,"verdict":`) {
		t.Errorf("a line without an id is told of as %s, %v", out, err)
	}
}

func TestAllEvidenceIsHeldAgainstWhatCitesNothing(t *testing.T) {
	o := options(t)
	o.All = true
	for answer, want := range map[string]report.Verdict{
		"The bisque firing takes nine hours.":                          report.Grounded,
		"The bisque firing takes seven hours.":                         report.Ungrounded,
		"The tin glaze must be fired above 1080 degrees Celsius.":      report.Ungrounded,
		"Members may use the wheel room until ten in the evening [9].": report.Ungrounded, // it cites
	} {
		item, err := Line(line(`{"chunks":KILN,"answer":"`+answer+`"}`), o)
		if err != nil || item.Verdict != want {
			t.Errorf("%s: %s [%s] %v, want %s", answer, item.Verdict, codes(item.Report), err, want)
		}
		if item.Verdict == report.Grounded && len(item.Report.Findings) > 0 {
			t.Errorf("%s: held against it: %s", answer, codes(item.Report))
		}
	}
	own := `{"chunks":KILN,"answer":{"answer":{"firing":"The bisque firing takes nine hours."},"mode":"answer"}}`
	if item, err := Line(line(own), o); err != nil || item.Verdict != report.Grounded {
		t.Errorf("%s: %s [%s] %v", own, item.Verdict, codes(item.Report), err)
	}
}

func TestTheIdealAnswerIsComparedWithTheAnswer(t *testing.T) {
	item, err := Line(line(`{"chunks":KILN,"answer":"The bisque firing takes nine hours [k1].","ideal":"The bisque firing takes nine hours."}`), options(t))
	if err != nil || item.Report.IdealOverlap == nil || *item.Report.IdealOverlap != 1 {
		t.Errorf("%v, %v", item.Report.IdealOverlap, err)
	}
}

func TestClaimsHaveTheirPlacesInTheAnswer(t *testing.T) {
	item, err := Line(line(`{"chunks":KILN,"answer":"Größe: klein. The bisque firing takes nine hours [k1]. The wheel room is open until ten in the evening [k3]."}`), options(t))
	if err != nil {
		t.Fatal(err)
	}
	text := []rune(item.Answer)
	for _, c := range item.Report.Claims {
		if c.Start == nil || string(text[*c.Start:*c.End]) != c.Text {
			t.Errorf("%q is not at its place in %q", c.Text, item.Answer)
		}
	}
	if len(item.Report.Claims) < 2 || item.Chunks[0].ID != "k1" {
		t.Errorf("%d claims, first chunk %q", len(item.Report.Claims), item.Chunks[0].ID)
	}
}

// FuzzLine looks for a line that panics or comes to a verdict that an audit
// does not have.
func FuzzLine(f *testing.F) {
	for _, c := range cases {
		f.Add(line(c.line))
	}
	for _, c := range exchanges {
		f.Add([]byte(`{"request":` + asks + `,"response":` + c.response + `}`))
	}
	o := options(f)
	f.Fuzz(func(t *testing.T, l []byte) {
		item, err := Line(l, o)
		if err != nil {
			return
		}
		switch item.Verdict {
		case report.Grounded, report.Healed, report.Declined, report.Skipped, report.Ungrounded:
		default:
			t.Errorf("verdict %q", item.Verdict)
		}
		if _, err := json.Marshal(item); err != nil {
			t.Error(err)
		}
	})
}

// TestAnUnprovenClaimDoesNotPassWhereThePolicyQuotesIt: under `open: quote` the
// source's words would take its place.
func TestAnUnprovenClaimDoesNotPassWhereThePolicyQuotesIt(t *testing.T) {
	paraphrase := line(`{"chunks":KILN,"answer":"Nine hours is what the bisque firing needs altogether [k1]."}`)
	o := options(t)
	if item, err := Line(paraphrase, o); err != nil || item.Verdict != report.Grounded || item.Report.Claims[0].Supported != nil {
		t.Fatalf("%s %+v, %v: want a claim that is open and passes", item.Verdict, item.Report.Claims, err)
	}
	o.Policy.Verify.Open = policy.OpenQuote
	if item, err := Line(paraphrase, o); err != nil || item.Verdict != report.Ungrounded {
		t.Errorf("%s, %v; want ungrounded", item.Verdict, err)
	}
	if item, err := Line(line(`{"chunks":KILN,"answer":"Two coats are enough for a matt surface [k2]."}`), o); err != nil || item.Verdict != report.Grounded {
		t.Errorf("a copy of its source: %s, %v; want grounded", item.Verdict, err)
	}
}
