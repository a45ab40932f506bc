package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/tidwall/gjson"
)

func TestGlanceLeavesWhatItCannotTell(t *testing.T) {
	for name, body := range map[string]string{
		"no object":              `[]`,
		"nothing":                ``,
		"a name twice":           `{"model":"a","messages":[],"model":"b"}`,
		"a name twice, unknown":  `{"x":1,"model":"a","x":2}`,
		"a name with an escape":  `{"mod\u0065l":"a"}`,
		"a name misspelt":        `{"Model":"a"}`,
		"bytes that are no name": "{\"mod\xffel\":1}",
		"a wrong type":           `{"model":7}`,
		"a member unsound":       `{"model":"\ud800"}`,
		"more behind it":         `{"model":"a"} {}`,
		"cut off":                `{"model":"a","messages":[{"role":"user"`,
		"cut off in a string":    `{"messages":"a`,
		"no value":               `{"messages":}`,
		"no comma":               `{"messages":[] "model":"a"}`,
		"many members":           `{"a0":0` + strings.Repeat(`,"a":0`, soundMembers) + `}`,
	} {
		if _, ok := Completions.Glance([]byte(body)); ok {
			t.Errorf("%s passed at a glance: %s", name, body)
		}
	}
}

func TestGlanceStepsOverWhatNobodyAsksAbout(t *testing.T) {
	body := ` {"model":"m", "messages" : [{"content":"a \"]}\\"},[]], "stream":true,"n":2,"seed":-1.5e3 ,"top_p":null,"user":"u"} `
	c, ok := Completions.Glance([]byte(body))
	if !ok {
		t.Fatal("it did not pass")
	}
	if c.Model != "m" || !c.Stream || c.N != 2 || c.User != "u" || !c.Has("messages") || !c.Has("seed") || c.Has("tools") || c.Raw != "" {
		t.Errorf("%+v", c)
	}
}

// FuzzGlance holds the glance against the careful reading: whatever passes both
// is the same to both, and where a body is sound the careful one takes it too.
func FuzzGlance(f *testing.F) {
	for _, seed := range []string{
		`{}`, string(chatBody(1 << 10)), `{"model":"a","model":"b"}`, `{"model":"a","messages":[}],"model":"b"}`, `{"a":"\\","model":"m"}`,
		`{"a":"\\\"","model":"m"}`, `{"a":tr"ue,"b":[`, `{"stop":["a"],"max_tokens":1e3,"tools":[{}],"metadata":{"a":"b"},"vouchsafe":{"context_id":"c"}}`,
		`{"model" : null , "x":[1,2 , {"y" : 3}] }`, "{\"messages\":\"\xff\",\"model\":\"m\"}", `{"a":1,"b":{"c":"}"},"stream_options":{"include_usage":true}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, s := range []Surface{Completions, Responses} {
			got, ok := s.Glance(body)
			if !ok || Check(body, 0) != nil {
				continue
			}
			want, err := s.ParseEnvelope(body)
			if err != nil {
				t.Fatalf("%q passed at a glance: %v", body, err)
			}
			want.Raw = ""
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(Chat{}, member{}), cmpopts.IgnoreTypes(gjson.Result{}), cmpopts.IgnoreFields(Chat{}, "prompt", "messages")); diff != "" {
				t.Fatalf("%q: %s", body, diff)
			}
		}
	})
}

func BenchmarkGlance(b *testing.B) {
	body := chatBody(8 << 10)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		Completions.Glance(body)
	}
}
