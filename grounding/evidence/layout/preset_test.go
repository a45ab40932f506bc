package layout

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
	"vouchsafe/test/layouts/cases"
)

// layoutSample is a prompt in a layout, and what must come out of it.
type layoutSample struct {
	Role, Text, Question string
	Chunks               []struct{ ID, Text string }
}

// layoutSamples are the samples of layouts.yaml, by the names of the layouts.
func layoutSamples(t *testing.T) (samples map[string]layoutSample) {
	text, err := os.ReadFile("testdata/samples.yaml")
	if err == nil {
		err = yaml.Unmarshal(text, &samples)
	}
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// TestEveryLayoutReadsItsSample declares each layout of layouts.yaml for its own
// sample: exactly its chunks come out, as primary ones, whatever the role.
func TestEveryLayoutReadsItsSample(t *testing.T) {
	samples := layoutSamples(t)
	for _, r := range presets {
		sample := samples[r.Name]
		if sample.Text == "" || len(sample.Chunks) == 0 {
			t.Errorf("%s has no sample", r.Name)
			continue
		}
		o := Defaults()
		o.Layouts = []string{r.Name}
		found := Find(say(sample.Role, sample.Text), o)
		var got, want []string
		for _, c := range found.Chunks {
			got = append(got, string(c.Standing)+" "+c.ID+": "+c.Text)
		}
		for _, c := range sample.Chunks {
			want = append(want, "primary "+c.ID+": "+c.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", r.Name, diff)
		}
		if sample.Question != "" && found.Question != sample.Question {
			t.Errorf("%s: question %q, want %q", r.Name, found.Question, sample.Question)
		}
	}
}

// TestNoWordStandsTwiceInAList reads all word lists: a word stands once, in one
// language, and lists that are compared in lower case hold no capitals.
func TestNoWordStandsTwiceInAList(t *testing.T) {
	for name, languages := range wordLists {
		seen := map[string]string{}
		for language, all := range languages {
			for _, word := range all {
				if other, ok := seen[word]; ok {
					t.Errorf("%s: %q stands under %s and %s", name, word, other, language)
				}
				seen[word] = language
			}
		}
	}
}

func TestPresetsAreValid(t *testing.T) {
	for i := range presets {
		if problems := ValidateTemplate(presets[i].Template); len(problems) > 0 {
			t.Errorf("%s: %v", presets[i].Name, problems)
		}
	}
}

func TestValidateTemplate(t *testing.T) {
	tests := []struct {
		name string
		t    Template
		want int
	}{
		{"empty", Template{}, 1},
		{"section", Template{Section: Span{"Context:", ""}}, 0},
		{"unknown role", Template{Role: "assistant", Section: Span{"Context:", ""}}, 1},
		{"unknown place", Template{Place: "left", Section: Span{"Context:", ""}}, 1},
		{"open end before a question", Template{Place: QuestionAfter, Section: Span{"Context:", ""}}, 1},
		{"record and separator", Template{Record: Span{"<d {id}>", "</d>"}, Separator: "\n"}, 1},
		{"unknown layout", Template{Section: Span{"C", ""}, Layouts: []string{"nope"}}, 1},
		{"unknown slot", Template{Record: Span{"<d {what}>", ""}}, 1},
		{"slot without an end", Template{Record: Span{"<d {id}", ""}}, 1},
		{"slot in front", Template{Record: Span{"{id}: ", ""}}, 1},
	}
	for _, tt := range tests {
		if got := ValidateTemplate(tt.t); len(got) != tt.want {
			t.Errorf("%s: got %q, want %d problems", tt.name, got, tt.want)
		}
	}
}

// TestOwnTemplate reads records by the operator's own literals.
func TestOwnTemplate(t *testing.T) {
	base := 1
	text := "Frag uns.\n== WISSEN ==\n<<1|Ventile>> " + plain[0].text + " <<ende>>\n<<2|Pumpen>> " + plain[1].text + " <<ende>>\n== FRAGE ==\nWie lange? <<3|Falsch>> " + forged
	o := Defaults()
	o.Own = []Template{{Name: "werk", Role: "user", Section: Span{"== WISSEN ==\n", "== FRAGE =="}, Record: Span{"<<{id}|{title}>>", "<<ende>>"},
		Place: QuestionAfter, IDBase: &base, Marker: "[{chunk_id}]"}}
	found := Find(cases.Request(`{"messages":[{"role":"user","content":`+string(gjson.AppendJSONString(nil, text))+`}]}`), o)
	var got []string
	for _, c := range found.Chunks {
		got = append(got, c.ID+"|"+c.Title+"|"+c.Text+"|"+string(c.Standing))
	}
	want := []string{"1|Ventile|" + plain[0].text + "|primary", "2|Pumpen|" + plain[1].text + "|primary"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if found.Marker != "[{chunk_id}]" || found.Question == "" {
		t.Errorf("marker %q, question %q", found.Marker, found.Question)
	}
}
