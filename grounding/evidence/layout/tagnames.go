package layout

// recordTags are the names under which one passage is sent. Some of them are
// also names of containers and of fields; where they stand decides.
var recordTags = set(
	"document", "doc", "source", "chunk", "result", "item", "passage", "node", "contextitem", "data", "reference", "ref",
	"snippet", "excerpt", "article", "record", "entry", "file_content", "url_content", "memory", "text_chunk", "fact",
	"search_result", "search-result", "searchresult", "page", "hit", "evidence", "citation", "text", "retrieved_document",
	"retrieved_chunk", "retrieveddocument", "context_item", "context_chunk", "kb_article", "web_page", "webpage", "paragraph",
	"content", "file", "document_chunk", "segment", "context", "note", "knowledge_item", "doc_chunk", "quote", "extract",
	"web_result", "source_document", "contextdocument", "context_document", "kb_entry", "match", "block")

// askTags hold what is asked or demanded, never evidence.
var askTags = set(
	"question", "query", "user_query", "userquery", "user_question", "user_input", "instructions", "instruction", "rules",
	"guidelines", "task", "example", "examples", "output", "output_format", "format", "thinking", "scratchpad", "chat_history",
	"history", "histories", "conversation", "conversation_history", "system", "role", "persona", "tone", "answer_format",
	"questions", "citation_instructions", "constraints", "tools", "tool", "environment_details", "user_message", "response_format",
	"important", "reminder", "style", "goal", "objective", "widgets_result", "user", "assistant", "input", "response")

// htmlTags are markup inside passages; they neither hold records nor are any.
var htmlTags = set(
	"p", "div", "b", "i", "em", "strong", "br", "ul", "ol", "li", "table", "tr", "td", "th", "tbody", "thead", "html", "body",
	"head", "span", "a", "img", "code", "pre", "script", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "u", "sub", "sup", "section",
	"header", "footer", "nav", "main", "video", "audio", "form", "button", "label", "meta", "small", "blockquote", "figure", "svg",
	"title", "details", "dl", "dt", "dd", "select", "option", "iframe", "noscript", "caption", "center", "font")

// containerTags hold records or bare text, and are no record themselves even
// when they hold text only: that is a section.
var containerTags = set("已知信息", "参考资料", "参考信息", "上下文", "知识库", "検索結果", "コンテキスト",
	"context", "contexts", "documents", "sources", "retrieved_chunks", "references", "search_results", "results", "cites", "data",
	"qa", "files", "knowledge", "knowledge_base", "passages", "chunks", "articles", "snippets", "excerpts", "information",
	"reference", "retrieved_context", "retrieved_documents", "retrieved_memories", "memories", "search-results", "facts",
	"filescontent", "background", "evidence", "docs", "context_documents", "provided_context", "knowledgebase", "supporting_documents")
