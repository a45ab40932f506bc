package layout

import "strings"

// saysNothing tells whether a section that is one paragraph holds no evidence:
// the app says that nothing was found, or speaks of the conversation itself.
func saysNothing(p *page, text string) bool {
	return foundNothing(text) || !p.user() && ofConversation(text)
}

// foundNothing tells whether a text says that nothing was found.
func foundNothing(text string) bool {
	text = strings.TrimLeft(text, "([<（【*_- ")
	return len(text) <= 200 && denials.begin(text) && (findings.in(text) || len(text) <= 24)
}

var (
	denials = phrasesOf("no ", "none", "nothing", "n/a", "not found", "empty", "keine ", "nichts", "aucun", "ningún", "ninguna", "no hay", "nenhum", "nessun", "geen ",
		"无", "没有", "未找到", "未检索到", "暂无", "该当なし", "見つかりません", "없음", "нет ", "ничего", "لا يوجد", "không có", "inga ", "ingen ", "tidak ada")
	findings = phrasesOf("found", "retrieved", "available", "match", "result", "returned", "uploaded", "provided", "document", "context", "gefunden", "trouvé",
		"encontr", "trovat", "gevonden", "内容", "文档", "结果", "資料", "найден", "documents", "hittades", "ditemukan")
)

// ofConversation tells whether a text speaks of the conversation that the
// model is in and of who takes part in it: what many an app calls context.
func ofConversation(text string) bool {
	return len(text) <= 800 && conversations.in(text)
}

var conversations = phrasesOf("you are talking", "you are speaking", "you are chatting", "you are helping", "you will be talking", "the user is a ",
	"this assistant", "the assistant is", "this chatbot", "this bot", "this conversation", "the conversation takes", "this chat", "your users", "your audience")
