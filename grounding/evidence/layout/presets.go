package layout

// preset is a template of a known system. Those that are known are recognised
// without being declared, because their layout puts the question first or
// parts passages in a way that the general rules cannot tell.
type preset struct {
	Template
	known bool
}

// rules that systems draw around their context.
const (
	rule20 = "--------------------\n"
	rule21 = "---------------------\n"
)

// presets by the name of the system. The literals are the shortest that tell
// the system's prompt from other text.
var presets = []preset{
	{Template: Template{Name: "open-webui", Section: Span{"<context>\n", "</context>"}, Layouts: []string{"tags"}, Marker: "[{chunk_id}]", Place: QuestionAfter}},
	{Template: Template{Name: "langchain-stuff", Role: "system", Section: Span{"\n\n", ""}, Separator: "\n\n"}},
	{Template: Template{Name: "langchain-qa", Role: "system", Section: Span{"\n----------------\n", ""}, Separator: "\n\n"}},
	{Template: Template{Name: "langchain-rag-prompt", Role: "user", Section: Span{"\nContext: ", "\nAnswer:"}, Separator: "\n\n", Place: QuestionBefore, Question: Span{"Question: ", ""}}},
	{Template: Template{Name: "llamaindex", Role: "user", Section: Span{rule21, "\n" + rule21}, Separator: "\n\n", Place: QuestionAfter, Question: Span{"Query: ", "\nAnswer:"}}},
	{Template: Template{Name: "llamaindex-chat", Role: "system", Section: Span{rule20, "\n--------------------"}, Layouts: []string{"key-value", "sections"}}},
	{Template: Template{Name: "llamaindex-citation", Role: "user", Section: Span{"\n------\n", "\n------\n"}, Layouts: []string{"heads"}, Place: QuestionAfter, Question: Span{"Query: ", "\nAnswer:"}, Marker: "[{chunk_id}]"}},
	{Template: Template{Name: "haystack", Section: Span{"Documents:", ""}, Layouts: []string{"sections"}}},
	{Template: Template{Name: "dify", Role: "system", Section: Span{"\n<context>\n", "\n</context>"}}},
	{Template: Template{Name: "ragflow", Role: "system", Section: Span{"\n------\n", ""}, Layouts: []string{"heads"}, Marker: "[ID:{chunk_id}]"}},
	{Template: Template{Name: "fastgpt", Role: "user", Section: Span{"\n<Cites>\n", "\n</Cites>"}, Layouts: []string{"pseudo-json", "json"}, Place: QuestionAfter, Question: Span{"## 用户问题", "## 回答"}, Marker: "[{chunk_id}](CITE)"}},
	{Template: Template{Name: "maxkb", Role: "user", Section: Span{"已知信息：", "回答要求"}, Layouts: []string{"tags"}, Place: QuestionAfter, Question: Span{"\n问题：", ""}}},
	{Template: Template{Name: "onyx", Role: "tool", Section: Span{"{", ""}, KeepBegin: true, Layouts: []string{"json"}, Marker: "[{chunk_id}]"}},
	{Template: Template{Name: "flowise", Role: "system", Section: Span{"------------\n", "\n------------"}, Layouts: []string{"tags"}}},
	{Template: Template{Name: "anythingllm", Role: "system", Section: Span{"\nContext:\n", ""}, Layouts: []string{"heads"}}},
	{Template: Template{Name: "librechat", Section: Span{"<context>\n", "</context>"}, Layouts: []string{"tags"}}},
	{Template: Template{Name: "lobechat", Role: "user", Section: Span{"<retrieved_chunks>", "</retrieved_chunks>"}, Layouts: []string{"tags"}, Place: QuestionAfter, Question: Span{"<raw_query>", "</raw_query>"}}},
	{Template: Template{Name: "kotaemon", Role: "user", Section: Span{"<br><b>", "\nQuestion:"}, KeepBegin: true, Layouts: []string{"html-heads"}, Place: QuestionAfter}},
	{Template: Template{Name: "privategpt", Role: "system", Section: Span{rule20, "\n--------------------"}, Layouts: []string{"key-value", "sections"}}},
	{Template: Template{Name: "quivr", Role: "system", Section: Span{"Filename: ", ""}, KeepBegin: true, Layouts: []string{"key-value"}}},
	{Template: Template{Name: "r2r", Role: "user", Section: Span{"### Context:\n", "\n### Query:"}, Layouts: []string{"heads"}, Place: QuestionAfter, Marker: "[{chunk_id}]"}},
	{Template: Template{Name: "perplexica", Role: "system", Section: Span{"<search_results", "</search_results>"}, KeepBegin: true, Layouts: []string{"tags"}, Marker: "[{chunk_id}]"}},
	{Template: Template{Name: "llamaindex-refine", Role: "user", Section: Span{"some more context below.\n------------\n", "\n------------\n"}, Layouts: []string{"key-value", "sections"}, Place: QuestionBefore, Question: Span{"The original query is as follows: ", "\nWe have provided an existing answer"}}, known: true},
	{Template: Template{Name: "azure-search-openai-demo", Role: "user", Section: Span{"\n\nSources:\n\n", ""}, Layouts: []string{"file-lines"}, Place: QuestionBefore, Marker: "[{chunk_id}]"}, known: true},
	{Template: Template{Name: "lepton", Role: "system", Section: Span{"Here are the set of contexts:", ""}, Layouts: []string{"heads"}, Marker: "[citation:{chunk_id}]"}},
	{Template: Template{Name: "spring-ai", Role: "user", Section: Span{"surrounded by ---------------------\n\n" + rule21, "\n" + rule21[:21]}, Place: QuestionBefore, Question: Span{"", "Context information is below,"}}, known: true},
	{Template: Template{Name: "langchain4j", Role: "user", Section: Span{"\n\nAnswer using the following information:\n", ""}, Layouts: []string{"key-value", "sections"}, Place: QuestionBefore}, known: true},
	{Template: Template{Name: "semantic-kernel", Section: Span{"## Additional Context", ""}, Layouts: []string{"key-value"}}},
	{Template: Template{Name: "kernel-memory", Role: "user", Section: Span{"Facts:\n", "\n======"}, Layouts: []string{"heads"}, Place: QuestionAfter, Question: Span{"Question: ", "\nAnswer:"}}},
	{Template: Template{Name: "openai-cookbook", Role: "user", Section: Span{"Use the below article", "\n\nQuestion:"}, KeepBegin: true, Layouts: []string{"quotes"}, Place: QuestionAfter}},
	{Template: Template{Name: "dspy", Role: "user", Section: Span{"[[ ## context ## ]]\n", "\n[[ ## question ## ]]"}, Layouts: []string{"heads"}, Place: QuestionAfter}},
	{Template: Template{Name: "gpt-researcher", Role: "user", Section: Span{"Information: \"", "\"\n---"}, Layouts: []string{"key-value"}, Place: QuestionAfter}},
	{Template: Template{Name: "agno", Role: "user", Section: Span{"Use the following references from the knowledge base if it helps:\n<references>", "</references>"}, Layouts: []string{"json", "yaml"}, Place: QuestionBefore}, known: true},
	{Template: Template{Name: "crewai", Role: "user", Section: Span{"Additional Information: ", "\n\nBegin!"}}},
	{Template: Template{Name: "txtai", Role: "user", Section: Span{"Context:", ""}, Place: QuestionBefore, Question: Span{"Question:", ""}}},
	{Template: Template{Name: "mem0", Role: "system", Section: Span{"User Memories:\n", ""}, KeepBegin: true, Layouts: []string{"bullets"}}},
	{Template: Template{Name: "continue", Role: "user", Section: Span{"```", "\n\nUse the above"}, KeepBegin: true, Layouts: []string{"fences"}, Place: QuestionAfter}},
	{Template: Template{Name: "cline", Role: "user", Section: Span{"<file_content", ""}, KeepBegin: true, Layouts: []string{"tags"}, Place: QuestionBefore}},
	{Template: Template{Name: "anthropic", Section: Span{"<documents>\n", "\n</documents>"}, Layouts: []string{"tags"}, Place: QuestionAfter}},
}

// Presets lists the names of the systems whose layouts are built in.
func Presets() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].Name
	}
	return names
}

// declared are the templates that options declare: their own, and presets by
// name. A preset whose section is opened by a part of a record keeps it.
func declared(o Options) []Template {
	list := append([]Template(nil), o.Own...)
	for _, name := range o.Layouts {
		for i := range presets {
			if presets[i].Name == name {
				list = append(list, presets[i].Template)
			}
		}
	}
	return list
}
