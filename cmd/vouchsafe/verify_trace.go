package main

import (
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// fromTrace makes a line of input of a stored trace, so that real failures can
// be kept as regression tests: what the model wrote last, and the evidence it
// had. Any other line is given back as it is.
func fromTrace(line []byte) []byte {
	trace := gjson.ParseBytes(line)
	if !trace.Get("query_id").Exists() || !trace.Get("attempts").IsArray() || trace.Get("id").Exists() {
		return line
	}
	answer := trace.Get("answer")
	for _, a := range trace.Get("attempts").Array() {
		if reply := a.Get("reply"); reply.Type == gjson.String && a.Get("status").Int()/100 == 2 {
			answer = reply
		}
	}
	row := []byte("{}")
	for name, v := range map[string]gjson.Result{
		"id": trace.Get("query_id"), "question": trace.Get("question"), "chunks": trace.Get("chunks"), "answer": answer,
	} {
		with, err := sjson.SetRawBytes(row, name, []byte(v.Raw))
		if v.Raw == "" || err != nil {
			continue
		}
		row = with
	}
	return row
}
