package layout

import (
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// say makes a prompt of messages, given as role and text in turns.
func say(turns ...string) prompt.Prompt {
	var p prompt.Prompt
	for i := 0; i < len(turns); i += 2 {
		p.Messages = append(p.Messages, prompt.Message{Role: turns[i], Parts: []string{turns[i+1]}})
	}
	return p
}

// TestOneSentenceOfContextIsNoSmallTalk holds prompts whose whole context is a
// single short sentence. They were taken for prompts without evidence, so that
// whatever the model answered passed unverified.
func TestOneSentenceOfContextIsNoSmallTalk(t *testing.T) {
	const text, ask = "The night bus costs 5 euros.", "What does the night bus cost?"
	for _, p := range []prompt.Prompt{
		say("user", "Context: "+text+"\n\nQuestion: "+ask+"\nAnswer:"),
		say("user", "Context:\n"+text+"\n\nQuestion: "+ask+"\nAnswer:"),
		say("user", "Context: "+text+" Question: "+ask),
		say("user", "Based on the following context:\n\n"+text+"\n\n"+ask),
		say("user", "Text: "+text+"\nQuestion: "+ask),
		say("user", "Passage: "+text+"\n\nQuestion: "+ask+"\nAnswer:"),
		say("system", "Answer only from the context.\n\nContext:\n"+text, "user", ask),
		say("system", "Use the following context to answer the question: "+text, "user", ask),
		say("system", "You are a clerk. Answer from this context: "+text, "user", ask),
		say("user", "【已知信息】"+text+"\n\n【问题】"+ask),
		say("user", "<指令>根据已知信息回答。</指令>\n<已知信息>"+text+"</已知信息>\n<问题>"+ask+"</问题>"),
		say("user", "<doc>The day bus costs 3 euros.</doc><doc>"+text+"</doc>"+ask),
	} {
		found := Find(p, Defaults())
		if n := len(found.Chunks); n == 0 || found.Chunks[n-1].Text != text {
			t.Errorf("%q: found %+v", p.Messages[0].Parts[0], found.Chunks)
		}
		if found.Question != ask {
			t.Errorf("%q: question %q", p.Messages[0].Parts[0], found.Question)
		}
	}
}

// TestWhatIsNoStatementIsNoContext holds short texts behind the same cues that
// state nothing to answer from.
func TestWhatIsNoStatementIsNoContext(t *testing.T) {
	for _, text := range []string{"Context: customer support chat.", "Context:\nNo relevant documents found.", "Context: none",
		"When you answer from the documents below, mind the following: answer in two sentences.",
		"Keep the following in mind when users send documents: be concise and friendly at all times.",
		"Here is some information about you: Your name is Max.",
		"You have the context of a chat below. The following context applies: the user works on a Mac with zsh.",
		"Use the tools below to find information: search looks things up and fetch loads a page."} {
		if found := Find(say("system", text, "user", "Hello there"), Defaults()); len(found.Chunks) > 0 {
			t.Errorf("%q: found %+v", text, found.Chunks)
		}
	}
}

// TestLastPassageThatReadsLikeAnOrderIsKept holds last passages that begin like
// an instruction or a question: below their head they were cut off whole.
func TestLastPassageThatReadsLikeAnOrderIsKept(t *testing.T) {
	first := "Guests hand in the key at the desk before noon."
	for _, last := range []string{
		"You must hand in the form by 4 May. Late forms are not read.",
		"Question: what if the key is lost? Then the desk makes a new one for 40 euros.",
		"Question: May I bring a dog?\n\nAnswer: No, dogs are not admitted.",
		"Instructions: press and hold for 6 seconds.",
	} {
		for _, lay := range []func(n, text string) string{
			func(n, text string) string { return "[" + n + "] (source: house.pdf)\n" + text },
			func(n, text string) string {
				return "Article " + n + ": House rules\nLink: https://ex.org/" + n + "\n" + text
			},
			func(n, text string) string { return "[CONTEXT " + n + "]:\n" + text + "\n[END CONTEXT " + n + "]" },
		} {
			for _, role := range []string{"tool", "system"} {
				p := say("user", "What are the rules?", role, lay("1", first)+"\n\n"+lay("2", last))
				found := Find(p, Defaults())
				if n := len(found.Chunks); n != 2 || found.Chunks[1].Text != last {
					t.Errorf("%s %q: found %+v", role, p.Messages[1].Parts[0], found.Chunks)
				}
			}
		}
	}
}

// TestQuestionBelowTheLastHeadIsNoEvidence holds that what is kept for a last
// passage is never the question or an order that the app wrote.
func TestQuestionBelowTheLastHeadIsNoEvidence(t *testing.T) {
	p := say("user", "Sources:\n\n[1] a.pdf:\nThe lift takes eight people at most.\n\n[2] b.pdf:\nYou must not smoke in the lift.\n\nQuestion: Is the lift blue?\nAnswer:")
	found := Find(p, Defaults())
	if len(found.Chunks) != 2 || found.Chunks[1].Text != "You must not smoke in the lift." || found.Question != "Is the lift blue?" {
		t.Errorf("found %+v, question %q", found.Chunks, found.Question)
	}
	p = say("system", "# Context\n\nThe lift takes eight people at most.\n\n# Rules\n\n- Be brief.\n- Quote figures exactly.", "user", "How many?")
	if found = Find(p, Defaults()); len(found.Chunks) != 1 || found.Chunks[0].Text != "The lift takes eight people at most." {
		t.Errorf("rules are evidence: %+v", found.Chunks)
	}
}

// TestHeadsThatWereReadAsText holds lists whose heads, or whose question, were
// taken for text of a passage.
func TestHeadsThatWereReadAsText(t *testing.T) {
	const one, two, ask = "The tenant may terminate with 3 months' notice.", "Interest falls due 30 days after the invoice.", "When is interest due?"
	for _, p := range []prompt.Prompt{
		say("user", "Here are the search results in numbered order:\n[1]: "+one+"\n[2]: "+two+"\n\nHere is the user's question:\n"+ask),
		say("user", "Sources:\n\nSource 1 - Lease:\n"+one+"\n\nSource 2 - Invoices:\n"+two+"\n\n---\n"+ask),
		say("user", "Document 1 of 2:\n"+one+"\n\nDocument 2 of 2:\n"+two+"\n\nQuestion: "+ask),
		say("system", "[Document 1 of 2]\n"+one+"\n\n[Document 2 of 2]\n"+two, "user", ask),
		say("system", "Answer only from the given context; if it does not hold the answer, say so.\n\n===== BEGIN CONTEXT =====\n[a.pdf]\n"+one+"\n\n[b.pdf]\n"+two+"\n===== END CONTEXT =====", "user", ask),
	} {
		found := Find(p, Defaults())
		if len(found.Chunks) != 2 || found.Chunks[0].Text != one || found.Chunks[1].Text != two || found.Question != ask {
			t.Errorf("%q: %+v, question %q", p.Messages[0].Parts[0], found.Chunks, found.Question)
		}
	}
	refs := "[1] Smith found 14 cases.\n[2] Li found none.\nBoth used the same window."
	found := Find(say("system", "Sources:\n[1] "+one+"\n\n[2] "+two+"\n\n[3] "+refs, "user", ask), Defaults())
	if len(found.Chunks) != 3 || found.Chunks[2].Text != refs {
		t.Errorf("%+v", found.Chunks)
	}
}

// TestAMarkInTheQuestionHidesNoPassage holds questions with several sentences behind their
// label: the last of them alone was taken for the question, and the passages in front of it
// were dropped with the rest.
func TestAMarkInTheQuestionHidesNoPassage(t *testing.T) {
	for _, c := range [][2]string{
		{"Context: [1] A hive lasts for eight years and costs 90 euros. ", "Question: I heard it is 80 euros, right? What does a hive cost?"},
		{"Kontext: [1] Eine Beute hält acht Jahre und kostet 90 Euro. ", "Frage: Es sind 80 Euro, richtig? Was kostet sie? Danke."},
		{"Kontext: Eine Beute hält acht Jahre. Sie kostet 90 Euro. ", "Frage: Es sind 80 Euro, richtig? Was kostet sie?"},
	} {
		found := Find(say("system", "Answer only from the context.", "user", c[0]+c[1]), Defaults())
		_, text, _ := strings.Cut(strings.ReplaceAll(c[0], "[1] ", ""), ": ")
		_, asked, _ := strings.Cut(c[1], ": ")
		if len(found.Chunks) != 1 || found.Chunks[0].Text != strings.TrimSpace(text) || found.Question != asked {
			t.Errorf("%q: found %+v, question %q", c[0]+c[1], found.Chunks, found.Question)
		}
	}
}

// TestWhatMustBeIsNoOrderToTheModel holds passages of a policy. "must be" was read as an
// order to the model, so that bare paragraphs with it were instructions.
func TestWhatMustBeIsNoOrderToTheModel(t *testing.T) {
	const policy = "A guest account must be renewed after 40 days of use.\n\nA lost badge must be reported to the front desk within 3 hours."
	found := Find(say("system", "Use the following pieces of context to answer the user's question.\n----------------\n"+policy, "user", "When is a lost badge reported?"), Defaults())
	if len(found.Chunks) != 2 {
		t.Errorf("found %+v", found.Chunks)
	}
}

// TestThePlaceForAnAnswerEndsThePassages holds a question and the place for its answer
// right below the last passage, which was lost with them.
func TestThePlaceForAnAnswerEndsThePassages(t *testing.T) {
	const text = "[1] A hive lasts for eight years and costs 90 euros.\n[2] It weighs 31 kilograms.\n[3] It has ten frames.\n"
	for _, ask := range []string{"Q: What does a hive cost?\nA:", "Question: What does a hive cost?\nAnswer:"} {
		found := Find(say("user", "Passages:\n"+text+ask), Defaults())
		if len(found.Chunks) != 3 || found.Chunks[2].Text != "It has ten frames." || found.Question != "What does a hive cost?" {
			t.Errorf("%q: found %+v, question %q", ask, found.Chunks, found.Question)
		}
	}
}

// TestAShortTextInQuotesBelowItsLabelIsAPassage: it was dropped, and longer ones beside it kept.
func TestAShortTextInQuotesBelowItsLabelIsAPassage(t *testing.T) {
	const q = "\"\"\"\n"
	text := "Article:\n" + q + "Cheese ripens for 13 months in the caves of the town.\n" + q + "\nArticle:\n" + q + "It lies in brine for 52 hours.\n" + q
	found := Find(say("user", "Use the articles below to answer the question.\n\n"+text+"\nQuestion: How long does it ripen?"), Defaults())
	if len(found.Chunks) != 2 || found.Chunks[1].Text != "It lies in brine for 52 hours." {
		t.Errorf("found %+v", found.Chunks)
	}
}

// TestEveryWorkedExampleIsASample: only the first of several was, below a line that
// announces them all, and the passages of the others counted beside the real ones.
func TestEveryWorkedExampleIsASample(t *testing.T) {
	const shown = "Answer like in the examples.\n\nExample 1\nPassages:\n[1] The canal is 12 miles long.\nQ: How long is it?\nA: It is 12 miles long [1].\n\n" +
		"Example 2\nPassages:\n[1] Jam is boiled for 20 minutes.\nQ: Who invented jam?\nA: The passages do not say."
	found := Find(say("system", shown, "user", "Passages:\n[1] A hive lasts for eight years and costs 90 euros.\n[2] It weighs 31 kilograms.\n\nQ: What does it cost?"), Defaults())
	if len(found.Chunks) != 2 || found.Chunks[0].Message != 1 {
		t.Errorf("found %+v", found.Chunks)
	}
}

// TestTheRulesOfAnAppEndTheLastPassageInItsLanguage holds prompts of published apps whose last
// passage took in the instructions below it, for only English labels ended it, and passages
// below a word that only English knew for material.
func TestTheRulesOfAnAppEndTheLastPassageInItsLanguage(t *testing.T) {
	for _, c := range []struct{ prompt, first, last string }{
		{"VRAAG VAN GEBRUIKER:\nWaarom valt de VPN weg?\n\nRELEVANTE INFORMATIE:\n\n[Bron 1] Ticket 87\nDe adapter gaat na 30 minuten uit.\n\n[Bron 2] Ticket 118\nNa de update van 11 april vraagt de client om het certificaat.\n\n\n" +
			"INSTRUCTIES:\n1. Beantwoord de vraag op basis van de gegeven informatie\n2. Wees beknopt\n\nANTWOORD:", "De adapter gaat na 30 minuten uit.", "Na de update van 11 april vraagt de client om het certificaat."},
		{"질문: 조치 결과는 언제까지 내나요?\n근거:\n- 감사 규정: 조치 결과는 30일 안에 제출한다.\n- 구매 규정: 견적은 2인 이상이다.", "감사 규정: 조치 결과는 30일 안에 제출한다.", "구매 규정: 견적은 2인 이상이다."},
		{"質問: 用紙はどこですか？\n\nコンテキスト:\n[Doc1]\nロックは30分です。\n\n[Doc2]\n用紙はB棟2階にあります。\n\n出力のみを書いてください。", "ロックは30分です。", "用紙はB棟2階にあります。"},
		{"Context:\n[1] Section 31 - Registration\nThe fee is 30 rupees.\n\n[2] Rule 12 - Renewal\nThe term is 5 years.\n\nQuestion: How long is the term?", "The fee is 30 rupees.", "The term is 5 years."},
	} {
		found := Find(say("user", c.prompt), Defaults())
		if n := len(found.Chunks); n != 2 || !strings.HasSuffix(found.Chunks[0].Text, c.first) || !strings.HasSuffix(found.Chunks[1].Text, c.last) {
			t.Errorf("%q: found %+v", c.prompt, found.Chunks)
		}
	}
}

// TestAnOrderInChineseLeadsInToNoPassages holds a published prompt whose rules stood below a colon:
// for want of a blank behind the full stop they were read as the passages that its first sentence
// speaks of, and displaced these.
func TestAnOrderInChineseLeadsInToNoPassages(t *testing.T) {
	found := Find(say("system", "你是临床药学助手。仅依据用户提供的“证据片段”给出\n结论性建议，并整理出对应的证据清单。严格遵守：\n- 输出包含两个区块\n- 用词客观、合规",
		"user", "【问题】\n需要注意什么？\n\n【证据片段（编号）】\n[1] 共识（2023）\n起始剂量为每日500毫克。\n\n[2] 指引（2021）\n造影剂前48小时应停用。"), Defaults())
	if n := len(found.Chunks); n != 2 || found.Chunks[0].Text != "起始剂量为每日500毫克。" {
		t.Errorf("found %+v", found.Chunks)
	}
}
