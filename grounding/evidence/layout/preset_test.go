package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
)

// presetCases name the preset that reads a case of testdata/layouts.jsonl.
var presetCases = map[string]string{
	"openwebui-user-0.6": "open-webui", "openwebui-system-mode": "open-webui", "langchain-create-retrieval-chain": "langchain-stuff",
	"langchainjs-stuff-chat": "langchain-qa", "llamaindex-text-qa": "llamaindex", "llamaindex-citation-engine": "llamaindex-citation",
	"haystack-promptbuilder": "haystack", "dify-context": "dify", "ragflow-tree": "ragflow", "onyx-search-tool": "onyx",
	"flowise-conv-retrieval": "flowise", "librechat-context-handler": "librechat", "lobechat-kb-qa": "lobechat", "fastgpt-cites": "fastgpt",
	"maxkb-data": "maxkb", "kotaemon-qa": "kotaemon", "privategpt-classic": "privategpt", "r2r-rag": "r2r", "perplexica-writer": "perplexica",
	"azure-search-openai-demo": "azure-search-openai-demo", "spring-ai-qa-advisor": "spring-ai", "langchain4j-default": "langchain4j",
	"sk-text-search-provider": "semantic-kernel", "kernel-memory": "kernel-memory", "openai-cookbook-embeddings-qa": "openai-cookbook",
	"dspy-chat-adapter": "dspy", "gpt-researcher": "gpt-researcher", "mem0-readme": "mem0", "agno-references-json": "agno",
	"crewai-knowledge": "crewai", "continue-codebase": "continue", "lepton-citation-heads": "lepton", "anthropic-documents": "anthropic",
	"txtai-quickstart": "txtai",
}

// TestPresets declares each preset for its system's case: all texts must be
// found, and as primary, whatever the role.
func TestPresets(t *testing.T) {
	for _, raw := range readLines(t, "testdata/layouts.jsonl") {
		v := gjson.Parse(raw)
		name, ok := presetCases[v.Get("name").Str]
		if !ok {
			continue
		}
		o := Defaults()
		o.Layouts = []string{name}
		found := Find(parseRequest(v.Get("request").Raw), o)
		f, notes := measure(found.Chunks, expected(v))
		if f.covered != f.want || f.spurious > 0 || v.Get("boundaries").Str != "ambiguous" && f.exact != f.want {
			t.Errorf("%s: %v %v", name, f, notes)
		}
		for _, c := range found.Chunks {
			if c.Standing != evidence.Primary {
				t.Errorf("%s: standing %s", name, c.Standing)
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
	found := Find(parseRequest(`{"messages":[{"role":"user","content":`+string(gjson.AppendJSONString(nil, text))+`}]}`), o)
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
