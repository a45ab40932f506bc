package wire

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestCheckAccepts(t *testing.T) {
	for _, body := range []string{
		`{}`,
		" \r\n\t{\"a\": 1.50e+1 }\n",
		`{"a":{"b":1},"c":{"b":2}}`,
		`{"emoji":"\ud83d\ude00 😀"}`,
		`{"deep":` + strings.Repeat("[", MaxDepth-1) + strings.Repeat("]", MaxDepth-1) + `}`,
		`{"brackets in text":"` + strings.Repeat("[{", 500) + `"}`,
		`{"escapes":"\\","next":"\\\"[","x":["\""]}`,
	} {
		if err := Check([]byte(body), 0); err != nil {
			t.Errorf("Check(%.60q) = %v", body, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for name, body := range map[string]string{
		"empty":                       "",
		"white space":                 " \n",
		"cut":                         `{"model":"m"`,
		"garbage":                     "not json",
		"null":                        "null",
		"array":                       `[{"a":1}]`,
		"string":                      `"{}"`,
		"second value":                `{"a":1}{"a":2}`,
		"byte order mark":             "\xEF\xBB\xBF{}",
		"duplicate":                   `{"messages":[],"messages":[]}`,
		"duplicate by escape":         `{"stream":true,"str\u0065am":false}`,
		"duplicate deep inside":       `{"messages":[{"role":"user","content":"a","content":"b"}]}`,
		"invalid UTF-8":               "{\"a\":\"\xff\"}",
		"overlong UTF-8":              "{\"a\":\"\xc0\xaf\"}",
		"lone surrogate":              `{"a":"\ud83d"}`,
		"lone low surrogate":          `{"a":"\ude00 \ud83d"}`,
		"one level too deep":          `{"deep":` + strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth) + `}`,
		"trailing comma":              `{"a":1,}`,
		"single quotes":               `{'a':1}`,
		"comment":                     `{"a":1/**/}`,
		"NaN":                         `{"a":NaN}`,
		"leading zero":                `{"a":01}`,
		"control character":           "{\"a\":\"\x01\"}",
		"eight megabytes of brackets": strings.Repeat("[", 8<<20),
		"eight megabytes of objects":  strings.Repeat(`{"a":`, 8<<20/5),
	} {
		err := Check([]byte(body), 0)
		if err == nil || err.Status != http.StatusBadRequest || err.Code != "invalid_json" {
			t.Errorf("%s: Check = %v", name, err)
		}
	}
}

// A complaint goes to logs and other people's screens: it shows nothing of what
// the client wrote.
func TestComplaintsQuoteNoText(t *testing.T) {
	for _, body := range []string{`{"a":"\ud800SECRET"}`, `{"a":"\qSECRET"}`, `{"a":"\uSECRET"}`, `{"SECRET":1,"SECRET":2}`, `{"a":SECRET}`, "{\"a\":\"SECRET\xff\"}", `{"a":"SECRET`} {
		err := Check([]byte(body), 0)
		if err == nil || strings.Contains(err.Message, "SEC") {
			t.Errorf("Check(%q) = %v", body, err)
		}
	}
}

func TestCheckRefusesTooLarge(t *testing.T) {
	body := []byte(`{"a":"0123456789"}`)
	if err := Check(body, len(body)); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	err := Check(body, len(body)-1)
	if err == nil || err.Status != http.StatusRequestEntityTooLarge || !err.NoRetry {
		t.Errorf("over the limit: %+v", err)
	}
}

// A body that passes must mean one thing only: what encoding/json reads, and
// encodes again, must hold the same names as often.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[1,{"b":null}]}`, `{"a":1,"a":2}`, `{"a":"\ud800"}`, `[[[[`, `{"a":"\\"}`, `{"a":"\"[["}`, "{\"\xff\":1}", `{} {}`, `{"messages":[{"role":"user","content":[`,
		`{"tools":[`, `{"messages":[{"role":"user","content":"x`, `{"stop":{"messages":[{"role":"user","content":"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		kept := bytes.Clone(body)
		if c, _ := Completions.Parse(body); c != nil { // must not panic, even on what the gate refuses
			e := c.Edit()
			e.AppendSystem("x")
			e.SetStream(true)
			e.Bytes()
		}
		err := Check(body, 1<<20)
		if !bytes.Equal(kept, body) {
			t.Fatal("the body was changed")
		}
		if err != nil {
			if !json.Valid(err.Body()) {
				t.Fatalf("error body %q", err.Body())
			}
			return
		}
		var v map[string]any
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatalf("accepted %q: %v", body, err)
		}
	})
}
