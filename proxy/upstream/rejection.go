package upstream

import (
	_ "embed" // the words
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/tidwall/gjson"
)

// Servers have no common error for an unsupported response_format: they name the
// parameter, its type, the engine that failed, or the feature. An error that blames
// the request and names one of these counts as a rejection. A false alarm costs one
// more call; a missed rejection costs the client its answer.

//go:embed rejections.yaml
var rejectionsFile []byte

// rejections are the words of rejections.yaml.
var rejections = sync.OnceValue(func() (words struct {
	Format, Loose, Tool, Parameter, Length, Unknown, Echo []string
}) {
	if err := yaml.UnmarshalWithOptions(rejectionsFile, &words, yaml.Strict()); err != nil {
		panic("rejections.yaml: " + err.Error()) // it is part of the program
	}
	return words
})

const (
	readAtMost  = 64 << 10 // bytes of an error's text
	deepestRead = 8        // levels of its JSON
)

// RejectsFormat reports whether an upstream's error means that it does not support
// the response_format. tools tells whether the request offers any: without them an error
// that names one shows a part of the schema.
func RejectsFormat(status int, body []byte, tools bool) bool {
	switch status {
	case 400, 404, 415, 422, 500, 501:
	default:
		return false
	}
	text, words := complaint(body), rejections()
	return mentions(text, words.Format) || mentions(text, words.Loose) && !(tools && mentions(text, words.Tool))
}

// RejectsTools reports whether an upstream's error may mean that it does not take
// the tools. It is used only after the gateway changed them, so a false alarm costs
// one more call.
func RejectsTools(status int, body []byte) bool {
	return (status == 400 || status == 422) && mentions(complaint(body), rejections().Parameter)
}

// RejectsLength reports whether an upstream's error may mean that the token limit
// is too large. It is used only after the gateway raised the limit, so a false alarm
// costs one more call.
func RejectsLength(status int, body []byte) bool {
	text, words := complaint(body), rejections()
	return (status == 400 || status == 422) && mentions(text, words.Length) && !mentions(text, words.Unknown)
}

// complaint returns the text of a server's error, in lower case.
func complaint(body []byte) string {
	body = body[:min(len(body), readAtMost)]
	var said strings.Builder
	gather(&said, gjson.ParseBytes(body), 0)
	if said.Len() == 0 { // HTML or plain text
		said.Write(body)
	}
	return strings.ToLower(said.String())
}

func gather(said *strings.Builder, v gjson.Result, depth int) {
	if depth > deepestRead {
		return
	}
	if v.Type == gjson.String {
		said.WriteString(v.Str)
		said.WriteByte('\n')
		return
	}
	if !v.IsObject() && !v.IsArray() {
		return
	}
	v.ForEach(func(key, member gjson.Result) bool {
		if !among(rejections().Echo, key.Str) {
			gather(said, member, depth+1)
		}
		return true
	})
}

func mentions(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}
