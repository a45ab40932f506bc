package ownschema

import (
	"strings"
	"testing"
)

func TestWhatANameTells(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]keyword{
		"chunk_id":                       {id: true, sources: true},
		"sourceUrl":                      {id: true, sources: true},
		"id":                             {id: true},
		"idea":                           {},
		"page number":                    {reference: true},
		"pageNumber":                     {reference: true},
		"confidence":                     {grades: true},
		"relevance_score":                {grades: true},
		"score":                          {grades: true},
		"apgar_score":                    {},
		"year":                           {metadata: true},
		"pages":                          {reference: true},
		"relevantQuote":                  {quote: true},
		"verbatim":                       {quote: true},
		"maximum_daily_dose":             {},
		"Adults take 50 mg daily":        {sentence: true},
		"what adults may take every day": {sentence: true},
		"窑炉必须冷却很久才能打开的时候": {sentence: true},
		"dose in 2024": {},
		"":             {},
		"--":           {},
	} {
		if got := keywordOf(name); got != want {
			t.Errorf("%q tells %+v, want %+v", name, got, want)
		}
	}
}

func TestWhatIsLongEnoughToStateSomething(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Give it with plenty of water.": true, "50 mg": true, "no more than four": true, "once": false, "of the door": false, "by mouth": false,
		"Nimm es mit viel Wasser ein.": true, "mit der": false, "Prendre avec beaucoup d'eau.": true, "窑炉必须冷却很久": true, "窑炉": false, "٥ ملغ": true, "": false,
	} {
		if states(text) != want {
			t.Errorf("%q states something: %v", text, !want)
		}
	}
}

func TestPathsAreIgnoredByPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, pattern string
		want          bool
	}{
		{"/a", "/a", true}, {"/a/b", "/a", true}, {"/a", "/a/b", false}, {"/ab", "/a", false}, {"/a/0/c", "/a/*/c", true}, {"/a/0/d", "/a/*/c", false},
		{"/a", "/*", true}, {"", "/*", false}, {"/a", "", false}, {"/a", "a", false}, {"/a~1b", "/a~1b", true},
	} {
		if got := ignored(c.path, []string{"/other", c.pattern}); got != c.want {
			t.Errorf("%q is ignored by %q: %v", c.path, c.pattern, got)
		}
	}
}

// TestWhatAppliesToAPlace follows references, choices and lists of a schema.
func TestWhatAppliesToAPlace(t *testing.T) {
	t.Parallel()
	schema, err := Compile([]byte(`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"level":{"enum":["high","low"]},"row":{"allOf":[{"properties":{"level":{"$ref":"#/definitions/level"}}}],
		"additionalProperties":{"const":"fixed"},"patternProperties":{"^n_":{"enum":[1,2]}}}},"properties":{"rows":{"items":[{"$ref":"#/definitions/row"},{"enum":["second"]}],"additionalItems":{"enum":["rest"]}},
		"either":{"oneOf":[{"const":"a"},{"if":{"type":"string"},"then":{"enum":["b"]}}]},"link":{"format":"uri"},"when":{"format":"date"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	answer := `{"rows":[{"level":"high","n_1":2,"other":"fixed","n_2":7},"second","rest","none"],"either":"b","link":"x y z w","when":"in May of 2031"}`
	leaves, err := Leaves([]byte(answer), schema, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range leaves {
		tell := l.Path
		if l.Small {
			tell += " small"
		}
		if l.Name {
			tell += " name"
		}
		got = append(got, tell)
	}
	want := "/rows/0/level small, /rows/0/n_1 small, /rows/0/n_1, /rows/0/other small, /rows/0/n_2 small, /rows/0/n_2, /rows/3 small, /either small, /link name, /when"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

func TestTheWordsOfANameAreSpaced(t *testing.T) {
	for name, want := range map[string]string{
		"maxDailyDose": "max Daily Dose", "max_dose": "max dose", "max-dose": "max dose", "Dose": "Dose", "URL": "URL", "": "", "größeÄnderung": "größe Änderung",
	} {
		if got := Spaced(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
