package evidence

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// named are the fields whose texts are the gateway's own words.
var named = map[string]bool{"Kind": true, "Standing": true, "Layout": true}

// What was kept of a conversation held each request whole, by the role of the
// message that a chunk stood in.
func TestADetachedChunkHoldsNothingOfItsRequest(t *testing.T) {
	t.Parallel()
	request := strings.Repeat("0123456789", 100)
	at := 0
	part := func() string { at += 7; return request[at : at+5] }
	var c Chunk
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String && !named[v.Type().Field(i).Name] {
			f.SetString(part())
		}
	}
	c.Authors = []string{part(), part()}
	c.Meta = map[string]json.RawMessage{part(): json.RawMessage(`1`)}
	before := c
	c.Text = strings.Clone(c.Text) // which is the caller's to do
	list := []Chunk{c, c}
	Detach(list)
	c = list[1]
	if !reflect.DeepEqual(c, before) {
		t.Errorf("it says something else:\n%+v\n%+v", c, before)
	}
	texts := c.Authors
	for key := range c.Meta {
		texts = append(texts, key)
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String {
			texts = append(texts, f.String())
		}
	}
	for _, s := range texts {
		if s != "" && within(s, request) {
			t.Errorf("%q is still a part of the request", s)
		}
	}
	if !within(before.Authors[0], request) {
		t.Error("a list that another chunk may share was changed")
	}
}

// within tells whether a text lies in the memory of another.
func within(s, in string) bool {
	at, from := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(in)))
	return from <= at && at < from+uintptr(len(in))
}
