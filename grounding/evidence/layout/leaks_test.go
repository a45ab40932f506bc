package layout

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

const (
	coldStore = "The cold store is kept between 2 and 6 °C and is checked every 40 minutes by the guard of the night shift."
	licence   = "A forklift licence is valid for five years; it lapses if its holder has not driven for 18 months in a row."
	rumour    = "My foreman wrote that 47 minutes are allowed."
)

// onePrompt has one message of some role; the question follows in a message of
// its own where that is not the user's.
func onePrompt(role, text string) prompt.Prompt {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: role, Parts: []string{text}}}}
	if role != "user" {
		p.Messages = append(p.Messages, prompt.Message{Role: "user", Parts: []string{"How warm may it be?"}})
	}
	return p
}

// evidenceIn is all text that is found in a message of some role.
func evidenceIn(role, text string) string {
	var b strings.Builder
	for _, c := range Find(onePrompt(role, text), Defaults()).Chunks {
		b.WriteString(c.Text + "\n")
	}
	return b.String()
}

// TestWhatSomebodySaysIsNoEvidence names the ways in which a question, talk, an
// example or an instruction became evidence.
func TestWhatSomebodySaysIsNoEvidence(t *testing.T) {
	heads := "[1] " + coldStore + "\n\n[2] " + licence
	for name, tt := range map[string]struct{ role, text, said string }{
		"a question that ends in a statement":            {"user", "Notes:\n\n" + heads + "\n\nAnswer this from the notes: How warm may it be? " + rumour, rumour},
		"a request of a customer":                        {"user", "Knowledge:\n" + heads + "\n\n=====\n\nCustomer: " + rumour + " Tell me what to do.\nYou:", rumour},
		"a turn in the same paragraph":                   {"user", "Context: " + coldStore + "\nUser: " + rumour + "\nAssistant:", rumour},
		"a question above more instructions":             {"user", "Context from documents:\n" + heads + "\n\nQuestion: " + rumour + "\n\nSystem Instructions:\n1. **Strict:** Stay with the text.", rumour},
		"a history below the context":                    {"user", "Context:\n" + coldStore + "\n\n" + licence + "\n\nRecent conversation history:\nUser: " + rumour + "\nAssistant: I cannot say.\n\nQuestion: Is he right?", rumour},
		"an instruction behind an end mark":              {"system", "--- RETRIEVED DOCUMENTS ---\nDocument 1:\n" + coldStore + "\nDocument 2:\n" + licence + "\n--- END OF RETRIEVED DOCUMENTS ---\n\nSpeak in short words to everybody.", "Speak in short words"},
		"the context of a worked example":                {"system", "Context:\n[1] The mill grinds 12 tonnes a day and rests on Sundays.\nQuestion: How much?\nAnswer: 12 tonnes [1].\n\nContext:\n" + heads, "The mill"},
		"a user's example that is called one":            {"user", "Example:\nContext:\n[1] The mill grinds 12 tonnes a day and rests on Sundays.\nQuestion: How much?\nAnswer: 12 tonnes [1].\n\nContext:\n" + heads + "\nQuestion: How warm?", "The mill"},
		"messages in JSON":                               {"user", `{"history":[{"role":"user","content":"` + rumour + ` That is what he wrote."}],"documents":[{"id":"a","text":"` + coldStore + `"}],"question":"How warm?"}`, rumour},
		"the place for an answer":                        {"user", "Ngữ cảnh:\n" + coldStore + "\n\n" + licence + "\n\nCâu hỏi: " + rumour + "\n\nTrả lời chi tiết:", rumour},
		"the words of a refusal":                         {"user", "If the answer is not in the context, say:\n\"It is not in the uploaded document.\"\n\nContext:\n[Context 1 | Source: a.pdf]\n" + coldStore + "\n\n[Context 2 | Source: b.pdf]\n" + licence + "\n\nQuestion: How warm?", "uploaded document"},
		"a draft that is to be checked":                  {"user", "Context:\n" + coldStore + "\n\n" + licence + "\n\nDraft answer: It may be too warm for 90 minutes.\n\nIs the draft supported by the context?", "90 minutes"},
		"choices below the question":                     {"user", "### CONTEXT:\n[Rule 1] " + coldStore + "\n[Rule 2] " + licence + "\n\n### QUESTION:\n" + rumour + "\n\n### OPTIONS:\nA) 90 minutes in all\nB) 25 minutes in all\n\n### INSTRUCTIONS:\nThink step by step.", rumour},
		"a question right behind the text":               {"user", "Sources:\n[1] " + licence + "\n[2] " + coldStore + "Who is Mr. St. John, and how warm may it be?", "Who is"},
		"an answer to grade":                             {"user", "Question: How warm?\n\nContext:\n" + coldStore + "\n\n" + licence + "\n\nAnswer to grade:\nIt may be too warm for 90 minutes.\n\nGrade from 1 to 5.", "90 minutes"},
		"the user's profile":                             {"system", "Context:\n" + coldStore + "\n\n" + licence + "\n\nUser profile:\nName: Ines\nRole: driver since 2019", "driver since"},
		"tools in a list":                                {"system", "Available tools:\n[1] search: looks up pages of the handbook by their words\n[2] mail: sends a mail to the shift manager on duty\n\n<context>\n" + coldStore + "\n</context>", "looks up"},
		"instructions above a question":                  {"user", "[1] " + coldStore + "\n\n[2] " + licence + "\n\nReturn a decision with citations.\n\nHow warm may it be? " + rumour, "Return a decision"},
		"the thoughts of an agent":                       {"user", "Question: How warm?\nThought: I believe it is 90 minutes.\nAction: search\nObservation: " + coldStore + "\nThought: One more look.\nAction: search\nObservation: " + licence + "\nThought:", "One more look"},
		"rules in Russian":                               {"system", "Отвечай по базе знаний:\n\n" + coldStore + "\n\n" + licence + "\n\nПравила поведения:\n1. Всегда проверяйте базу.\n2. Пишите кратко.", "Пишите кратко"},
		"a question told in three paragraphs":            {"user", "Context:\nSource: a.pdf\nText: " + licence + "\n\nSource: b.pdf\nText: " + coldStore + "\n\nI have a question about this.\n\nThe store may be too warm for 47 minutes.\n\nIs that right?", "47 minutes"},
		"the kinds of sources":                           {"system", "You have access to two types of sources:\n1. **Files** (.pdf) - these come from the company and are to be preferred.\n2. **Pages** (http) - these come from the web and are for the rest.\n\n<context>\n" + coldStore + "\n</context>", "come from the web"},
		"a model's marks behind the place for an answer": {"user", "Question: How warm?\nContext: " + coldStore + "\n\n" + licence + "\nAnswer: <|eot_id|><|start_header_id|>assistant<|end_header_id|>", "eot_id"},
		"rules below their label in Spanish":             {"system", "Usa los siguientes fragmentos de contexto para responder la pregunta.\n\nREGLAS OBLIGATORIAS:\n1. Responde en español.\n2. Escribe con calma.\n\n" + coldStore + "\n\n" + licence, "con calma"},
		"rules in Korean right above the text":           {"user", "    아래의 문맥을 사용하여 질문에 답하시오.\n    답을 모른다면, 모른다고 말하고 답을 지어내지 마십시오.\n    " + coldStore + "\n\n" + licence + "\n    질문: 얼마나?\n    유용한 답변:", "지어내지"},
		"rules of a grader above a labelled text":        {"user", "Decide whether the answer is borne out by the provided facts.\n\nMark \"yes\" if:\n- all of it stands there\n\nFacts:\n" + coldStore + "\n\n" + licence + "\n\nAnswer: It may be warm.", "stands there"},
		"an example of a format in a fence":              {"system", "References look like this:\n```\n- [1] Document Title One\n- [2] Document Title Two\n```\n\nDocument Chunks:\n```json\n{\"id\": \"1\", \"content\": \"" + coldStore + "\"}\n```", "Title One"},
		"a block of sources typed as a question":         {"user", "Use the following pieces of context to answer the question at the end.\n\n" + coldStore + "\n\n" + licence + "\n\nQuestion: Sources:\n[1] " + rumour + "\n\nHow warm?\nHelpful Answer:", rumour},
		"a block of sources inside the question's tags":  {"user", "<question>\nSources:\n[1] " + rumour + "\n\nHow warm?\n</question>\n\n<context>\n" + coldStore + "\n\n" + licence + "\n</context>", rumour},
		"a compound of the word for a question":          {"user", "Kontext:\n\n" + coldStore + "\n\n" + licence + "\n\nKundenfrage:\nThe limit is 47 minutes.", "47 minutes"},
		"a question whose noun stands first":             {"user", "Contexto:\n" + coldStore + "\n" + licence + "\n\nPregunta del cliente: The limit is 47 minutes. True?\nRespuesta:", "47 minutes"},
		"a question below a label that nobody knows":     {"user", "Context:\n" + coldStore + "\n" + licence + "\n\nVisitor: The limit is 47 minutes. True?\nAnswer:", "47 minutes"},
		"a second context in front of the question":      {"user", "Context:\n" + coldStore + "\n\n" + licence + "\n\nContext: The limit is 47 minutes.\n\nHow warm may it be?", "47 minutes"},
		"a sample answer above the context":              {"system", "Answer from the context.\n\nIdeal response:\nThe limit is 47 minutes.\n\nContext:\n" + coldStore + "\n\n" + licence, "47 minutes"},
		"a sample answer below numbered sources":         {"system", "Sources:\n[1] " + coldStore + "\n[2] " + licence + "\n\nNever write things like:\nThe limit is 47 minutes [1].", "47 minutes"},
		"a sample answer below the context":              {"system", "Use the following pieces of context to answer.\n\n" + coldStore + "\n\n" + licence + "\n\nBeispielantwort: The limit is 47 minutes.", "47 minutes"},
		"a sample answer that hides the passages":        {"system", "Use the following pieces of context to answer the user's question.\nIf you don't know, say so.\nExample answer:\nThe limit is 47 minutes.\n----------------\n" + coldStore + "\n\n" + licence, "47 minutes"},
		"a sample answer in the user's template":         {"user", "Context:\n" + coldStore + "\n\n" + licence + "\n\nBad answer (do not do this):\nThe limit is 47 minutes.\n\nQuestion: How warm?\nAnswer:", "47 minutes"},
	} {
		got := evidenceIn(tt.role, tt.text)
		if strings.Contains(got, tt.said) || !strings.Contains(got, coldStore) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestWhatAnAppMayAnswerProvesNothing: the app's words show or list what the model could write, beside passages of any channel.
func TestWhatAnAppMayAnswerProvesNothing(t *testing.T) {
	const lie = "Glaze 14 is safe for cups."
	passages := "Context:\n[1] " + coldStore + "\n[2] " + licence
	for _, orders := range [...]string{
		"Sample outputs:\n" + lie + "\nGlaze 14 is not safe for cups.", "Options:\nA) " + lie + "\nB) It is not.\nReply with the option.",
		"Known customer beliefs:\n- " + lie, "<template>\n" + lie + "\n</template>", "If it is allowed, write: \"" + lie + "\"",
	} {
		system := "You are the assistant of a studio. " + orders
		for name, p := range map[string]prompt.Prompt{
			"above":  say("system", system+"\n\n"+passages, "user", "May I?"),
			"below":  say("system", "<context>\n"+coldStore+"\n</context>\n\n"+orders, "user", "May I?"),
			"beside": say("system", system, "user", passages+"\n\nQuestion: May I?"),
			"tool":   say("system", system, "user", "May I?", "tool", passages),
		} {
			if got := fmt.Sprint(Find(p, Defaults()).Chunks); strings.Contains(got, lie) || !strings.Contains(got, coldStore) {
				t.Errorf("%s %q: %s", name, orders, got)
			}
		}
	}
}

// TestOrdersBelowTheLastPassageAreNoEvidence: where all other passages are one paragraph the last one does not go on in the app's words.
func TestOrdersBelowTheLastPassageAreNoEvidence(t *testing.T) {
	const lie = "Glaze 14 is safe for cups."
	for _, orders := range [...]string{
		"Possible replies:\n1. " + lie + "\n2. It is not.", "If unsure, say: " + lie, "Do not write \"" + lie + "\"", "<template>\n" + lie + "\n</template>",
		"Example answers:\n- " + lie + "\n- It is not.",
	} {
		got := evidenceIn("user", "Context:\n[1] "+coldStore+"\n[2] "+licence+"\n\n"+orders+"\n\nQuestion: May I?")
		if strings.Contains(got, lie) || !strings.Contains(got, licence) {
			t.Errorf("%q: %q", orders, got)
		}
	}
}

// TestNoticesAndPersonasAreNoEvidence holds that a prompt without evidence stays
// one: answers to it would all be refused.
func TestNoticesAndPersonasAreNoEvidence(t *testing.T) {
	for _, tt := range [...][2]string{
		{"system", "<context>\nNo relevant context was retrieved.\n</context>\nSay so when the context is empty."},
		{"user", "=== BEGIN CONTEXT ===\n(No matching content found for this query)\n=== END CONTEXT ===\n\nQuestion: How warm?"},
		{"system", "# Context\nThe user is a warehouse worker. The conversation takes place on the intranet.\n\n# Task\nHelp with the rules and forms.\n\n# Style\nFriendly, no slang."},
		{"user", "<context>\n(Không có đoạn văn bản nào được cung cấp.)\n</context>\n\n<question>How warm?</question>"},
		{"system", "CONTEXT: internal help desk of a logistics company with four sites\nAUDIENCE: drivers\nTONE: friendly\nFORMAT: at most five sentences"},
		{"system", "You plan campaigns.\n\n## Brand Context\n- Personality: bold and plain in all that we say\n- Values: care, thrift and a good night's sleep"},
		{"system", "Context: internal documentation portal for engineers, covering deployment, monitoring and incident response in four regions.\n\nBe brief."},
		{"user", "Write a short title for this conversation.\nThe title should name one machine and no place.\nIt is no longer than a line.\n\nQuestion: How warm?\n\nTitle:"},
		{"user", "Write a made-up document that would answer the question.\n\nThe document should:\n1. Be calm in tone\n2. Contain many figures\n\nUser query: how warm?\n\nDocument:"},
		{"user", "Background: I manage a depot with 14 people, and the inspector comes on Friday.\n\nHow warm may the store be?"},
		{"user", "Context: I work at a depot and heard of 47 minutes. How warm may the store be? " + rumour},
	} {
		if got := evidenceIn(tt[0], tt[1]); got != "" {
			t.Errorf("%q: %q", tt[1], got)
		}
	}
}

// TestPassagesThatSpeakOfUsersStay holds the rules above to what they are for.
func TestPassagesThatSpeakOfUsersStay(t *testing.T) {
	for _, tt := range [...]struct{ role, text, kept string }{
		{"system", "Context:\nThe user is asked for a code of 6 digits, which is valid for 90 seconds.", "90 seconds"},
		{"system", "Context:\n" + coldStore + "\n\nRoast it for 3 minutes and turn it with tongs, then for 5 more. Use a thermometer to test for doneness:", "thermometer"},
		{"system", "Context: and is kept at 6 °C by the guard. It is checked every 40 minutes.", "40 minutes"},
		{"system", "Context:\nSafety rules: no dogs are allowed in hall 3 during the night.\n\n" + coldStore, "no dogs"},
		{"user", "Question: How warm?\n\nDocuments:\n[1] " + coldStore + "\n\n[2] " + licence + "\n\nIs it lent to others? Never, says the manual of 2021.", "manual of 2021"},
	} {
		if got := evidenceIn(tt.role, tt.text); !strings.Contains(got, tt.kept) {
			t.Errorf("%q: %q", tt.text, got)
		}
	}
}

// TestWhatAPromptSaysThatItHoldsIsFound holds material that no form shows: words of the
// prompt, or who says it, tell that it is there.
func TestWhatAPromptSaysThatItHoldsIsFound(t *testing.T) {
	for name, tt := range map[string]struct{ role, text string }{
		"in front of the first user":       {"assistant", "Answer from the given documents.\n\nDoc 1(Title: Store) " + coldStore + "\nDoc 2(Title: Licence) " + licence},
		"below an order to answer from it": {"system", "Use os dados recuperados (contexto) para responder. Responda em três frases.\n\n" + coldStore + "\n\n" + licence},
		"below a number with a sign":       {"user", "## Document N° : 1\n### Contenu : " + licence + "\n## Document N° : 2\n### Contenu : " + coldStore + "\n\n## Question :\nCombien ?"},
	} {
		if got := evidenceIn(tt.role, tt.text); !strings.Contains(got, coldStore) || !strings.Contains(got, licence) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestATypedContextStandsBesideTheAppsOwn: what a user's message holds counts only where the app's messages
// hold no material, in whatever form that is.
func TestATypedContextStandsBesideTheAppsOwn(t *testing.T) {
	const lie = "The limit is 47 minutes, says the board."
	for _, system := range [...]string{
		"Answer from the context.\nContext:\n" + coldStore + "\n" + licence,
		"You are a help desk. Knowledge base:\n- " + coldStore + "\n- " + licence,
		"You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question. Keep the answer concise.\n\n" + coldStore + "\n\n" + licence,
		"Use the following pieces of context to answer the user's question. \nIf you don't know the answer, just say that you don't know.\n----------------\n" + coldStore + "\n\n" + licence,
	} {
		for _, typed := range [...]string{
			"Context:\n" + lie + "\n\nQuestion: how warm?", "<context>\n" + lie + "\n</context>\nHow warm?", "Sources:\n[1] " + lie + "\n[2] Bears are brown.\n\nHow warm?",
			"Here is an additional document:\n\"\"\"\n" + lie + "\n\"\"\"\nHow warm?",
		} {
			set := evidence.NewSet(Find(say("system", system, "user", typed), Defaults()).Chunks)
			got := ""
			for _, i := range set.Usable() {
				got += set.At(i).Text + "\n"
			}
			if strings.Contains(got, lie) || !strings.Contains(got, coldStore) {
				t.Errorf("%q, %q: %q", system, typed, got)
			}
		}
	}
}

// TestTheSchemaOfAToolIsNoEvidence: an app tells in its words what its tools take.
func TestTheSchemaOfAToolIsNoEvidence(t *testing.T) {
	tools := "You are Support.\nYour personal goal is: Answer from the knowledge base\nYou ONLY have access to the following tools:\n\nTool Name: search\nTool Arguments: {\n  \"properties\": {\n    \"query\": {\n" +
		"      \"title\": \"Query\",\n      \"description\": \"Words that pages of the handbook are looked up by\",\n      \"type\": \"string\"\n    }\n  },\n  \"title\": \"Search\",\n  \"type\": \"object\"\n}\n" +
		"Tool Description: Search the knowledge base for passages.\n\nThought: you should always think about what to do"
	if got := evidenceIn("system", tools); got != "" {
		t.Errorf("%q", got)
	}
}
