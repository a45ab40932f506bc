package layout

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/golden"
	"vouchsafe/proxy/wire/prompt"
	"vouchsafe/test/layouts/cases"
)

// passage is a retrieved passage of the stress run.
type passage struct{ id, title, url, file, text string }

// shape is the layout of one app: literal text with slots. The slots are {id},
// {n0} and {n1} (ordinals from 0 and 1), {title}, {url}, {file}, {text},
// {json} (the text as the inside of a JSON string), {xml} (escaped), {flat}
// (line ends made blanks) and {indent} (four blanks before each line).
type shape struct {
	name           string
	role           string // of the message; the question then stands in a user message of its own
	head, tail     string
	record, join   string
	id, title, url string // what the prompt shows: a slot, or ""
	bare           bool   // passages cannot be told apart in general: only coverage counts
	asked          bool   // the message holds the question too
}

const asked = "How long may the valve stay open after an alarm?"

var shapes = []shape{
	// systems that are known by name
	{name: "source-tags", role: "user", head: "### Task:\nAnswer with citations like [id] where the <source> tag has an id (e.g. <source id=\"1\">).\n\n<context>\n", record: `<source id="{n1}" name="{file}">{text}</source>`, join: "\n", tail: "\n</context>\n\n<user_query>\n" + asked + "\n</user_query>\n", id: "{n1}", title: "{file}", asked: true},
	{name: "doc-tags-zero", role: "system", head: "Answer from the context.\n------------\n", record: "<doc id='{n0}'>{text}</doc>", join: "\n", tail: "\n------------\nREMEMBER: say so when nothing fits.", id: "{n0}"},
	{name: "cdata", role: "system", head: "Two files are attached:\n<files>\n<file>\n<filename>a.pdf</filename>\n<type>application/pdf</type>\n</file>\n</files>\nThe context stands inside <context></context> tags.\n<context>\n", record: "  <file>\n    <filename>{file}</filename>\n    <context>\n    <contextItem>\n      <![CDATA[{text}]]>\n    </contextItem>\n    </context>\n  </file>", join: "\n", tail: "\n</context>\n\nDo not mention this context.", title: "{file}"},
	{name: "chunk-attributes", role: "user", head: "<knowledge>\nUse what fits.\n<retrieved_chunks>\n<retrieved_chunks_docstring>the chunks:</retrieved_chunks_docstring>\n", record: `<chunk fileId="{id}" fileName="{file}" similarity="0.71" pageNumber="3" >{text}</chunk>`, join: "\n", tail: "\n</retrieved_chunks>\n<user_query>\n<raw_query>" + asked + "</raw_query>\n</user_query>\n</knowledge>", id: "{id}", title: "{file}", asked: true},
	{name: "chunk-escaped", role: "user", head: "<retrieved_chunks>\n", record: `<chunk fileId="{id}" fileName="{file}">{xml}</chunk>`, join: "\n", tail: "\n</retrieved_chunks>\n\n" + asked, id: "{id}", asked: true},
	{name: "bare-attributes", role: "system", head: "You write cited answers.\n<context>\n<search_results note=\"assistant can cite these\">\n", record: "<result index={n1} title={title}>{text}</result>", join: "\n", tail: "\n</search_results>\n<widgets_result noteForAssistant=\"shown already, do not CITE\">\n<result>Weather widget: 9 °C and rain in Bergen today</result>\n</widgets_result>\n</context>\n\nCurrent date is 2025-02-11.", id: "{n1}", title: "{title}"},
	{name: "document-content", role: "user", head: "<documents>\n", record: "  <document index=\"{n1}\">\n    <source>{file}</source>\n    <document_content>\n      {text}\n    </document_content>\n  </document>", join: "\n", tail: "\n</documents>\n\n" + asked + " Quote first.", id: "{n1}", title: "{file}", asked: true},
	{name: "nodes", role: "user", head: "Use the documents.\n\n", record: "<document filename='{file}' artifact_id='{id}'>\n<node id='[a{n1}f3]'>\n{text}\n</node>\n\n</document>\n\n", tail: asked, id: "a{n1}f3", title: "{file}", asked: true},
	{name: "anonymous-documents", role: "user", head: "Context:\n", record: "<document>\n{text}\n</document>", join: "\n", tail: "\n\nQuestion: " + asked, asked: true},
	{name: "title-data", role: "user", head: "已知信息：\n", record: "<data>{title}:{text}</data>", join: "\n", tail: "\n回答要求：\n- 与<data></data>中的描述一致。\n问题：\n" + asked, title: "{title}", asked: true},
	{name: "article-snippets", role: "system", head: "Answer from the sources.\n\n<sources>\n", record: "    <source id=\"{n0}\">\n<title>{title}</title>\n<article_snippet>{text}</article_snippet>\n</source>", join: "\n", tail: "\n</sources>", id: "{n0}", title: "{title}"},
	{name: "file-content", role: "user", head: "<task>\n" + asked + "\n</task>\n\n", record: "<file_content path=\"{file}\">\n{text}\n</file_content>", join: "\n\n", title: "{file}", asked: true},
	{name: "page-content", role: "user", head: "<search_results>\n", record: "<item index=\"{n1}\">\n<page_content>\n{text}\n</page_content>\n</item>", join: "\n", tail: "\n</search_results>\n" + asked, id: "{n1}", asked: true},
	{name: "numbered-context", role: "system", head: "Help the user.\nContext:\n", record: "[CONTEXT {n0}]:\n<document_metadata>\nsourceDocument: {file}\npublished: 2024-03-01\nsource: {url}\n</document_metadata>\n\n{text}\n[END CONTEXT {n0}]\n\n", id: "{n0}", title: "{file}", url: "{url}"},
	{name: "tree", role: "system", head: "You are a helper. Here is the knowledge base:\n      \n------\n", record: "\nID: {n0}\n├── Title: {file}\n├── URL: {url}\n├── author: M. Ode\n└── Content:\n{text}", join: "\n\n------\n\n", tail: "\n      The above is the knowledge base.", id: "{n0}", title: "{file}", url: "{url}"},
	{name: "source-n", role: "user", head: "Cite by number. For example:\nSource 1:\nSnow is white in every season.\nSource 2:\nCoal is black and burns well.\nQuery: Which is black?\nAnswer: Coal [2].\nNow it's your turn. Below are several numbered sources of information:\n------\n", record: "Source {n1}:\n{text}\n", join: "\n", tail: "------\nQuery: " + asked + "\nAnswer: ", id: "{n1}", asked: true},
	{name: "document-n-fenced", role: "user", head: "CONTEXT:\n", record: "DOCUMENT {n1}: {title}\nSource: Wiki\nUpdated: June 02, 2024 09:10\n```\n{text}\n```\n\n\n", tail: "QUESTION:\n" + asked, id: "{n1}", title: "{title}", asked: true},
	{name: "source-hex", role: "user", head: "### Query:\n" + asked + "\n\n### Context:\nVector Search Results:\n", record: "Source ID [c9{n1}0e2e]:\n{text}", join: "\n", tail: "\n\n### Query:\n" + asked + "\n\nREMINDER - cite like [c910e2e].\n## Response:\n", id: "c9{n1}0e2e", asked: true},
	{name: "guillemets", role: "user", head: "[[ ## context ## ]]\n", record: "[{n1}] «««\n{indent}\n»»»", join: "\n", tail: "\n\n[[ ## question ## ]]\n" + asked + "\n\nRespond with the corresponding output fields.", id: "{n1}", asked: true},
	{name: "citation-n", role: "system", head: "Each context starts with a number like [[citation:x]]. Cite as [citation:x].\n\nHere are the set of contexts:\n\n", record: "[[citation:{n1}]] {text}", join: "\n\n", tail: "\n\nRemember, don't repeat the contexts verbatim. And here is the user question:\n", id: "{n1}"},
	{name: "file-rule", role: "user", head: "Facts:\n", record: "==== [File:{file};Relevance:82.{n1}%]:\n{text}\n", tail: "======\nGiven only the facts above, answer in detail.\nQuestion: " + asked + "\nAnswer: ", title: "{file}", asked: true},
	{name: "file-sign", role: "tool", record: "# 【4:{n0}†{file}】\nContent: {text}\n", join: "\n", id: "4:{n0}", title: "{file}"},
	{name: "brackets", role: "system", head: "Use the sources. Cite [n].\n\nSources:\n", record: "[{n1}] {text}", join: "\n\n", id: "{n1}"},
	{name: "headings", role: "system", head: "# Instructions\nCite as [^1].\n\n# Context\n\n", record: "### Document {n1}: {title}\n*Source: {url}*\n\n{text}", join: "\n\n", tail: "\n\n# Question\nsee user", id: "{n1}", title: "{title}", url: "{url}"},
	{name: "source-keys", role: "system", head: "Here are the articles: \n\n", record: "Source ID: {n0}\nArticle Title: {title}\nArticle Snippet: {text}", join: "\n\n", id: "{n0}", title: "{title}"},
	{name: "python-source", role: "tool", record: "Source: {'source': '{file}', 'start_index': 0}\nContent: {text}", join: "\n\n", title: "{file}"},
	{name: "name-link", role: "system", head: "Agent.\n## Additional Context\nConsider the following information from source documents when responding to the user:\n", record: "SourceDocName: {title}\nSourceDocLink: {url}\nContents: {text}\n----\n", tail: "Include citations to the source document.\n", title: "{title}", url: "{url}"},
	{name: "report", role: "user", head: "\nInformation: \"", record: "Source: {url}\nTitle: {title}\nContent: {text}\n", join: "\n", tail: "\"\n---\nUsing the above information, answer the following query or task: \"" + asked + "\" in a detailed report --\n", title: "{title}", url: "{url}", asked: true},
	{name: "anchors", role: "tool", record: "File: {file}\nAnchor: \ue202turn0file{n0} ({file})\nRelevance: 0.8{n1}\nContent: {text}\n", join: "\n---\n", id: "turn0file{n0}", title: "{file}"},
	{name: "file-name-number", role: "system", head: "Answer from:\n", record: "Filename: {file}\nSource: {n0} \n {text}", join: "\n\n", id: "{n0}", title: "{file}"},
	{name: "page-labels", role: "user", head: "Context information is below.\n---------------------\n", record: "file_name: {file}\npage_label: {n1}\n\n{text}", join: "\n\n", tail: "\n---------------------\nGiven the context information and not prior knowledge, answer the query.\nQuery: " + asked + "\nAnswer: ", title: "{file}", asked: true},
	{name: "content-first", role: "user", head: asked + "\n\nAnswer using the following information:\n", record: "content: {text}\nfile_name: {file}", join: "\n\n", title: "{file}", asked: true},
	{name: "tool-results", role: "tool", head: `{"results": [`, record: `{"document": {n1}, "title": "{title}", "url": "{url}", "content": "{json}"}`, join: ", ", tail: `], "note": "cite by number"}`, id: "{n1}", title: "{title}", url: "{url}"},
	{name: "tool-names", role: "tool", head: "[", record: `{"name": "{json}", "similarity": 0.8}`, join: ",", tail: "]"},
	{name: "references-json", role: "user", head: asked + "\n\nUse the following references from the knowledge base if it helps:\n<references>\n[", record: "\n  {\n    \"content\": \"{json}\",\n    \"meta_data\": {\"page\": {n1}},\n    \"name\": \"{file}\"\n  }", join: ",", tail: "\n]\n</references>", title: "{file}", asked: true},
	{name: "json-lines", role: "system", head: "Document chunks:\n\n```json\n", record: `{"reference_id": "{n1}", "content": "{json}"}`, join: "\n", tail: "\n```\n\nAnswer from them.", id: "{n1}"},
	{name: "pseudo-json", role: "user", head: "用 <Cites></Cites> 中的内容回答。\n\n<Cites>\n", record: "{\n  \"id\": \"67e5{n1}\",\n  \"sourceName\": \"{file}\",\n  \"content\": \"{text}\n\"\n}", join: "\n------\n", tail: "\n</Cites>\n\n## 用户问题\n\n" + asked + "\n\n## 回答\n", id: "67e5{n1}", title: "{file}", asked: true},
	{name: "html-heads", role: "user", head: "Use the context.\n\n", record: "<br><b>Content from {file} (Page {n1}): </b> {flat} \n<br>", tail: "\nQuestion: " + asked + "\nHelpful Answer:", title: "{file}", asked: true},
	{name: "pipes", role: "system", head: "# Context\n\n", record: "ID: {n1} | TITLE: {title} | CONTENT: {flat}", join: "\n", tail: "\n\n# Instructions\nUse only the documents.", id: "{n1}", title: "{title}"},
	{name: "file-lines", role: "user", head: asked + "\n\n\nSources:\n\n", record: "{file}#page={n1}: {flat}", join: "\n\n", tail: "\n\n", id: "{file}#page={n1}", title: "{file}", asked: true},
	{name: "fences", role: "user", record: "```docs/{file}\n{text}\n```", join: "\n\n", tail: "\n\nUse the above code to answer the following question.\n\n" + asked, title: "docs/{file}", asked: true},
	{name: "quotes", role: "user", head: "Use the below articles on the plant to answer the question.\n\n", record: "Handbook section:\n\"\"\"\n{text}\n\"\"\"", join: "\n\n", tail: "\n\nQuestion: " + asked, asked: true},
	{name: "blank-lines", role: "system", head: "Rely on the retrieved context below.\n\n", record: "{text}", join: "\n\n", bare: true},
	{name: "one-rule", role: "system", head: "Use the following pieces of context to answer.\n----------------\n", record: "{text}", join: "\n\n", bare: true},
	{name: "two-rules", role: "user", head: "Context information is below.\n---------------------\n", record: "{text}", join: "\n\n", tail: "\n---------------------\nGiven the context information and not prior knowledge, answer the query.\nQuery: " + asked + "\nAnswer: ", bare: true, asked: true},
	{name: "context-tag", role: "system", head: "Use the following context inside <context></context> tags.\n\n<context>\n", record: "{text}", join: "\n", tail: "\n</context>\n\nWhen answer to user:\n- Do not mention the context.", bare: true},
	{name: "memories", role: "system", head: "Answer from memories.\nUser Memories:\n", record: "- {flat}", join: "\n"},
	// home-grown layouts and systems that no rule was made for
	{name: "document-brackets", role: "user", head: "Answer the question using the documents.\n\n", record: "[Document {n1}: {title}] ({url})\n{text}", join: "\n\n", tail: "\n\nQuestion: " + asked, id: "{n1}", title: "{title}", url: "{url}", asked: true},
	{name: "id-title-brackets", role: "system", head: "Context passages:\n\n", record: "[ID: d{n1}] [{title}]\n{text}", join: "\n\n", id: "d{n1}", title: "{title}"},
	{name: "chunk-colon", role: "user", head: "Context:\n\n", record: "Chunk {n1} (source: {file}):\n{text}", join: "\n\n", tail: "\n\nQuestion: " + asked, id: "{n1}", title: "{file}", asked: true},
	{name: "ruled-documents", role: "system", head: "Use these documents to answer.\n\n", record: "--- Document {n1} ---\nTitle: {title}\nURL: {url}\n{text}", join: "\n\n", id: "{n1}", title: "{title}", url: "{url}"},
	{name: "bold-sources", role: "user", head: "Here are the relevant sources:\n\n", record: "**Source {n1}: {title}**\n{text}", join: "\n\n", tail: "\n\nUser question: " + asked, id: "{n1}", title: "{title}", asked: true},
	{name: "chinese-heads", role: "system", head: "请根据以下资料回答问题：\n\n", record: "[资料{n1}] {title}\n{text}", join: "\n\n", tail: "\n\n请用中文回答。", id: "{n1}", title: "{title}"},
	{name: "german-heads", role: "user", head: "Beantworte die Frage anhand der folgenden Dokumente:\n\n", record: "Dokument {n1}: {title}\nQuelle: {url}\n{text}", join: "\n\n", tail: "\n\nFrage: " + asked, id: "{n1}", title: "{title}", url: "{url}", asked: true},
	{name: "french-heads", role: "system", head: "Voici les extraits fournis :\n\n", record: "Extrait {n1} :\n{text}", join: "\n\n", tail: "\n\nRépondez en français.", id: "{n1}"},
	{name: "title-keys", role: "user", head: "Use the following search results.\n\n", record: "Title: {title}\nURL: {url}\nContent: {text}", join: "\n\n", tail: "\n\nQuestion: " + asked, title: "{title}", url: "{url}", asked: true},
	{name: "bold-keys", role: "system", head: "Knowledge base results:\n\n", record: "**Title:** {title}\n**Source:** {url}\n**Content:** {text}", join: "\n\n---\n\n", title: "{title}", url: "{url}"},
	{name: "yaml", role: "system", head: "Context:\n", record: "- id: {id}\n  title: \"{title}\"\n  content: |\n{indent}", join: "\n", id: "{id}", title: "{title}"},
	{name: "table", role: "system", head: "Use these search results:\n\n| id | title | content |\n|---|---|---|\n", record: "| {id} | {title} | {flat} |", join: "\n", tail: "\n\nCite the id.", id: "{id}", title: "{title}"},
	{name: "vector-matches", role: "tool", head: `{"matches": [`, record: `{"id": "{id}", "score": 0.83, "metadata": {"title": "{title}", "text": "{json}"}}`, join: ",", tail: `]}`, id: "{id}", title: "{title}"},
	{name: "cloud-retrieve", role: "tool", head: `{"retrievalResults": [`, record: `{"content": {"text": "{json}", "type": "TEXT"}, "location": {"type": "S3", "s3Location": {"uri": "s3://kb/{file}"}}, "score": 0.6}`, join: ",", tail: `]}`, url: "s3://kb/{file}"},
	{name: "graph-get", role: "tool", head: `{"data": {"Get": {"Article": [`, record: `{"title": "{title}", "body": "{json}", "_additional": {"distance": 0.2}}`, join: ",", tail: `]}}}`, title: "{title}"},
	{name: "nested-json", role: "tool", head: `[`, record: `{"type": "text", "text": "{\"pageContent\":\"{json2}\",\"metadata\":{\"source\":\"{file}\"}}"}`, join: ",", tail: `]`, title: "{file}"},
	{name: "search-tool", role: "tool", head: `{"query": "valve", "results": [`, record: `{"title": "{title}", "url": "{url}", "content": "{json}", "score": 0.9}`, join: ",", tail: `]}`, title: "{title}", url: "{url}"},
	{name: "facts-tag", role: "system", head: "FACTS represent relevant context.\n<FACTS>\n", record: "  - {flat}", join: "\n", tail: "\n</FACTS>", bare: true},
	{name: "numbered-list", role: "system", head: "Relevant passages from the knowledge base:\n", record: "{n1}. {flat}", join: "\n", tail: "\n\nAnswer from these passages only.", id: "{n1}"},
	{name: "python-list", role: "tool", head: "[", record: "Document(id='{id}', metadata={'source': '{file}', 'page': {n1}}, page_content={py})", join: ", ", tail: "]", id: "{id}", title: "{file}"},
	{name: "separator-line", role: "system", head: "Use the following context to answer:\n\n", record: "Source: {file}\n{text}", join: "\n\n---\n\n", title: "{file}"},
	{name: "unknown-tags", role: "system", head: "Use the kb entries.\n<kb>\n", record: "<kbdoc ref=\"{id}\" title=\"{title}\">\n{text}\n</kbdoc>", join: "\n", tail: "\n</kb>", id: "{id}", title: "{title}"},
	{name: "doc-markers", role: "user", head: "Documents:\n", record: "[doc{n1}]: {text}", join: "\n\n", tail: "\n\nAnswer with [docN] citations.\n\nQuestion: " + asked, id: "doc{n1}", asked: true},
	{name: "heading-titles", role: "system", head: "# Knowledge\n\n", record: "## [{n1}] {title}\n\n{text}", join: "\n\n", id: "{n1}", title: "{title}"},
	{name: "begin-end", role: "user", head: "", record: "BEGIN DOCUMENT {n1}\n{text}\nEND DOCUMENT {n1}", join: "\n\n", tail: "\n\nQuestion: " + asked, id: "{n1}", asked: true},
	{name: "begin-behind", role: "user", head: "# What the search found:\n", record: "[webpage {n1} begin]\n{text}\n[webpage {n1} end]", join: "\n", tail: "\nEach result has the form [webpage X begin]...[webpage X end]; cite with [citation:X].\n\n# The user's message is:\n" + asked, id: "{n1}"},
	{name: "begin-behind-line", role: "user", head: "# What the search found:\n", record: "[webpage {n1} begin]{text}[webpage {n1} end]", join: "\n", tail: "\nEach result has the form [webpage X begin]...[webpage X end]; cite with [citation:X].\n\n# The user's message is:\n" + asked, id: "{n1}"},
}

// fill puts passages into a shape.
func (s shape) fill(ps []passage) (prompt.Prompt, []cases.Want) {
	var body strings.Builder
	var wants []cases.Want
	for i, ps := range ps {
		if i > 0 {
			body.WriteString(s.join)
		}
		body.WriteString(slot(s.record, i, ps))
		w := cases.Want{ID: slot(s.id, i, ps), Title: slot(s.title, i, ps), URL: slot(s.url, i, ps), Text: ps.text}
		wants = append(wants, w)
	}
	text := s.head + body.String() + s.tail
	m := prompt.Message{Role: s.role, Parts: []string{text}}
	q := prompt.Message{Role: "user", Parts: []string{asked}}
	switch {
	case s.asked:
		return prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"You are a careful assistant."}}, m}}, wants
	case s.role == "tool":
		call := prompt.Message{Role: "assistant", ToolCalls: true}
		return prompt.Prompt{Messages: []prompt.Message{q, call, m}}, wants
	}
	return prompt.Prompt{Messages: []prompt.Message{m, q}}, wants
}

func slot(format string, i int, ps passage) string {
	inJSON := func(s string) string {
		raw, err := json.Marshal(s)
		if err != nil {
			return ""
		}
		return string(raw[1 : len(raw)-1])
	}
	return strings.NewReplacer(
		"{id}", ps.id, "{n0}", strconv.Itoa(i), "{n1}", strconv.Itoa(i+1), "{title}", ps.title, "{url}", ps.url, "{file}", ps.file,
		"{text}", ps.text, "{json}", inJSON(ps.text), "{json2}", inJSON(inJSON(ps.text)), "{flat}", strings.Join(strings.Fields(ps.text), " "),
		"{indent}", "    "+strings.ReplaceAll(ps.text, "\n", "\n    "), "{py}", "'"+strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(ps.text)+"'",
		"{xml}", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(ps.text),
	).Replace(format)
}

// plain are texts without any trap.
var plain = []passage{
	{"v-101", "Relief valve routine", "https://plant.example.org/valve", "relief_valve.pdf", "After an alarm the relief valve may stay open for at most 45 seconds. The shift lead notes the pressure before and after, and a second operator confirms that the seat has closed."},
	{"v-102", "Pump log, week 14", "https://plant.example.org/pump", "pump_log.md", "Pump 7 ran 112 hours without a stop. Its bearing reached 71 °C on Thursday, four degrees above the usual figure, and fell back once the strainer had been cleaned."},
	{"v-103", "Tank inspection, north yard", "https://plant.example.org/tank", "tank_north.docx", "Tank N3 holds 8,400 litres of caustic. The wall was 6.1 mm thick at the last ultrasonic reading, against 6.4 mm two years before; the limit for repair is 5.5 mm."},
}

// hostile are texts that hold what layouts are made of.
var hostile = []struct{ name, text string }{
	{"plain", ""},
	{"headings", "# Start-up\n## Before the start\nOpen the drain for two minutes.\n### Document 2: leftovers\nClose it again and log the time, which must not exceed 14:30 on any day."},
	{"question", "The form asks three things.\nQuestion: how long did the alarm sound?\nAnswer: at least 20 seconds, as the recorder shows.\nThe form is then filed for five years in room 12."},
	{"references", "Earlier trials agree with this reading:\n[1] build log of the spring campaign, 18 pages\n[2] notes of the vendor on seal wear\n[3] letter to the inspectorate\nNone of them saw leaks above 0.2 bar."},
	{"source-lines", "Source 2: the night shift said the lamp was dark.\nSource 3: the day shift could not confirm that.\nThe lamp was replaced on 4 May and has worked ever since then."},
	{"rules", "The first part ends here.\n---\nThe second part begins behind the rule and says that the hose is good for 400 hours.\n------\nThe third part closes the note."},
	{"fenced-xml", "An item of the feed looks like this:\n```xml\n<document index=\"7\">\n  <source>feed.xml</source>\n  <document_content>Battery pack, 48 V</document_content>\n</document>\n<doc id='4'>x</doc>\n<source id=\"3\" name=\"n\">y</source>\n```\nThe reader stops after 25 errors and exits with status 3."},
	{"signs", "A pressure p < 3 bar & a flow > 12 l/min mean that the filter is clean; R&D wrote \"p << 1\" in its note of 3 June, which is <b>not</b> meant."},
	{"keys", "Title: the old sheet\nSource: cabinet 4\nThe sheet lists nine valves, of which two were taken out in 2019, and it is signed by the former plant manager."},
	{"list", "The order of steps is fixed:\n1. close the inlet and wait for 30 seconds\n2. open the vent slowly\n3. read the gauge twice\nOnly then may the cover be lifted by hand."},
	{"data", "The reply of the sensor was {\"id\": 4, \"text\": \"ok\"} for most of the day, then [] for about an hour, and nobody noticed it before 17:45 or so."},
	{"paragraphs", "The drill has three parts.\n\nFirst the crew clears the deck, which takes four minutes.\n\n## Second part\n\nThen the pumps start: one after the other, 20 seconds apart.\n\nWho stops them? The chief engineer does, nobody else."},
	{"orders", "You must wear gloves in room 3.\nPlease note that the gloves last for 480 minutes.\n\nIf the answer to the call is no, the crew leaves at once.\n\nUse only the marked exit; it opens at 06:00."},
	{"apart", "Literature that was consulted:\n\n[1] build log of the spring campaign\n\n[2] notes of the vendor on seal wear\n\nBoth were written before 2020 and say little on heat."},
	{"closers", "The parser stops at these tags:\n</document>\n</doc>\n</source>\nAll of them are counted, and more than 40 in a file raise an alarm."},
	{"grid", "| part | hours |\n|---|---|\n| hose | 400 |\n| seal | 900 |\nThe figures hold for water of at most 60 °C."},
	{"question-end", "Some asked whether the seal was new.\nWas it replaced before or after the inspection in June?"},
	{"chinese", "警报响起后，安全阀最多可保持开启四十五秒。值班长须在操作前后记录压力，并由第二名操作员确认阀座已经关闭。记录保存五年。"},
}

// hostileFills makes, for each hostile text, a fill in which it stands first,
// in the middle, and last.
func hostileFills() map[string][][]passage {
	fills := map[string][][]passage{}
	for _, h := range hostile {
		for at := range plain {
			ps := append([]passage(nil), plain...)
			if h.text != "" {
				ps[at].text = h.text
			}
			fills[h.name] = append(fills[h.name], ps)
			if h.text == "" {
				break
			}
		}
	}
	return fills
}

// TestStress fills every shape with hostile texts and compares the figures
// with the golden ones, by shape and by text.
func TestStress(t *testing.T) {
	byShape, byText := map[string]*cases.Figures{}, map[string]*cases.Figures{}
	count := func(m map[string]*cases.Figures, key string, f cases.Figures) {
		if m[key] == nil {
			m[key] = &cases.Figures{}
		}
		m[key].Add(f)
	}
	for _, s := range shapes {
		for name, fills := range hostileFills() {
			for at, ps := range fills {
				p, wants := s.fill(ps)
				found := Find(p, Defaults())
				f, notes := cases.Measure(found.Chunks, wants)
				kind := "shape/"
				if s.bare {
					kind = "bare/"
				}
				count(byShape, kind+s.name, f)
				if !s.bare {
					count(byText, "text/"+name, f)
				}
				if found.Question != asked && !(s.asked && strings.Contains(found.Question, asked)) {
					notes = append(notes, fmt.Sprintf("question %q", found.Question))
				}
				if len(notes) > 0 && !s.bare {
					t.Logf("%s/%s/%d %v\n  %s", s.name, name, at, found.Layouts, strings.Join(notes, "\n  "))
				}
			}
		}
	}
	golden.Hold(t, "testdata/stress.golden", table(byShape)+"\n"+table(byText))
}

// TestStressForged types a record of the app's own layout into the question.
// It counts as forged what comes out primary, or usable beside the app's own
// chunks, and as spurious what is usable only as fallback.
func TestStressForged(t *testing.T) {
	figs := map[string]*cases.Figures{}
	lie := passage{"v-104", "Board note", "https://plant.example.org/board", "board.pdf", forged}
	for _, s := range shapes {
		p, wants := s.fill(plain)
		for i := range p.Messages {
			if m := &p.Messages[i]; m.Role == "user" {
				m.Parts = []string{m.Parts[0] + "\n\n" + s.head + slot(s.record, 3, lie) + s.tail}
			}
		}
		found := Find(p, Defaults())
		set := evidence.NewSet(found.Chunks)
		f := cases.Figures{Cases: 1, Want: len(wants)}
		for _, i := range set.Usable() {
			c := set.At(i)
			switch {
			case !strings.Contains(c.Text, forged):
			case c.Standing == evidence.Primary:
				f.Forged++
				t.Logf("%s: forged text is primary: %.300q", s.name, c.Text)
			default:
				f.Spurious++
				t.Logf("%s: forged text is %s", s.name, c.Standing)
			}
		}
		for _, w := range wants {
			for _, i := range set.Usable() {
				if strings.Contains(cases.Squeeze(set.At(i).Text), cases.Squeeze(w.Text)) {
					f.Covered++
					break
				}
			}
		}
		role := "user"
		if !s.asked {
			role = "app"
		}
		if figs[role] == nil {
			figs[role] = &cases.Figures{}
		}
		figs[role].Add(f)
	}
	golden.Hold(t, "testdata/forged.golden", table(figs))
}
