package ownschema_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
)

func TestRead(t *testing.T) {
	c1 := answer.Citation{ChunkID: "c1", Path: "/dose", Snippet: "five milligrams", Quoted: true}
	tail := `"citations":[{"chunk_id":"c1","path":"/dose","snippet":"five milligrams"}],"mode":"answer","unanswered_aspects":[]`
	for _, c := range []struct {
		name, reply, answer string
		want                ownschema.Own // without Answer
	}{
		{"plain", `{"answer":{ "dose" : 5.0 },` + tail + `}`, `{ "dose" : 5.0 }`,
			ownschema.Own{Mode: answer.ModeAnswer, Citations: []answer.Citation{c1}}},
		{"fenced", "```json\n{\"answer\":{\"dose\":5}," + tail + "}\n```", `{"dose":5}`,
			ownschema.Own{Mode: answer.ModeAnswer, Citations: []answer.Citation{c1}}},
		{"in prose", "Here [as asked] it is: {\"answer\":{\"dose\":5}," + tail + "} Goodbye.", `{"dose":5}`,
			ownschema.Own{Mode: answer.ModeAnswer, Citations: []answer.Citation{c1}}},
		{"refusal", `{"answer":{"dose":null},"citations":[],"mode":"refuse","unanswered_aspects":["the dose"]}`, `{"dose":null}`,
			ownschema.Own{Mode: answer.ModeRefuse, Unanswered: []string{"the dose"}, Problems: []answer.Problem{{Code: "missing-citations", Citation: -1, Detail: "the list of citations is empty"}}}},
		{"bare", `{"answer":"5 mg","citations":[{"id":"a","quote":"b"}],"confident":true}`, `{"answer":"5 mg","citations":[{"id":"a","quote":"b"}],"confident":true}`,
			ownschema.Own{Bare: true, Mode: answer.ModeAnswer, Problems: []answer.Problem{{Code: "missing-citations", Citation: -1, Detail: "the answer came without its citations"}}}},
		{"bare with a client's own answer and citations", `{"answer":"5 mg","citations":[]}`, `{"answer":"5 mg","citations":[]}`,
			ownschema.Own{Bare: true, Mode: answer.ModeAnswer, Problems: []answer.Problem{{Code: "missing-citations", Citation: -1, Detail: "the answer came without its citations"}}}},
		{"array", `{"answer":["a",["b"]],"citations":[{"number":2,"path":"$[1][0]","quote":"b"}],"mode":"answer"}`, `["a",["b"]]`,
			ownschema.Own{Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "2", Path: "/1/0", Snippet: "b", Quoted: true}}}},
		{"prose", "I cannot answer that.", "",
			ownschema.Own{Mode: answer.ModeAnswer, Problems: []answer.Problem{{Code: "malformed-output", Citation: -1, Detail: "the reply holds no JSON text"}}}},
		{"cut", `{"answer":{"dose":5},"citat`, "",
			ownschema.Own{Mode: answer.ModeAnswer, Problems: []answer.Problem{{Code: "malformed-output", Citation: -1, Detail: "the reply holds no JSON text"}}}},
		{"twice", `{"answer":1,"answer":2,` + tail + `}`, "",
			ownschema.Own{Mode: answer.ModeAnswer, Problems: []answer.Problem{{Code: "malformed-output", Citation: -1, Detail: "the reply holds no JSON text"}}}},
		{"bad mode", `{"answer":{},"citations":[7],"mode":"perhaps"}`, `{}`,
			ownschema.Own{Mode: answer.ModeAnswer, Citations: []answer.Citation{{Quoted: true}}, Problems: []answer.Problem{
				{Code: "malformed-output", Citation: 0, Detail: "a citation is a number"},
				{Code: "malformed-output", Citation: -1, Detail: "the mode is not one of answer, clarify, refuse"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ownschema.Read(c.reply, nil)
			if string(got.Answer) != c.answer {
				t.Errorf("answer %s, want %s", got.Answer, c.answer)
			}
			got.Answer = nil
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadSettlesPaths(t *testing.T) {
	const answer = `{"dose":5,"items":[{"unit":"mg"}],"a/b":{"m~n":1}}`
	for written, want := range map[string]string{
		"/dose": "/dose", "#/dose": "/dose", "/answer/dose": "/dose", "dose": "/dose", "$.dose": "/dose", "answer.dose": "/dose",
		"/items/0/unit": "/items/0/unit", "items[0].unit": "/items/0/unit", "$.items[0]['unit']": "/items/0/unit",
		"/a~1b/m~0n": "/a~1b/m~0n", "": "", "/answer": "", "$": "",
	} {
		own := ownschema.Read(`{"answer":`+answer+`,"citations":[{"chunk_id":"c1","path":"`+written+`","snippet":"s"}],"mode":"answer"}`, nil)
		if len(own.Citations) != 1 || own.Citations[0].Path != want || len(own.Problems) != 0 {
			t.Errorf("%q: %+v, %+v; want %q", written, own.Citations, own.Problems, want)
		}
	}
	for _, written := range []string{"/items/1", "/nothing", "/items/00x", "the dose", "/"} {
		own := ownschema.Read(`{"answer":`+answer+`,"citations":[{"chunk_id":"c1","path":"`+written+`","snippet":"s"}],"mode":"answer"}`, nil)
		if len(own.Problems) != 1 || own.Problems[0].Code != "marker-unresolved" {
			t.Errorf("%q: %+v", written, own.Problems)
		}
	}
}

func TestReadIsLinearOnBrackets(t *testing.T) {
	for _, reply := range []string{strings.Repeat("{", 1<<20), strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), strings.Repeat("x{", 1<<19)} {
		if own := ownschema.Read(reply, nil); own.Answer != nil {
			t.Errorf("read %.20s…", own.Answer)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		path, leaf string
		want       bool
	}{
		{"", "/a", true}, {"/a", "/a", true}, {"/a", "/a/0", true}, {"/a", "/ab", false}, {"/a/0", "/a", false}, {"/b", "/a", false},
	} {
		var covers ownschema.Covers
		if covers.Add(c.path, 3); (len(covers.Of(c.leaf)) == 1) != c.want {
			t.Errorf("%q covers %q: %v", c.path, c.leaf, covers.Of(c.leaf))
		}
	}
}

func TestCoversAreInOrder(t *testing.T) {
	var covers ownschema.Covers
	for i, path := range []string{"/a/b", "", "/a", "/a/b", "/c"} {
		covers.Add(path, i)
	}
	if got := covers.Of("/a/b"); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Error(got)
	}
	if covers.Add("/a/b/c", 5); !slices.Equal(covers.Of("/a/b/c"), []int{0, 1, 2, 3, 5}) {
		t.Error(covers.Of("/a/b/c"))
	}
}

func TestReadCollected(t *testing.T) {
	body := []byte(`{ "dose": 5 }`)
	own := ownschema.ReadCollected(body, `{"citations":[{"chunk_id":"c1","path":"/dose","snippet":"five milligrams"}],"mode":"answer","unanswered_aspects":["when"]}`, nil)
	want := ownschema.Own{
		Answer: body, Mode: answer.ModeAnswer, Unanswered: []string{"when"},
		Citations: []answer.Citation{{ChunkID: "c1", Path: "/dose", Snippet: "five milligrams", Quoted: true}},
	}
	if diff := cmp.Diff(want, own); diff != "" {
		t.Error(diff)
	}
	for _, reply := range []string{"", "no", `{"mode":"answer"}`, `[]`} {
		if own := ownschema.ReadCollected(body, reply, nil); string(own.Answer) != string(body) || len(own.Problems) == 0 {
			t.Errorf("%q: %+v", reply, own)
		}
	}
	if _, err := ownschema.Compile(ownschema.ClientSchema(ownschema.CollectFormat(nil))); err != nil {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(envelope(`{"dose":5}`))
	f.Add("```json\n" + envelope(`[1,"two"]`) + "\n```")
	f.Add(`{"answer":{"a":1},"citations":[{"path":"$.a"}]}`)
	f.Add(`text {"answer": [ ]} text`)
	f.Fuzz(func(t *testing.T, reply string) {
		own := ownschema.Read(reply, nil)
		if own.Answer != nil && !strings.Contains(reply, string(own.Answer)) {
			t.Errorf("the answer is not the model's own bytes: %s", own.Answer)
		}
		if own.Answer == nil && len(own.Problems) == 0 {
			t.Error("no answer and no problem")
		}
		if own.Answer != nil {
			if _, err := ownschema.Leaves(own.Answer, nil, []string{"/a/*"}); err != nil && len(reply) < 1000 {
				t.Error(err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	reply := envelope(`{"rows":[` + strings.Repeat(`{"name":"Maximum dose","value":4,"unit":"g"},`, 50) + `{"name":"Minimum","value":1,"unit":"g"}]}`)
	b.ReportAllocs()
	b.SetBytes(int64(len(reply)))
	for b.Loop() {
		ownschema.Read(reply, nil)
	}
}

// TestAnAnswerMayLookLikeTheEnvelope: an app that demands an answer with
// citations of its own gets it as it is.
func TestAnAnswerMayLookLikeTheEnvelope(t *testing.T) {
	reply := `{"answer": "Five milligrams [1].", "citations": [{"chunk_id":"c1","snippet":"five milligrams"}], "mode": "answer"}`
	want := ownschema.Own{Answer: []byte(reply), Mode: answer.ModeAnswer,
		Citations: []answer.Citation{{ChunkID: "c1", Path: "/answer", Snippet: "five milligrams", Quoted: true}}}
	if diff := cmp.Diff(want, ownschema.Read(reply, nil)); diff != "" {
		t.Error(diff)
	}
	refusal := ownschema.Read(`{"answer":"I cannot tell.","citations":[],"mode":"refuse"}`, nil)
	if refusal.Mode != answer.ModeRefuse || string(refusal.Answer) != `{"answer":"I cannot tell.","citations":[],"mode":"refuse"}` {
		t.Errorf("%+v", refusal)
	}
}

func TestASchemaBesideJSONObjectIsTheClients(t *testing.T) {
	format := `{"type":"json_object","schema":{"type":"object","properties":{"dose":{"type":"string"}},"required":["dose"]}}`
	wrapped, err := ownschema.Wrap([]byte(format), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := gjson.GetBytes(wrapped, "schema.properties.answer.properties.dose.type").Str; got != "string" || gjson.GetBytes(wrapped, "type").Str != "json_object" {
		t.Errorf("%s", wrapped)
	}
	if client := ownschema.ClientSchema([]byte(format)); !bytes.HasPrefix(client, []byte(`{"type":"object"`)) {
		t.Errorf("%s", client)
	}
}

// TestNumbersInTheTextsOfAnAnswerCite: a model that was asked to cite beside its answer and writes the numbers into it.
func TestNumbersInTheTextsOfAnAnswerCite(t *testing.T) {
	numbers := &answer.Numbers{Sign: "§", All: []answer.NumberedSentence{{Handle: "d1", Text: "It opens at nine.", End: 17}, {Handle: "d2", Text: "It is free.", End: 11}}}
	own := ownschema.ReadBare(`{"hours":"The doors open at nine §1.","more":[{"fee/s":"Nothing is to be paid [§2, 1]."}],"n":7}`, numbers)
	if want := `{"hours":"The doors open at nine.","more":[{"fee/s":"Nothing is to be paid."}],"n":7}`; string(own.Answer) != want || len(own.Problems) > 0 {
		t.Errorf("%s, %v", own.Answer, own.Problems)
	}
	var got []string
	for _, c := range own.Citations {
		got = append(got, c.Path+" "+c.ChunkID)
	}
	if want := "/hours d1 /more/0/fee~1s d2 /more/0/fee~1s d1"; strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
	if own := ownschema.ReadBare(`{"hours":"The doors open at nine."}`, numbers); len(own.Citations) > 0 || len(own.Problems) != 1 {
		t.Errorf("%+v", own)
	}
}

// TestAnAppsOwnListWasTakenForBrokenCitations: a model that is asked for the citations of its answer
// may write the app's form once more, whose list is no proof.
func TestAnAppsOwnListWasTakenForBrokenCitations(t *testing.T) {
	const body = `{"answer":"Backups are kept for 21 days.","citations":[{"docId":"d-07","chunkId":"c-18f2","page":4}]}`
	own := ownschema.ReadCollected([]byte(body), body, nil)
	if len(own.Citations) != 0 || len(own.Problems) != 1 || own.Problems[0].Code != "missing-citations" {
		t.Errorf("%+v", own)
	}
}
