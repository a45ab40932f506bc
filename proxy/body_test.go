package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

func TestBodiesThatParsersReadDifferently(t *testing.T) {
	t.Parallel()
	good := ask(howLong, "")
	for name, body := range map[string]string{
		"nothing":                   "",
		"white space":               " \r\n\t ",
		"no JSON":                   "hello",
		"an array":                  "[" + good + "]",
		"null":                      "null",
		"cut off":                   good[:len(good)-1],
		"two values":                good + "{}",
		"a comma too many":          strings.Replace(good, `"}]}`, `"},]}`, 1),
		"a comment":                 "/* */" + good,
		"messages twice":            strings.Replace(good, `"messages"`, `"messages":[],"messages"`, 1),
		"messages escaped and bare": strings.Replace(good, `"messages"`, `"mess\u0061ges":[],"messages"`, 1),
		"role twice":                strings.Replace(good, `"role":"user"`, `"role":"assistant","role":"user"`, 1),
		"invalid UTF-8":             strings.Replace(good, "How", "H\xffw", 1),
		"a lone surrogate":          strings.Replace(good, "How", `\ud800`, 1),
		"a byte order mark":         "\xef\xbb\xbf" + good,
		"UTF-16":                    "\xff\xfe{\x00}\x00",
		"brackets, 8 MiB":           strings.Repeat("[", 8<<20),
		"braces, 8 MiB":             strings.Repeat(`{"a":`, 8<<20/5),
		"brackets inside":           strings.Replace(good, `"messages"`, `"x":`+strings.Repeat("[", 1<<20)+`,"messages"`, 1),
		"no messages":               `{"model":"m"}`,
		"empty messages":            `{"model":"m","messages":[]}`,
		"messages as an object":     `{"model":"m","messages":{"role":"user"}}`,
		"a message that is a text":  `{"model":"m","messages":["hello"]}`,
		"stream as a text":          ask(howLong, `"stream":"true",`),
		"stream as a number":        ask(howLong, `"stream":1,`),
		"n of nought":               ask(howLong, `"n":0,`),
		"n of a million":            ask(howLong, `"n":1000000,`),
		"n as a text":               ask(howLong, `"n":"2",`),
		"a broken response_format":  ask(howLong, `"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"type":"nonsense"}}},`),
		"an audio answer":           ask(howLong, `"modalities":["text","audio"],"audio":{"voice":"alloy","format":"mp3"},`),
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, up.Extractive{}.Reply)
			g := r.post(chatPath, body)
			if g.status != 400 || g.header.Get("x-should-retry") != "false" || g.header.Get("X-Vouchsafe-Trace-Id") == "" {
				t.Errorf("%d %v %.200s", g.status, g.header, g.body)
			}
			errorOf(t, g.body)
			if len(r.upstream.Requests()) != 0 {
				t.Error("the upstream was asked")
			}
			if tr := r.trace(0); tr.Verdict != "failed" {
				t.Errorf("trace %q", tr.Verdict)
			}
		})
	}
}

func TestUnusualBodiesAreServed(t *testing.T) {
	t.Parallel()
	good := ask(howLong, "")
	for name, body := range map[string]string{
		"unknown members":    ask(howLong, `"x_future":{"a":[1,2.50,1e400]},"logit_bias":{"50256":-100},`),
		"content parts":      strings.Replace(good, `"content":"`+howLong+`"`, `"content":[{"type":"text","text":"`+howLong+`"}]`, 1),
		"a developer":        strings.Replace(good, `"system"`, `"developer"`, 1),
		"null members":       ask(howLong, `"stop":null,"n":null,"stream":null,"tools":null,"response_format":null,"max_tokens":null,"user":null,`),
		"white space around": "\n " + good + " \n",
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			if stream {
				body = strings.Replace(body, `"stream":null,`, "", 1)
			}
			s := newRig(t, up.Extractive{}.Reply).talk(body, stream)
			s.wellFormed(t)
			if s.verdict() != "grounded" {
				t.Error(s.body)
			}
		})
	}
}

// TestObserveRefusesAmbiguousBodiesToo: what two parsers read differently would
// make the trace tell of another exchange than the one that took place.
func TestObserveRefusesAmbiguousBodiesToo(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Policy, _ = policy.Builtin("observe") })
	if g := r.post(chatPath, strings.Replace(ask(howLong, ""), `"messages"`, `"messages":[],"messages"`, 1)); g.status != 400 {
		t.Errorf("%d %s", g.status, g.body)
	}
}
