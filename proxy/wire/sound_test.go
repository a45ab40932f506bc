package wire

import (
	"strings"
	"testing"
)

func TestWhatIsCommonIsSound(t *testing.T) {
	for _, body := range []string{
		`{}`, ` {"a" : [ ] , "b":{}, "c":-0.5e+3,"d":[true,false,null,0,"\u00e9\n"]} `, "{\"a\":\"\u00e9\"}", string(chatBody(8 << 10)),
	} {
		if !sound([]byte(body)) {
			t.Errorf("not sound: %.80s", body)
		}
	}
}

// FuzzSound holds the quick judgement against the strict one.
func FuzzSound(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a":{"a":1},"b":{"a":1}}`, `{"a":"\ud800"}`, `{"a":"\ud834\udd1e"}`, "{\"a\":\"\xff\"}",
		"{\"\xff\":1}", "{\"a\":\"\x1f\"}", `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":1e}`, `{"a":.5}`, `{"a":+1}`, `{"a":0x1}`, `{"a":nul}`, `{"a":NaN}`,
		`{"a":[1,]}`, `{"a":[,1]}`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{} {}`, `[]`, `"a"`, ``, ` `, `{"a":"\x"}`, `{"a":"\"`, `{"a":'b'}`, `{null:1}`,
		`{"aaaaaaaa":"bbbbbbbb\"cccccccc\\"}`, "{\"aaaaaaaaaaaaaaa\":\"bbbbbbbbbb\n\"}", `{"a":"éééééééééé"}`, "{\"a\":1}\x00", "\ufeff{}",
		`{"a":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + `}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !sound(body) {
			return
		}
		if err := checkJSON(body); err != nil || firstByte(body) != '{' {
			t.Fatalf("%q passed: %v", body, err)
		}
	})
}
