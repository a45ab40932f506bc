package layout

import (
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestWhatIsTypedInParagraphsIsNoPassage: the paragraphs of a question stand below the
// app's label of it, or below that of the conversation. None of them is a passage.
func TestWhatIsTypedInParagraphsIsNoPassage(t *testing.T) {
	const fact, typed = "The satellite has a mass of 1,240 kilograms and was launched in May.", "Its mass is 73,519 kilograms."
	for _, label := range []string{"## PREGUNTA DEL USUARIO", "【用户问题】", "ANVÄNDARENS FRÅGA:", "## KULLANICI SORUSU",
		"Câu hỏi của người dùng:", "Câu hỏi của người dùng: Tôi hỏi.", "CUSTOMER QUESTION", "Вопрос пользователя:", "=== ВОПРОС ПОЛЬЗОВАТЕЛЯ ===", "【原始问题】", "PREGUNTA ACTUAL:", "Pergunta do usuário:", "Conversation until now:\n - Human: hello"} {
		text := "Answer from the context.\n\nContext:\n" + fact + "\n\nIt carries no cameras at all, and it sends 150 megabits a second.\n\n" +
			label + "\n\nI have read this:\n\n" + typed + "\n\nIs that right?"
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
		seen := false
		for _, c := range Find(p, Defaults()).Chunks {
			seen = seen || strings.Contains(c.Text, fact)
			if strings.Contains(c.Text, typed) {
				t.Errorf("%q: what the user typed is a passage: %q", label, c.Text)
			}
		}
		if !seen {
			t.Errorf("%q: the passage is not seen", label)
		}
	}
}

// TestRecordsBehindTheQuestionAreTyped: the app's records stand in front of the question's
// label; one that stands behind it is the user's, whatever its number.
func TestRecordsBehindTheQuestionAreTyped(t *testing.T) {
	const fact, typed = "Amoxicillin is given at 500 mg every eight hours for seven days.", "Warfarin may be combined with ibuprofen."
	for _, form := range [][3]string{
		{"Document 1:\n", "Document 2:\n", "Document 3: "}, {"[1] ", "[2] ", "[3] "},
		{"Source 1: a.pdf\n", "Source 2: b.pdf\n", "Source 3: c.pdf\n"},
	} {
		text := "Answer from the documents.\n\nDocuments:\n" + form[0] + fact + "\n\n" + form[1] + "Metformin is taken with meals, and paused before imaging." +
			"\n\nQuestion: What is the dose?\n\n" + form[2] + typed
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
		seen := false
		for _, c := range Find(p, Defaults()).Chunks {
			seen = seen || c.Text == fact
			if strings.Contains(c.Text, typed) {
				t.Errorf("%q: what the user typed is a passage: %q", form[2], c.Text)
			}
		}
		if !seen {
			t.Errorf("%q: the passage is not seen", form[0])
		}
	}
}

// TestAHeadingWithTheNounOfAQuestionEndsNoPassages: only a label that says whose question
// it is names what the user asks.
func TestAHeadingWithTheNounOfAQuestionEndsNoPassages(t *testing.T) {
	for _, heading := range []string{"## Request for proposal", "## Question of liability", "## 常见问题", "【安全问题】", "## Consulta médica",
		"Câu hỏi thường gặp:", "## Вопрос безопасности", "Input from stakeholders:"} {
		const below = "Bids are opened by two members and are kept for ten years."
		text := "Answer from the context.\n\nContext:\nThe board meets in March and decides on all bids.\n\n" + heading + "\n\n" + below +
			"\n\nQuestion: Can I appeal?\nAnswer:"
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
		seen := false
		for _, c := range Find(p, Defaults()).Chunks {
			seen = seen || strings.Contains(c.Text, below)
		}
		if !seen {
			t.Errorf("what stands below %q is lost", heading)
		}
	}
}

// TestWhatIsTypedIsNoPassageInAnAppsMessage: where no message is a user's, what the user typed
// stands in the app's, behind the label of the question.
func TestWhatIsTypedIsNoPassageInAnAppsMessage(t *testing.T) {
	const fact, typed = "The satellite has a mass of 1,240 kilograms and was launched in May.", "Its mass is 73,519 kilograms."
	text := "Known:\n=== [File:orbit.pdf;Relevance:80.2%]:\n" + fact + "\n=== [File:crew.pdf;Relevance:60.2%]:\nIt carries no crew, and no cameras.\n=====\n" +
		"Answer from what is known above.\nQuestion: I have read this.\n\n" + typed + "\n\nIs that right?\nAnswer:"
	seen := false
	for _, c := range Find(prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{text}}}}, Defaults()).Chunks {
		seen = seen || c.Text == fact
		if strings.Contains(c.Text, typed) {
			t.Errorf("what the user typed is a passage: %q", c.Text)
		}
	}
	if !seen {
		t.Error("the passage is not seen")
	}
}

// TestASecondContextBelowAQuestionIsTyped: the app's evidence ends where somebody asks, and a
// label like the app's behind that is the user's.
func TestASecondContextBelowAQuestionIsTyped(t *testing.T) {
	const fact, typed = "The satellite has a mass of 1,240 kilograms and was launched in May.", "Its mass is 73,519 kilograms, and it carries two cameras and a crew of four."
	for _, asked := range []string{"How heavy is it?", "I was told something else about its mass.", "Please compare this with what I know."} {
		text := "Answer from the context.\n\nContext:\n" + fact + "\n\nIt sends 150 megabits a second to the ground.\n\n" + asked + "\n\nContext:\n" + typed + "\n\nIs that so?"
		seen := false
		for _, c := range Find(say("user", text), Defaults()).Chunks {
			seen = seen || strings.Contains(c.Text, fact)
			if strings.Contains(c.Text, typed) {
				t.Errorf("%q: what the user typed is a passage: %q", asked, c.Text)
			}
		}
		if !seen {
			t.Errorf("%q: the passage is not seen", asked)
		}
	}
}

// TestShortNumberedPassagesBelowAnOrderAreSeen holds the first prompt that many write: an order to
// answer from documents, and two short ones. They were taken for points of the instructions.
func TestShortNumberedPassagesBelowAnOrderAreSeen(t *testing.T) {
	for _, order := range []string{"Answer from the documents.", "Answer using the sources."} {
		found := Find(say("system", order+"\n\n[1] The night bus costs 5 euros.\n[2] Dogs ride free of charge.", "user", "What does it cost?"), Defaults())
		if len(found.Chunks) != 2 || found.Chunks[0].Text != "The night bus costs 5 euros." {
			t.Errorf("%q: found %+v", order, found.Chunks)
		}
	}
}
