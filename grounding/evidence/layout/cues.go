package layout

import "strings"

// evidenceNouns are the words by which prompts call the retrieved passages.
// Longer words come with their shorter forms: matching is by substring.
var evidenceNouns = phrasesOf(
	"context", "document", "passage", "results", "source", "information", "article", "excerpt", "snippet", "knowledge", "reference",
	"search result", "retrieved", "memories", "facts", "extract", "pieces", "materials", "notes", "chunks", "background", "records", "faq", "evidence", "pages", "relevant ", "literature", "文章", "tickets", "abstracts", "provisions", "policies", "long_term_memory",
	// German, Dutch
	"kontext", "dokument", "quelle", "auszüge", "abschnitte", "informationen", "wissensbasis", "textstellen", "bronnen", "informatie", "fragmenten",
	// French, Spanish, Portuguese, Italian
	"contexte", "extrait", "informations", "contexto", "documento", "fuente", "fragmento", "información", "fonte", "trecho",
	"informações", "contesto", "informazioni", "estratti", "passaggi", "connaissances", "pasajes",
	// Russian, Arabic, Chinese, Japanese
	"контекст", "документ", "источник", "фрагмент", "информаци", "базе знаний", "базы знаний", "база знаний", "السياق", "المستندات", "المصادر", "المعلومات", "الوثائق",
	"bağlam", "kaynak", "belge", "źród", "kontekst", "källa", "sammanhang", "kilde", "zdroj", "джерел", "surse", "forrás", "lähte", "konteks", "dokumen",
	"ngữ cảnh", "tài liệu", "संदर्भ", "स्रोत", "הקשר", "מקור", "متن", "منبع", "บริบท", "เอกสาร", "문맥", "컨텍스트", "참고", "문서",
	"文檔", "參考", "資訊", "知識", "transcript", "comments", "reviews", "matches", "wiki", "handbook", "quotes", "fundstelle", "hasil pencarian", "referensi", "informasi", "已知信息", "上下文", "参考", "资料", "文档", "背景", "知识", "检索", "内容如下", "コンテキスト", "文脈", "参考情報", "資料", "ドキュメント", "情報",
)

// directions tell that the evidence follows.
var directions = phrasesOf(
	"below", "following", "provided", "retrieved", "given", "these", "here", "this context", "only the context", "from the context",
	"unten", "folgend", "bereitgestellt", "ci-dessous", "suivant", "fourni", "siguiente", "a continuación", "proporcionad",
	"abaixo", "seguinte", "fornecid", "seguent", "fornit", "volgende", "onderstaande", "ниже", "следующ", "предоставленн", "التالي", "أدناه",
	"以下", "下面", "如下", "次の", "下記", "다음", "아래", "제공된",
)

// isLead tells whether a line introduces evidence: it names it, and ends in a
// colon or says that it follows.
func isLead(s string) bool {
	if len(s) > 400 || len(s) < 4 {
		return false
	}
	colon := endsInColon(s)
	heading := s[0] == '#' || s[0] == '*'
	if !colon && !heading && len(s) > 200 && !strings.ContainsAny(s, ".。-") {
		return false
	}
	if !colon && !(heading && len(s) < 80) && !directions.in(s) || !evidenceNouns.in(s) {
		return false
	}
	low := strings.ToLower(s)
	return !isAskLabel(low) && !ofSettings(low) && !strings.HasSuffix(low, " me:") && !strings.HasPrefix(low, "my ") && !wantsWords(low)
}

// wantsWords tells whether a line ends in what the model is to say in some case:
// the words follow, and no evidence.
func wantsWords(low string) bool {
	low = strings.TrimRight(low, ":：* ")
	return endsInAny(low, "say", "say exactly", "respond", "respond with", "reply", "reply with", "answer with", "output", "return", "write", "state", "else",
		"sentence", "message", "phrase", "sage", "antworte", "schreibe", "réponds", "répondez", "dis", "responde", "di", "rispondi", "ответь", "скажи")
}

func endsInAny(s string, words ...string) bool {
	for _, w := range words {
		if rest, ok := strings.CutSuffix(s, w); ok && (rest == "" || !isLetter(rest[len(rest)-1])) {
			return true
		}
	}
	return false
}

func endsInColon(s string) bool {
	for s != "" && (s[len(s)-1] == '*' || s[len(s)-1] == ' ') {
		s = s[:len(s)-1]
	}
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

// askLabels are the labels of a question or of the place for an answer.
var askLabels = []string{
	"question", "query", "user question", "user query", "user's question", "users question", "user input", "user message", "user request",
	"request", "original question", "the question", "current question", "latest question", "follow up question", "follow-up question", "input",
	"ask", "task", "current task", "q", "the original query is as follows", "the original question is as follows", "follow up input",
	"用户问题", "问题", "用户提问", "提问", "问", "質問", "ユーザーの質問", "frage", "benutzerfrage", "nutzerfrage", "anfrage", "pregunta", "consulta",
	"pergunta", "domanda", "vraag", "вопрос", "запрос", "السؤال", "سؤال", "requête", "질문", "soru", "kullanıcı sorusu",
	"pytanie", "fråga", "spørgsmål", "spørsmål", "otázka", "питання", "întrebare", "kérdés", "kysymys", "pertanyaan", "câu hỏi", "प्रश्न", "שאלה", "پرسش", "سوال", "คำถาม",
}

// replyLabels stand in front of an answer, or of the place for one.
var replyLabels = []string{
	"answer", "helpful answer", "final answer", "your answer", "response", "your response", "standalone question", "refined answer", "assistant", "ai",
	"output", "reply", "回答", "你的回答", "您的回答", "答案", "答", "antwort", "réponse", "respuesta", "resposta", "risposta", "antwoord", "ответ", "الإجابة", "الجواب", "답변", "cevap", "yanıt", "odpowiedź", "svar", "odpověď", "відповідь", "răspuns", "válasz",
	"vastaus", "jawaban", "trả lời", "उत्तर", "תשובה", "پاسخ", "คำตอบ",
}

// partLabels open what else an app writes for the model behind its evidence.
var partLabels = []string{
	"instructions", "instruction", "rules", "guidelines", "requirements", "reminder", "remember", "回答要求", "要求", "注意", "anweisungen", "regeln",
	"instrucciones", "instruções", "istruzioni", "consignes", "инструкции", "chat history", "conversation history", "history", "conversation",
	"user", "human", "output format", "format", "examples", "example", "hinweise", "hinweis", "note to assistant", "current date", "today's date", "hint", "topic", "ticket", "role", "goal", "回答格式", "output language",
	"правила", "правила поведения", "правила ответа", "reglas", "règles", "regras", "regole", "规则", "回答规则", "ルール", "규칙", "quy tắc", "zasady", "aturan",
	"user profile", "about the user", "user info",
	"votre mission", "your mission", "thought", "action", "action input", "options", "choices",
}

// label is the label that a line begins with, lower case, and what stands
// behind its colon. A heading or emphasised line is a label without a value.
func label(s string) (name, value string, ok bool) {
	if name, value, ok = strings.Cut(strings.TrimPrefix(s, "【"), "】"); ok && len(name) <= 40 && len(name) < len(s)-len("】") && s[:len("【")] == "【" {
		return strings.ToLower(strings.TrimSpace(name)), strings.Trim(value, "：: \t"), true
	}
	t := trimMarks(s, "#*_-=>|% \t[<【")
	marked := len(t) < len(s)
	if end, behind := firstColon(t); end >= 0 {
		name, value = t[:end], strings.Trim(t[behind:], "* \t\"")
	} else if marked && len(t) <= 60 {
		name = t
	} else {
		return "", "", false
	}
	name = strings.ToLower(strings.Trim(name, "#*_-=<>|%[]() \t【】"))
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i] // answer (with citations)
	}
	return name, value, true
}

// trimMarks takes marks off the front of a line. Most lines begin with a letter,
// and no mark is one.
func trimMarks(s, marks string) string {
	if s == "" || isLetter(s[0]) {
		return s
	}
	return strings.TrimLeft(s, marks)
}

// firstColon is where the first colon of a label stands, narrow or wide, and
// where it ends; -1 where there is none at the beginning of the line.
func firstColon(s string) (at, behind int) {
	const last = 40 // byte at which it may begin
	at = strings.IndexByte(s[:min(len(s), last+1)], ':')
	wide := strings.Index(s[:min(len(s), last+len("："))], "：")
	if wide >= 0 && (at < 0 || wide < at) {
		return wide, wide + len("：")
	}
	return at, at + 1
}

var (
	askTable    = set(askLabels...)
	replyTable  = set(replyLabels...)
	answerTable = set(append(partLabels, replyLabels...)...)
)

// isPart tells whether a label opens what an app writes behind its evidence:
// one of those known, or one in such words: `system instructions`, `recent
// conversation history`.
func isPart(name string) bool {
	if answerTable[name] {
		return true
	}
	if strings.HasPrefix(name, "answer to ") || strings.HasPrefix(name, "response to ") {
		return true // what is to be graded, checked
	}
	if talk, ok := strings.CutSuffix(name, " so far"); ok {
		return partWords[talk]
	}
	i := strings.LastIndexByte(name, ' ')
	if i < 0 || !partWords[name[i+1:]] {
		return false
	}
	for word := range strings.SplitSeq(name[:i], " ") {
		if !partQualities[word] {
			return false
		}
	}
	return true
}

// headingParts are the headings of an app's own parts. Without the marks of a
// heading they may begin a passage's line.
var headingParts = set("style", "tone", "task", "tasks", "role", "persona", "constraints", "objective", "output", "language", "audience",
	"response", "goal", "goals", "identity", "capabilities", "limitations", "workflow", "your task", "your role", "aufgabe", "stil", "ton", "rolle",
	"tâche", "rôle", "tarea", "rol", "任务", "角色", "风格", "输出")

// partWords end the name of a part of the prompt whose other words are among
// partQualities.
var (
	partWords = set("instructions", "instruction", "guidelines", "rules", "requirements", "history", "conversation", "transcript", "messages", "turns",
		"format", "style", "constraints", "policy", "reminder", "dialogue", "dialog", "chat", "answer", "response", "draft")
	partQualities = set("system", "response", "output", "answer", "answering", "your", "additional", "important", "final", "general", "formatting",
		"citation", "recent", "previous", "prior", "chat", "conversation", "earlier", "past", "current", "the", "special", "strict", "key", "core",
		"further", "user", "reply", "behavior", "behaviour", "critical", "message", "dialogue", "last", "task", "draft",
		"proposed", "candidate", "existing", "initial", "original", "generated", "suggested", "ai", "model", "student", "first")
)

// askValue reads a line such as `Question: q`: it returns q, and true even
// where q stands on the lines below.
func askValue(s string) (string, bool) {
	name, value, ok := label(s)
	return value, ok && asks(name)
}

// asks tells whether a label is that of a question: one of those known, or a
// few words that end in one: `my question`, `for the given query`.
func asks(name string) bool {
	if askTable[name] {
		return true
	}
	if strings.HasPrefix(name, "question d") {
		return true
	}
	name = strings.TrimPrefix(name, "here is ")
	i := strings.LastIndexByte(name, ' ')
	if i < 0 || strings.Count(name, " ") > 3 || evidenceNouns.in(name) {
		return false
	}
	switch name[i+1:] {
	case "question", "query", "frage", "pregunta", "asked", "asks":
		return true
	case "is":
		return strings.HasSuffix(name, "question is") || strings.HasSuffix(name, "query is")
	}
	return false
}

func isAskLabel(low string) bool {
	name, _, ok := label(low)
	return ok && (asks(name) || isPart(name))
}

// openings begin instructions and closing remarks, lower case. A passage
// hardly ever begins with one of them.
var openings = phrasesOf(
	"remember", "reminder", "given the context", "given the above", "given only", "given these", "given this", "given the information",
	"given the new context", "given the provided", "based on the above", "based on the context", "based on the provided", "based on the information",
	"based on these", "based only", "using the above", "using only", "using the context", "using the provided", "using this", "use the above",
	"use only", "use nothing", "use this", "use these", "use the information", "use the context", "answer the", "answer in", "answer only", "answer from",
	"answer using", "answer with", "answer based", "answer as", "answer concisely", "answer briefly", "respond ", "reply ", "cite ",
	"if you don't know", "if you do not know", "if you lack", "if the answer", "if the context", "if none of", "if there is no",
	"if the documents", "if the sources", "if the information", "if the context isn't", "when answer", "do not mention", "do not use", "do not make", "do not repeat",
	"you are", "begin!", "the above", "above is", "include citations", "include source", "quote ", "quote first",
	"current date", "now,", "now here", "now answer", "mit diesen dokumenten", "beachte", "keep the answer", "keep your", "your task", "your role", "your job", "your goal", "your answer", "your response", "your reply", "your output", "your final", "provide a", "provide your", "provide an", "only use", "only answer",
	"always cite", "always answer", "think step", "let's", "follow these", "end of context", "end of documents", "[end", "that is all",
	"以上", "请", "根据上", "根据以上", "根据已知", "基于以上", "基于上述", "注意", "如果", "你是", "不要", "上記", "以上の", "回答して", "次の質問",
	"beantworte", "antworte", "nutze", "verwende", "wenn die", "falls die", "zitiere", "réponds", "répondez", "utilise", "utilisez", "si vous", "si la réponse", "citez",
	"responde", "responda", "utiliza", "usa ", "si no", "se não", "cite", "rispondi", "usa solo", "se non", "beantwoord", "gebruik", "als het", "ответь", "ответьте", "используй",
	"если", "أجب", "استخدم", "إذا", "答えて", "이전",
	"gunakan ", "jawab", "hãy ", "vui lòng", "trả lời", "yanıtla", "cevapla", "odpowiedz", "użyj", "svara", "använd ", "vastaa", "위의 ", "답변은",
)

// requests begin instructions too, but passages as well: they count where they
// speak of the evidence or the answer.
var requests = phrasesOf(
	"please ", "you must", "you should", "you can", "don't", "never ", "make sure", "ensure ", "consider ", "write ", "bitte", "if nothing",
	"gib ", "nenne ", "avoid ",
)

// isTailCue tells whether a line begins what an app writes behind its
// evidence: a question's label, an instruction, a closing remark.
func isTailCue(s string) bool {
	if s == "" {
		return false
	}
	if strings.HasPrefix(s, "[[ ## ") {
		return true
	}
	if name, _, ok := label(s); ok && (asks(name) || isPart(name) || s[0] == '#' && headingParts[name]) {
		return true
	}
	head := s
	if len(head) > 48 {
		head = head[:48]
	}
	head = trimMarks(head, "#*_- \t(")
	if openings.begin(head) {
		return true
	}
	if requests.begin(head) {
		return len(s) < 400 && subjects.in(s)
	}
	return isInstruction(s) || strings.HasPrefix(s, "</") && len(s) < 40 && s[len(s)-1] == '>' || strings.HasPrefix(s, "<|") && strings.HasSuffix(s, "|>")
}

// commands are verbs by which prompts tell the model what to do.
var commands = set("use", "using", "do", "don't", "provide", "select", "give", "generate", "summarise", "summarize", "cite", "explain", "list",
	"state", "keep", "answer", "respond", "reply", "write", "quote", "avoid", "refer", "base", "create", "produce", "return", "reference",
	"include", "mention", "analyse", "analyze", "compose", "extract", "stick", "rely", "according", "first", "only", "from", "considering", "with",
	"improve", "check", "verify", "rewrite", "revise", "update", "correct", "evaluate", "compare", "judge", "assess")

// subjects are what such commands are about.
var subjects = phrasesOf(
	"context", "document", "source", "search result", "results", "passage", "excerpt", "answer", "question", "query", "citation", "snippet",
	"statements", "provided", "information above", "article", "dokument", "frage", "instruction", "quelle", "antwort", "abschnitt", "auszug", "auszüge",
	"make up", "made up", "invent", "guess", "concise", "sentence", "language", "json", "markdown", "format", "prompt", "respond", "reply", "cite",
)

// isInstruction tells whether a line is a command about the evidence or the
// answer, rather than about what the evidence speaks of.
func isInstruction(s string) bool {
	if len(s) > 400 {
		return false
	}
	head := trimMarks(s[:min(len(s), 160)], "#*_- ")
	word, rest, ok := strings.Cut(head, " ")
	return ok && len(word) < 12 && holds(commands, word) && subjects.in(rest)
}
