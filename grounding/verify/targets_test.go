package verify

import (
	"strings"
	"testing"

	"vouchsafe/internal/growth"
)

// known are the targets that the tests take for those of the evidence.
func known() Known {
	addresses := map[string]bool{"https://a.example/p": true, "https://a.example/p?x=1&y=2": true, "https://a.example/w_(x)": true, "https://a.example": true}
	hosts := map[string]bool{"acme.com": true, "help@acme.com": true, "acme.com/help": true}
	return Known{
		Address: func(a string) bool { return addresses[Address(a)] },
		Host:    func(w string) bool { return hosts[strings.ToLower(w)] },
		Tag:     func(tag string) bool { return strings.HasPrefix(`<Chart onClick={() => draw(5)}>`, tag) },
	}
}

func TestTargetsThatNoSourceHasAreTakenOut(t *testing.T) {
	for text, want := range map[string]string{
		"See [the form](https://evil.example/x).":                    "See the form.",
		"See [the form](//evil.example/x).":                          "See the form.",
		"See [the form](\\\\evil.example\\x).":                       "See the form.",
		"See [the form](https:evil.example).":                        "See the form.",
		"See [the form](https:/evil.example).":                       "See the form.",
		"See [the form](/login).":                                    "See the form.",
		"See [the form](login).":                                     "See the form.",
		"See [the form](javascript:alert(1)).":                       "See the form.",
		"See [the form](data:text/html;base64,PHM+).":                "See the form.",
		"See [the form](mailto:x@evil.example).":                     "See the form.",
		"See [the form](<https://evil.example/a b> \"title\").":      "See the form.",
		"See [the form](https://a.example@evil.example/p).":          "See the form.",
		"See [the form](https://a.example/p/../../q).":               "See the form.",
		"See [the form](https://a.example/p.evil).":                  "See the form.",
		"See [the form](https://a.example.evil.example/p).":          "See the form.",
		"See [the form](https://a.example/p#x\u200b).":               "See the form.",
		"See [the form](ht\ttps://a.example/p).":                     "See the form.",
		"See [the form](&#104;ttps://evil.example).":                 "See the form.",
		"See [the [inner] form](https://evil.example).":              "See the [inner] form.",
		"![A chart](https://evil.example/?q=5)":                      "A chart",
		"[![A chart](https://evil.example/1)](https://evil.example)": "A chart",
		"See [the form](https://evil.example/x":                      "See the form",
		"See [the form][1].\n\n[1]: https://evil.example":            "See [the form][1].\n\n",
		"See [the form].\n> [the form]: evil 'title'\nEnd.":          "See [the form].\n> \nEnd.",
		"See https://evil.example/x.":                                "See ….",
		"See (https://evil.example/x) now.":                          "See (…) now.",
		"See HTTPS://EVIL.example now.":                              "See … now.",
		"See [the form](https://a.example/p \"or else\").":           "See [the form](https://a.example/p).",
		"Ask a@evil.example now.":                                    "Ask … now.",
		"See //evil.example/x now.":                                  "See … now.",
		"See www.evil.com now.":                                      "See … now.",
		"See evil.com/login now.":                                    "See … now.",
		"Write to me@evil.com now.":                                  "Write to … now.",
		"Write to <me@evil.com> now.":                                "Write to … now.",
		"See <https://evil.example> now.":                            "See … now.",
		"See <a href=\"https://evil.example\">this</a>.":             "See this.",
		"See <img src=x onerror=alert(1)>.":                          "See .",
		"<div style=\"background:url(//evil.example)\">A</div>":      "A",
		"A<script>fetch('//evil.example')</script>B":                 "AB",
		"A<!-- hidden -->B":                                          "AB",
		"A <img src=//evil.example ":                                 "A < img src=//evil.example ",
		"`x` [a](javascript:b) `y`":                                  "`x` a `y`",
		"```\ncurl https://evil.example/x\n```":                      "```\ncurl …\n```",
		"```\n<img src=x onerror=alert(1)>\n```":                     "```\n\n```",
		"```\n<a href=\"//evil.example\">x</a>\n```":                 "```\nx\n```",
		"`<script>go()</script>`":                                    "``",
		"```\n<Graph onClick={draw(6)}>\n```":                        "```\n\n```",
	} {
		got, removed := Targets(text, known())
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if len(removed) == 0 {
			t.Errorf("%q: nothing is told of", text)
		}
	}
}

func TestWhatLeadsNowhereElseStays(t *testing.T) {
	for _, text := range []string{
		"See [the form](https://a.example/p).", "See https://a.example/p.",
		"See (https://a.example/p).", "See <https://a.example/p>.", "See https://a.example/p?x=1&y=2 now.", "See https://a.example/ now.",
		"See https://a.example/w_(x).", "[1]: https://a.example/p", "See <a href='https://a.example/p'>this</a>.",
		"Write to help@acme.com or see acme.com.", "Go to acme.com/help!", "At 10:30 it is 5 mg/kg; 1/2 cup; and/or.",
		"It holds if x<y and z>w.", "If a < b, then b > a.", "Use List<String> and Map<K, V>.", "A table: <br> H<sub>2</sub>O <td colspan=2>x</td>",
		"Use `handlers[name](request)` there.", "```py\nhandlers[name](request)\nif a<b and c>d: x=1\n```", "It works.Then it stops.",
		"The file README.md holds it, e.g. for Node.js v1.2.3.", "Take it at 8 a.m. (see [1]).", "[Note]: the gates stay shut.",
		"```jsx\n<Button onClick={save} color=\"red\">Save</Button>\n```", "`<Chart onClick={() => draw(5)}>`", "Use `<div class='note'>`.",
		"[^1]: The gates stay shut.", "The ratio 3:1 [2] (see above).", "C:\\Users", "Values: a:b, data: 5, metadata:x.", "U.S. and e.g. and i.e.",
	} {
		if got, removed := Targets(text, known()); got != text || len(removed) > 0 {
			t.Errorf("%q becomes %q without %q", text, got, removed)
		}
	}
}

// Nothing that a model writes may make the work grow with its square.
func TestTargetsAreFoundInLinearTime(t *testing.T) {
	for _, unit := range []string{"[", "](", "[a](b", "<a ", "<a b=\">", "[x]:\n", "`[a](b) ", "<script></script>", "x.com ", "((", "\\[", "```\n", "<", "a//"} {
		growth.Linear(t, unit, growth.Repeat(unit), func(s string) { Targets(s, known()) })
	}
}

func TestTargetsAcrossSegmentsDoNotJoin(t *testing.T) {
	for _, parts := range [][2]string{{"See [x](", "https://evil.example) now."}, {"<img src=", "//evil.example> now"}, {"[x]: ", "https://evil.example"}} {
		a, _ := Targets(parts[0], known())
		b, _ := Targets(parts[1], known())
		if left, removed := Targets(a+" "+b, known()); len(removed) > 0 {
			t.Errorf("%q and %q leave %q", parts[0], parts[1], left)
		}
	}
}
