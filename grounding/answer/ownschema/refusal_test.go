package ownschema

import (
	"strings"
	"testing"
)

func TestARefusalHasTheShapeOfTheAnswer(t *testing.T) {
	named := func(member string) bool {
		return strings.Contains("answer sources confidence meta page found dose", member)
	}
	judges := func(member string) bool { return member == "confidence" }
	isSign := func(member, value string) bool { return member == "page" && value == "The last word" }
	for answer, want := range map[string]string{
		`{"answer":"It is 50 mg.","sources":["d1"],"confidence":0.9}`: `{"answer":"No.","sources":[],"confidence":0.9}`,
		`{"answer":"It is 50 mg.","dose":50,"confidence":1000000}`:    `{"answer":"No.","dose":null,"confidence":null}`,
		`{"found":true,"answer":"50","meta":{"page":"12"}}`:           `{"found":null,"answer":"No.","meta":{"page":""}}`,
		`{"answer":"It is 50 mg.","overdose_is_harmless":true}`:       "",
		`{"meta":{"answer":"It is 50 mg."}}`:                          "",
		`{"page":"The last word","answer":"50"}`:                      `{"page":"The last word","answer":"No."}`,
		`["It is 50 mg."]`:                                            "",
		`It is 50 mg.`:                                                "",
	} {
		got, ok := RefusalLike([]byte(answer), "No.", named, judges, isSign)
		if ok != (want != "") || string(got) != want {
			t.Errorf("%s: %t %s, want %s", answer, ok, got, want)
		}
	}
}
