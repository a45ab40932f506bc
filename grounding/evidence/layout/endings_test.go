package layout

import (
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
