package ask_test

import (
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

func frameOf(system string) *ask.Frame {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{system}}, {Role: "user", Parts: []string{"How long?"}}}}
	found := layout.Find(p, layout.Defaults())
	return ask.FrameOf(p, &found)
}

func TestFieldsOfAFrame(t *testing.T) {
	keep := ask.Keep{Thought: func(string) bool { return true }, Source: func(name string) bool { return name == "a.txt" }, True: func() []string { return []string{"a.txt"} }}
	for _, c := range []struct {
		name, order, reply, json, back string
		step                           bool
	}{
		{"brackets", "Write:\n\n[[ ## reasoning ## ]]\n{reasoning}\n\n[[ ## answer ## ]]\n{answer}\n\n[[ ## completed ## ]]", "[[ ## reasoning ## ]]\nI look.\n\n[[ ## answer ## ]]\nEleven hours.\n\n[[ ## completed ## ]]\n", `{"answer":"Eleven hours."}`, "", false},
		{"a list", "[[ ## hours ## ]]\n[[ ## done ## ]]", "[[ ## hours ## ]]\n[11, 12]\n[[ ## done ## ]]", `{"hours":[11, 12]}`, "", false},
		{"a step", "Use this format:\nThought: think\nAction: a tool\nAction Input: its input\nFinal Answer: the answer", "Thought: I look.\nAction: search\nAction Input: kiln", `{}`, "", true},
		{"an end", "Use this format:\nThought: think\nAction: a tool\nFinal Answer: the answer", "Thought: I know.\nFinal Answer: Eleven hours.", `{"Final Answer":"Eleven hours."}`, "", false},
		{"an end behind a step", "Use this format:\nThought: think\nAction: a tool\nFinal Answer: the answer", "Action: search\nFinal Answer: Eleven hours.", `{"Final Answer":"Eleven hours."}`, "", false},
		{"sources", "Answer in this format:\nAnswer: text\nSOURCES: files", "Answer: Eleven hours.\nSOURCES: a.txt, made-up.txt", `{"Answer":"Eleven hours."}`, "Answer: Eleven hours.\nSOURCES: a.txt", false},
		{"words before", "Answer in <answer></answer> tags.", "It takes long.\n<answer>Eleven hours.</answer>", `{"answer":"It takes long.\nEleven hours."}`, "", false},
		{"headings", "Use exactly these headings:\n\n## Use\n## Care\n\nWrite one sentence under each.", "## Use\nIt fires clay.\n\n## Care\nIt cools for long.", `{"Use":"It fires clay.","Care":"It cools for long."}`, "", false},
		{"labels in quotation marks", "Begin with \"Thought: \" and conclude with \"Answer: \".", "Thought: I look.\nAnswer: Eleven hours.", `{"Answer":"Eleven hours."}`, "", false},
		{"separators", "Reply in the following format: <Your answer>|||<Next question 1>|||<Next question 2>", "Eleven hours.|||Why?|||Since when?", `{"text":"Eleven hours.","part":"Why?","part 2":"Since when?"}`, "", false},
		{"another language", "Halte dich an dieses Format:\nGedanke: was zu tun ist\nAntwort: die Antwort", "Antwort: Elf Stunden.", `{"Antwort":"Elf Stunden."}`, "", false},
		{"signs of Chinese", "请严格按照以下格式输出：\n【结论】一句话\n【依据】原文", "【结论】冷却十一个小时。\n【依据】窑炉冷却十一个小时。", `{"结论":"冷却十一个小时。","依据":"窑炉冷却十一个小时。"}`, "", false},
		{"a word and a number in code", "Call final_answer(x) in a code block.", "```py\nx = go('a b', 3)\nfinal_answer({'city': 'Bergen', 'days': 99.5}, n[1])\n```", `{"text 2":"a b\nBergen","text 3":99.5}`, "", false},
		{"a sum in code", "Call final_answer(x) in a code block.", "```py\nfinal_answer(str(3*33) + ' days')\n```", `{"text":3,"text 2":33,"text 3":" days"}`, "", false},
		{"two sentences in code", "Call final_answer(x) in a code block.", "```py\nfinal_answer(\"\\n\".join(['It\\'s\\tlong.', u'Ten.']))\n```", `{"text 2":"It's\tlong. Ten."}`, "", false},
		{"another name in code", "Call final_answer(x) in a code block.", "```py\nf = final_answer\nf('Ten.')\n```", `{"text":"Ten."}`, "", false},
		{"bold labels", "Use this format:\n**Answer:** the answer\n**Days:** a number", "**Answer:** Ten.\n**Days:** 21", `{"Answer":"Ten.","Days":21}`, "", false},
		{"code", "Call final_answer(x) in a code block.", "```py\nfinal_answer('Eleven hours.')\n```", `{"text":"Eleven hours."}`, "", false},
	} {
		f := frameOf(c.order)
		if f == nil {
			t.Errorf("%s: no frame", c.name)
			continue
		}
		r := f.Read(c.reply)
		if r == nil {
			t.Errorf("%s: not in the frame", c.name)
			continue
		}
		want := c.back
		if want == "" {
			want = c.reply
		}
		if got := string(r.JSON()); got != c.json || r.Step != c.step {
			t.Errorf("%s: %s, step %v", c.name, got, r.Step)
		}
		if got := r.With(r.JSON(), keep); got != want {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

func TestNoFrameIsSeenWhereNoneIsOrdered(t *testing.T) {
	for _, prompt := range []string{
		"Answer the question from the context. Cite the sources.", "Use Markdown format: headings and lists.\n\n- Be brief.\n- Be kind.",
		"Context:\n<document id=\"1\">Kilns cool.</document>", "Format: short.",
		"# Output format:\nBe brief.\n\n## Rules\n\n## Tone\n\nBe kind.", "Formatting:\n**Headings**: use few.\n**Lists**: use none.",
		"Answer in the format of a letter, from these texts:\n\nPassages:\n\n<document id=\"1\">Kilns cool.</document>",
	} {
		if f := frameOf(prompt); f != nil {
			t.Errorf("%q: %+v", prompt, f)
		}
	}
}

// TestATagThatThePromptFillsIsNoFrame: an order about the tags of the context was read as
// one about the reply.
func TestATagThatThePromptFillsIsNoFrame(t *testing.T) {
	const filled = "<context>\nThe kiln cools for eleven hours before its door opens.\n\nIts shelves hold 40 kilograms.\n</context>"
	if f := frameOf("Use the following context as your knowledge, inside <context></context> XML tags.\n\n" + filled); f != nil {
		t.Errorf("%+v", f)
	}
	if f := frameOf("Answer from the context inside <answer></answer> XML tags.\n\n" + filled); f == nil {
		t.Error("no frame")
	}
}

func TestARefusalStandsInTheOneFieldThatIsTold(t *testing.T) {
	f := frameOf("[[ ## reasoning ## ]]\n[[ ## answer ## ]]\n[[ ## done ## ]]")
	r := f.Read("[[ ## reasoning ## ]]\nI guess.\n[[ ## answer ## ]]\n99 hours.\n[[ ## done ## ]]")
	if got, ok := r.Refused("I can't."); !ok || got != "[[ ## reasoning ## ]]\n\n[[ ## answer ## ]]\nI can't.\n[[ ## done ## ]]" {
		t.Errorf("%q, %v", got, ok)
	}
	if got, ok := frameOf("[[ ## a ## ]]\n[[ ## b ## ]]").Read("[[ ## a ## ]]\nx y\n[[ ## b ## ]]\nz").Refused("No."); ok {
		t.Errorf("two fields: %q", got)
	}
}

func FuzzFrame(f *testing.F) {
	f.Add("[[ ## answer ## ]]\n[[ ## done ## ]]", "[[ ## answer ## ]]\nEleven.\n[[ ## done ## ]]")
	f.Add("Use this format:\nThought: x\nFinal Answer: y", "Thought: a\nFinal Answer: b")
	f.Add("Call final_answer(x) in a code block.", "```py\nfinal_answer('''a b''')\n```")
	f.Add("Answer in <answer></answer> tags.", "<answer>a</answer>")
	f.Fuzz(func(t *testing.T, order, reply string) {
		frame := frameOf(order)
		if frame == nil {
			return
		}
		r := frame.Read(reply)
		if r == nil || !utf8.ValidString(reply) {
			return // the wire takes no other
		}
		all := func(string) bool { return true }
		if got := r.With(r.JSON(), ask.Keep{Thought: all, Source: all}); got != r.Text() {
			t.Errorf("%q became %q", r.Text(), got)
		}
		r.Refused("no")
	})
}

// TestRecordsInAUsersMessageAreNoFrame: tags around a list of records are an input, and one pair of
// empty tags is an order.
func TestRecordsInAUsersMessageAreNoFrame(t *testing.T) {
	for user, want := range map[string]bool{
		"<files>\n<file>\n<name>Kilns</name>\n</file>\n<file>\n<name>Clay</name>\n</file>\n</files>\n<context id=\"1\">Kilns cool for eleven hours.</context>\n\nHow long?": false,
		"Put the hours in <hours></hours>.\n<context id=\"1\">Kilns cool for eleven hours.</context>\n\nHow long?":                                                          true,
	} {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"Use Markdown format."}}, {Role: "user", Parts: []string{user}}}}
		found := layout.Find(p, layout.Defaults())
		if got := ask.FrameOf(p, &found) != nil; got != want {
			t.Errorf("%q: a frame %v", user, got)
		}
	}
}

// An answer that was given as the last action, in JSON, passed as a step of an agent.
func TestAnActionThatGivesTheAnswerIsNoStep(t *testing.T) {
	order := "Use the following format:\n\nThought: what to do\nAction:\n```\n$JSON\n```\nObservation: what it brought"
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{order}}, {Role: "user", Parts: []string{"How long?"}}}}
	frame := ask.FrameOf(p, &layout.Found{})
	for reply, steps := range map[string]bool{
		"Action:\n```\n{\"action\": \"Final Answer\", \"action_input\": \"99 days\"}\n```": false,
		"Action:\n```\n{\"action\": \"search\", \"action_input\": \"how long\"}\n```":      true,
	} {
		if read := frame.Read(reply); (read != nil && read.Step) != steps {
			t.Errorf("%q: %+v", reply, read)
		}
	}
}
