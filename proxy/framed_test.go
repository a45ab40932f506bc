package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"

	"github.com/tidwall/gjson"
)

// framedCase is a prompt that orders a frame, in the tests' own words.
type framedCase struct {
	name, order string
	honest      string // in the source's own words
	false       string // with another figure
	step        string // that acts; "" where the frame knows none
	refused     string // what of a refusal stands around the message
}

const told = "Nightly backups start at 01:30 UTC and are kept for 21 days."

var framedCases = []framedCase{
	{
		name:    "fields between brackets",
		order:   "Write each field below its mark.\\n\\n[[ ## reasoning ## ]]\\n{reasoning}\\n\\n[[ ## answer ## ]]\\n{answer}\\n\\n[[ ## completed ## ]]",
		honest:  "[[ ## reasoning ## ]]\nThe notes tell it.\n\n[[ ## answer ## ]]\n" + told + "\n\n[[ ## completed ## ]]",
		false:   "[[ ## reasoning ## ]]\nThe notes tell it.\n\n[[ ## answer ## ]]\nNightly backups are kept for 99 days.\n\n[[ ## completed ## ]]",
		refused: "[[ ## answer ## ]]\n",
	},
	{
		name:    "thought, action, final answer",
		order:   "Use the following format:\\n\\nThought: what to do\\nAction: one of the tools\\nAction Input: its input\\nObservation: what it brought\\nFinal Answer: what the user is told",
		honest:  "Thought: I know the final answer\nFinal Answer: " + told,
		false:   "Thought: I know the final answer\nFinal Answer: Nightly backups are kept for 99 days.",
		step:    "Thought: I have to look\nAction: search\nAction Input: how long backups are kept",
		refused: "Final Answer: ",
	},
	{
		name:    "a tag around the answer",
		order:   "Put what you think into <thinking></thinking> tags and your reply into <answer></answer> tags.",
		honest:  "<thinking>I look at the notes.</thinking>\n<answer>" + told + "</answer>",
		false:   "<thinking>I look at the notes.</thinking>\n<answer>Nightly backups are kept for 99 days.</answer>",
		refused: "<answer>",
	},
	{
		name:    "a program that gives its answer to a function",
		order:   "Write a program in a code block. Call final_answer(text) when you know it.",
		honest:  "Thought: I know it.\n```py\nfinal_answer(\"" + told + "\")\n```",
		false:   "Thought: I know it.\n```py\nx = \"Nightly backups are kept for 99 days.\"\nfinal_answer(x)\n```",
		step:    "Thought: I look.\n```py\nprint(search(query=\"how long are backups kept\"))\n```",
		refused: "```py",
	},
	{
		name:    "a number beside the answer",
		order:   "Put your reply into <answer></answer> tags and the number of days into <days></days> tags.",
		honest:  "<answer>" + told + "</answer>\n<days>21</days>",
		false:   "<answer>" + told + "</answer>\n<days>99</days>",
		refused: "<answer>",
	},
	{
		name:    "a number of something else beside the answer",
		order:   "Put your reply into <answer></answer> tags and the phone into <phone></phone> tags.",
		honest:  "<answer>" + told + "</answer>",
		false:   "<answer>" + told + "</answer>\n<phone>21</phone>",
		refused: "<answer>",
	},
	{
		name:    "a score behind the answer",
		order:   "Reply in the following format:\\n\\nHelpful Answer: what you say\\nScore: a number from 0 to 100",
		honest:  "Helpful Answer: " + told + "\nScore: 90",
		false:   "Helpful Answer: Nightly backups are kept for 99 days.\nScore: 90",
		refused: "Helpful Answer: ",
	},
}

// TestReasoningInAFrameClaimsNothingFalse: a reply with an ordered line of reasoning in another language, or a tag that only the
// order for it names, was refused; and what the reasoning said falsely, in the sources' words or in others, passed where words have to prove.
func TestReasoningInAFrameClaimsNothingFalse(t *testing.T) {
	t.Parallel()
	german := framedCase{order: "Format:\\nBegründung: ein Satz\\nAntwort: ein Satz"}
	tags := framedCase{order: "Think in <thinking> tags, then put the answer between <answer> and </answer>."}
	for _, c := range []struct {
		framedCase
		said, want string
	}{
		{german, "Begründung: " + told + "\nAntwort: " + told, "Begründung: " + told + "\nAntwort: " + told},
		{german, "Begründung: Das Archiv behält nichts für Besucher.\nAntwort: " + told, "Begründung: \nAntwort: " + told},
		{tags, "<thinking>The archive closes for visitors.</thinking>\n<answer>" + told + "</answer>", "<thinking></thinking>\n<answer>" + told + "</answer>"},
		{tags, "<thinking>Nightly backups for 21 days start the vault.</thinking>\n<answer>" + told + "</answer>", "<thinking></thinking>\n<answer>" + told + "</answer>"},
	} {
		r := newRig(t, up.Say(c.said), func(a *App) { a.Policy, _ = policy.Builtin("strict") })
		if s := r.talk(c.prompt(), false); s.text() != c.want {
			t.Errorf("%q: %q, %s", c.said, s.text(), r.trace(0).Verdict)
		}
	}
}

func (c framedCase) prompt() string {
	return `{"model":"m","messages":[{"role":"system","content":"Answer the question from the documents. ` + c.order + `\n\n<documents>\n<document id=\"d1\">` + told + `</document>\n</documents>"},{"role":"user","content":"How long are backups kept?"}]}`
}

func TestAFrameComesBackAsItIs(t *testing.T) {
	t.Parallel()
	for _, c := range framedCases {
		plainAndStreamed(t, c.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(c.honest))
			s := r.talk(c.prompt(), stream)
			s.wellFormed(t)
			if tr := r.trace(0); s.text() != c.honest || tr.Verdict != report.Grounded {
				t.Errorf("%q, %s (%s)", s.text(), tr.Verdict, s.report.Get("choices.0.findings").Raw)
			}
			sent := r.upstream.Requests()
			if len(sent) != 1 || gjson.GetBytes(sent[0].Body, "messages").Raw != gjson.Get(c.prompt(), "messages").Raw {
				t.Errorf("%d calls, the first says %s", len(sent), gjson.GetBytes(sent[0].Body, "messages").Raw)
			}
		})
	}
}

func TestAFalseFieldNeverLeaves(t *testing.T) {
	t.Parallel()
	for _, c := range framedCases {
		plainAndStreamed(t, c.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(c.false))
			s := r.talk(c.prompt(), stream)
			s.wellFormed(t)
			if strings.Contains(s.text(), "99") || strings.Contains(s.text(), "[The rest") || !strings.Contains(s.text(), c.refused) {
				t.Errorf("%q, %s", s.text(), r.trace(0).Verdict)
			}
		})
	}
}

// What took an answer back beside it was another field, which states nothing by itself; strings with a
// prefix and comments of a program were read by nobody.
func TestWhatStandsBesideAnAnswerInAFrameIsPartOfIt(t *testing.T) {
	t.Parallel()
	const brackets, tags, code = 0, 2, 3
	const answer = "x = \"" + told + "\"\n"
	program := func(lines string) string { return "Thought: I know it.\n```py\n" + lines + "\n```" }
	for said, frame := range map[string]int{
		"<answer>" + told + "</answer>\nThat is false.":                             tags,
		"That is false: <answer>" + told + "</answer>":                              tags,
		"[[ ## answer ## ]]\n" + told + "\n\n[[ ## completed ## ]]\nThat is false.": brackets,
		program(`final_answer("It is false that " + "` + told + `")`):               code,
		program(`final_answer("` + told + `" + " That is false.")`):                 code,
		program(`final_answer(" ".join(["It is not true that", "` + told + `"]))`):  code,
		program(`final_answer("{} is wrong".format("` + told + `"))`):               code,
		program(answer + `final_answer(f"{x} Karl burns them every Sunday.")`):      code,
		program(answer + `final_answer(f"It is false that {x}")`):                   code,
		program("y = 'False:'\n" + answer + "final_answer(y + x)"):                  code,
		program(answer + `final_answer(x + t" False.")`):                            code,
		program(answer + `final_answer(u"It is not true that " + x)`):               code,
		program(answer + "final_answer(x) # Backups are really kept for 99 days."):  code,
		program(answer + `final_answer(x + b" Karl burns them.".decode())`):         code,
		program(answer + `final_answer(x + " \x4bar\u006c burns them.")`):           code,
		program(answer + "d = 21 + 78\nfinal_answer(f'''{d} days''')"):              code,
	} {
		for _, p := range []string{"balanced", "strict", "verbatim"} {
			r := newRig(t, up.Say(said), func(a *App) { a.Policy, _ = policy.Builtin(p) })
			if s := r.talk(framedCases[frame].prompt(), false); s.text() == said {
				t.Errorf("%s: %q is %s", p, said, r.trace(0).Verdict)
			}
		}
	}
	for _, call := range []string{
		`final_answer(u"` + told + `")`, `final_answer(f"` + told + `")`, `final_answer("` + strings.Replace(told, " and ", `" + " and `, 1) + `")`,
		`final_answer("\n".join(["` + told + `"]))`, answer + "final_answer(x)  # the answer",
	} {
		r := newRig(t, up.Say(program(call)))
		if s := r.talk(framedCases[code].prompt(), false); s.text() != program(call) || r.trace(0).Verdict != report.Grounded {
			t.Errorf("%q: %q is %s", call, s.text(), r.trace(0).Verdict)
		}
	}
}

func TestAStepThatActsPassesLikeACall(t *testing.T) {
	t.Parallel()
	for _, c := range framedCases {
		if c.step == "" {
			continue
		}
		plainAndStreamed(t, c.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(c.step))
			s := r.talk(c.prompt(), stream)
			if tr := r.trace(0); s.text() != c.step || tr.Verdict != report.Skipped || tr.Reason != report.ReasonToolCall {
				t.Errorf("%q, %s (%s)", s.text(), tr.Verdict, tr.Reason)
			}
		})
	}
}

// What stands behind "Observation:" is the client's to write.
func TestAnObservationThatTheModelInventsIsCut(t *testing.T) {
	t.Parallel()
	c := framedCases[1]
	r := newRig(t, up.Say(c.step+"\nObservation: Backups are kept for 99 days.\nThought: I know\nFinal Answer: Backups are kept for 99 days."))
	if s := r.talk(c.prompt(), false); s.text() != c.step {
		t.Errorf("%q", s.text())
	}
}

// A client writes what stands behind "Observation:" where it stops the model at it, or the
// app's frame has that sign: of a model's reply it is cut off.
func TestAnObservationOfTheClientIsMaterial(t *testing.T) {
	t.Parallel()
	const format = `Use the following format:\n\nThought: what to do\nAction: a tool\nObservation: what it brought\nFinal Answer: what the user is told\n\n`
	turn := func(stop, format string) string {
		return `{"model":"m",` + stop + `"messages":[{"role":"user","content":"` + format + `Begin! How long are backups kept?"},{"role":"assistant","content":"Thought: I look\nAction: search\nObservation: ` + told + `"}]}`
	}
	for _, c := range [][2]string{{`"stop":["\nObservation:"],`, format}, {"", format}, {`"stop":["\nObservation:"],`, ""}} {
		r := newRig(t, up.Say("Final Answer: Nightly backups are kept for 99 days."))
		if s := r.talk(turn(c[0], c[1]), false); strings.Contains(s.text(), "99") || len(r.trace(0).Chunks) != 1 {
			t.Errorf("%q: %q, %d chunks", c, s.text(), len(r.trace(0).Chunks))
		}
		if c[1] == "" {
			continue
		}
		r = newRig(t, up.Say("Final Answer: "+told))
		if s := r.talk(turn(c[0], c[1]), false); !strings.Contains(s.text(), told) || r.trace(0).Verdict != report.Grounded {
			t.Errorf("%q: %q, %s", c, s.text(), r.trace(0).Verdict)
		}
	}
	for said, want := range map[string]string{ // behind a scratchpad that ends in a sign: every reply was refused, or a lie passed unread
		" I look again\nAction: search":          " I look again\nAction: search",
		"Final Answer: " + told:                  "Final Answer: " + told,
		"Final Answer: Karl burns 7731 backups.": "Final Answer: " + refused,
	} {
		r := newRig(t, up.Say(said))
		if s := r.talk(strings.Replace(turn("", format), `"}]}`, `\nThought:"}]}`, 1), false); !strings.HasPrefix(s.text(), want) {
			t.Errorf("%q: %q", said, s.text())
		}
	}
	for _, stop := range []string{"", `"stop":["\nCalling tools:"],`} {
		r := newRig(t, up.Say("Final Answer: "+told))
		if r.talk(turn(stop, ""), false); len(r.trace(0).Chunks) != 0 {
			t.Errorf("%q: what nobody knows the writer of is evidence", stop)
		}
	}
}

// A program may write what a step has brought into a user's message of its own. What somebody
// types where no step goes before is no material.
func TestAnObservationInAUsersMessageIsMaterialBehindAStep(t *testing.T) {
	t.Parallel()
	turn := func(before, user string) string {
		return `{"model":"m","messages":[{"role":"system","content":"Use the following format:\n\nThought: what to do\nAction: a tool\nObservation: what it brought\nFinal Answer: what the user is told"},` +
			`{"role":"user","content":"How long are backups kept?"},{"role":"assistant","content":"` + before + `"},{"role":"user","content":"` + user + `"}]}`
	}
	for _, c := range []struct {
		before, user string
		chunks       int
	}{
		{`Thought: I look\nAction: search`, "Observation: " + told, 1},
		{`Final Answer: I do not know.`, "Observation: " + told, 0},
		{`Thought: I look\nAction: search`, "I say: " + told, 0},
	} {
		r := newRig(t, up.Say("Final Answer: Nightly backups are kept for 99 days."))
		s := r.talk(turn(c.before, c.user), false)
		if got := len(r.trace(0).Chunks); got != c.chunks || c.chunks > 0 && strings.Contains(s.text(), "99") {
			t.Errorf("%q, %q: %d chunks, %q", c.before, c.user, got, s.text())
		}
	}
	r := newRig(t, up.Say("Final Answer: "+told))
	if s := r.talk(turn(`Thought: I look\nAction: search`, "Observation: "+told), false); s.text() != "Final Answer: "+told || r.trace(0).Verdict != report.Grounded {
		t.Errorf("%q, %s", s.text(), r.trace(0).Verdict)
	}
}

// A prompt of one message shows its format with the label of a question in it, and ends in
// the sign behind which the reply goes on.
func TestAReplyGoesOnBehindTheSignThatThePromptEndsIn(t *testing.T) {
	t.Parallel()
	const prompt = `{"model":"m","messages":[{"role":"user","content":"Answer as well as you can. Use the following format:\n\nQuestion: what you have to answer\nThought: what to do\nAction: a tool\nAction Input: its input\nObservation: what it brought\n... (these may be repeated)\nThought: I know it\nFinal Answer: what the user is told\n\nBegin!\n\nQuestion: How long are backups kept?\nThought: I look.\nAction: search\nAction Input: backups\nObservation: ` + told + `\nThought:"}]}`
	for said, want := range map[string]string{
		" I know it\nFinal Answer: " + told:                                      "Final Answer: " + told,
		" I know it\nFinal Answer: Nightly backups are kept for 99 days.":        "Final Answer: ",
		" I look again\nAction: search\nAction Input: how long are backups kept": "Action Input: how long are backups kept",
	} {
		r := newRig(t, up.Say(said))
		if s := r.talk(prompt, false); !strings.Contains(s.text(), want) || strings.Contains(s.text(), "99") || len(r.asked(0).Get("messages").Array()) != 1 {
			t.Errorf("%q: %q, %s", said, s.text(), r.trace(0).Verdict)
		}
	}
}

// A part that the prompt names in capitals is a sign; its list keeps the names that the
// prompt gives.
func TestAPartThatThePromptNamesComesBack(t *testing.T) {
	t.Parallel()
	const prompt = `{"model":"m","messages":[{"role":"user","content":"Given these extracts and a question, write an answer. Always return a \"SOURCES\" part in your answer.\n\nQUESTION: How long are backups kept?\n=========\nContent: ` + told + `\nSource: plan-7\n=========\nFINAL ANSWER:"}]}`
	for said, want := range map[string]string{
		told + "\nSOURCES: plan-7":                               told + "\nSOURCES: plan-7",
		told + "\nSOURCES: plan-7, the moon is cheese":           told + "\nSOURCES: plan-7",
		"Nightly backups are kept for 99 days.\nSOURCES: plan-7": "",
	} {
		r := newRig(t, up.Say(said))
		if s := r.talk(prompt, false); want != "" && s.text() != want || strings.Contains(s.text(), "99") {
			t.Errorf("%q: %q, %s", said, s.text(), r.trace(0).Verdict)
		}
	}
}

// TestCopiedSentencesInJSONArriveAsTheyAre: a text of two copied sentences was open, since no one
// source sentence says both, and the number that the prompt has above a passage was a figure.
func TestCopiedSentencesInJSONArriveAsTheyAre(t *testing.T) {
	t.Parallel()
	const system = `Answer from the chunks. Always return valid JSON with this exact structure: {\"answer\": \"...\", \"citations\": [{\"chunk_index\": 0, \"quote\": \"...\"}]}`
	const chunks = `CONTEXT CHUNKS:\n# Chunk 1 | doc:7f3c | idx:0\nThe lease runs for 36 months. Rent is 2,450 EUR.\n\n# Chunk 2 | doc:7f3c | idx:4\nThe key is returned on the last day. The deposit of 4,900 EUR is returned within 60 days.`
	body := `{"model":"m","messages":[{"role":"system","content":"` + system + `"},{"role":"user","content":"` + chunks + `\n\nQUESTION:\nHow do key and deposit come back?"}]}`
	reply := func(days, index string) string {
		return `{"answer": "The key is returned on the last day. The deposit of 4,900 EUR is returned within ` + days + ` days.", "citations": [{"chunk_index": ` + index + `, "quote": "The key is returned on the last day."}]}`
	}
	for _, c := range []struct {
		reply  string
		passes bool
	}{{reply("60", "4"), true}, {reply("60", "7"), false}, {reply("99", "4"), false}} {
		r := newRig(t, says(c.reply), func(a *App) { a.Policy, _ = policy.Builtin("strict") })
		if s := r.talk(body, false); (s.text() == c.reply) != c.passes {
			t.Errorf("%s: %s", s.verdict(), s.text())
		}
	}
}

// The agent's last action lost its fence and its label, so that its program showed the JSON; strict took the name
// of the action for a claim; and a refusal without that name sent the agent round.
func TestAnAnswerAsTheLastActionKeepsItsSigns(t *testing.T) {
	t.Parallel()
	c := framedCase{order: "Use a json blob with an action key and an action_input key. Valid \\\"action\\\" values: \\\"Final Answer\\\" or search\\n\\nFollow this format:\\n\\nThought: what to do\\nAction:\\n```\\n$JSON_BLOB\\n```\\nObservation: what it brought\\nAction:\\n```\\n{\\n  \\\"action\\\": \\\"Final Answer\\\",\\n  \\\"action_input\\\": \\\"what the user is told\\\"\\n}\\n```\\n\\nBegin! Reminder to ALWAYS respond with a valid json blob of a single action. Use tools if necessary."}
	honest := "Action:\n```\n{\n  \"action\": \"Final Answer\",\n  \"action_input\": \"" + told + "\"\n}\n```"
	false := "Action:\n```\n{\n  \"action\": \"Final Answer\",\n  \"action_input\": \"Nightly backups are kept for 99 days.\"\n}\n```"
	for _, p := range []string{"balanced", "strict"} {
		plainAndStreamed(t, p, func(t *testing.T, stream bool) {
			of := func(a *App) { a.Policy, _ = policy.Builtin(p) }
			if s := newRig(t, up.Say(honest), of).talk(c.prompt(), stream); s.text() != honest {
				t.Errorf("%q", s.text())
			}
			if s := newRig(t, up.Say(false), of).talk(c.prompt(), stream); strings.Contains(s.text(), "99") || !strings.Contains(s.text(), `Final Answer"`) {
				t.Errorf("%q", s.text())
			}
		})
	}
}

// A thought went wherever no source bore it out, also one that tells of nothing but the work.
func TestAThoughtStaysBesideAnAnswerUnlessTheSourcesSayOtherwise(t *testing.T) {
	t.Parallel()
	const order = "Use the following format:\\n\\nThought: what to do\\nAction: one of the tools\\nAction Input: its input\\nObservation: what it brought\\nFinal Answer: what the user is told"
	const answer = "\nFinal Answer: " + told
	for said, want := range map[string]string{
		"I can answer without any more tools. I write in the user's language.": "I can answer without any more tools. I write in the user's language.",
		"Nightly backups are kept for 99 days.":                                "",
		"Nightly backups are kept for good.":                                   "",
		"Karl Brenner told me so.":                                             "",
	} {
		for _, p := range []string{"balanced", "strict"} {
			if p == "strict" {
				want = ""
			}
			r := newRig(t, up.Say("Thought: "+said+answer), func(a *App) { a.Policy, _ = policy.Builtin(p) })
			if s := r.talk(framedCase{order: order}.prompt(), false); s.text() != "Thought: "+want+answer {
				t.Errorf("%s, %q: %q", p, said, s.text())
			}
		}
	}
}

// What a step in JSON handed to the tool that ends the run passed as a step.
func TestALieForTheToolThatEndsTheRunNeverLeaves(t *testing.T) {
	t.Parallel()
	const order = "Use the following format:\\n\\nThought: what to do\\nAction: a json blob with a tool and its arguments\\nObservation: what it brought"
	for _, step := range []string{
		"Action:\n{\n  \"name\": \"final_answer\",\n  \"arguments\": {\"answer\": \"TOLD\"}\n}",
		"Action:\n```\n{\"action\": \"Final Answer\", \"action_input\": \"TOLD\"}\n```",
		"Action: final_answer\nAction Input: {\"answer\": \"TOLD\"}",
		"Action: finish[TOLD]",
	} {
		for p, thought := range map[string]string{"balanced": "I know it.", "strict": ""} {
			in := func(said string) (string, report.Verdict) {
				r := newRig(t, up.Say("Thought: I know it.\n"+strings.Replace(step, "TOLD", said, 1)), func(a *App) { a.Policy, _ = policy.Builtin(p) })
				text := r.talk(framedCase{order: order}.prompt(), false).text()
				return text, r.trace(0).Verdict
			}
			if text, verdict := in("Nightly backups are kept for 99 days."); strings.Contains(text, "99") || verdict == report.Skipped {
				t.Errorf("%s: %q, %s", p, text, verdict)
			}
			if text, verdict := in(told); !strings.HasPrefix(step, "Action: finish") && (text != "Thought: "+thought+"\n"+strings.Replace(step, "TOLD", told, 1) || verdict != report.Grounded) {
				t.Errorf("%s: %q, %s", p, text, verdict)
			}
		}
	}
}

// The blank with which a model goes on behind a sign was taken off a step, and a tag whose end stands in another message
// was no sign.
func TestAFrameComesBackByteForByte(t *testing.T) {
	t.Parallel()
	const steps = "Use the following format:\\n\\nThought: what to do\\nAction: one of the tools\\nAction Input: its input\\nObservation: what it brought\\nFinal Answer: what the user is told"
	const inTags = "All is written so:\\n\\n<notes>\\n{notes}\\n</notes>\\n\\n<reasoning>\\n{reasoning}\\n</reasoning>\\n\\n<answer>\\n{answer}\\n</answer>"
	for said, order := range map[string]string{
		" I have to look again.\nAction: search\nAction Input: backups":                     steps,
		" I know it.\nFinal Answer: " + told:                                                steps,
		"<reasoning>\nThe notes say it.\n</reasoning>\n\n<answer>\n" + told + "\n</answer>": inTags,
	} {
		r := newRig(t, up.Say(said))
		prompt := strings.Replace(framedCase{order: order}.prompt(), "How long are backups kept?", "How long are backups kept? Reply in the XML tags `<reasoning>`, then `<answer>`.", 1)
		if order == steps {
			prompt = strings.Replace(prompt, "How long are backups kept? Reply in the XML tags `<reasoning>`, then `<answer>`.", "How long are backups kept?\\nThought:", 1)
		}
		if s := r.talk(prompt, false); s.text() != said {
			t.Errorf("%q: %q, %s", said, s.text(), r.trace(0).Verdict)
		}
	}
}

// Where an app orders JSON in words and a model puts it as a text around which it cites, the app got a text of JSON.
func TestJSONInATextOfJSONComesBackAsTheAppOrdersIt(t *testing.T) {
	t.Parallel()
	const prompt = `{"model":"m","messages":[{"role":"system","content":"Answer the question from the documents. Respond only with a JSON object in a code block:\n\n` + "```json" + `\n{\n  \"action\": \"Final Answer\",\n  \"action_input\": string\n}\n` + "```" + `\n\n<documents>\n<document id=\"d1\">` + told + `</document>\n</documents>"},{"role":"user","content":"How long are backups kept?"}]}`
	form := func(said string) string {
		return "```json\n{\n  \"action\": \"Final Answer\",\n  \"action_input\": \"" + said + "\"\n}\n```"
	}
	for said, want := range map[string]string{told: form(told), "Nightly backups are kept for 99 days.": ""} {
		r := newRig(t, up.Say(`{"answer":`+encode(form(said))+`,"citations":[{"chunk_id":"d1","path":"","snippet":"are kept for 21 days"}],"mode":"answer","unanswered_aspects":[]}`))
		if s := r.talk(prompt, false); want != "" && s.text() != want || strings.Contains(s.text(), "99") || strings.HasPrefix(s.text(), `"`) {
			t.Errorf("%q: %q, %s", said, s.text(), r.trace(0).Verdict)
		}
	}
}

// TestAListOfSourcesWithoutATrueNameIsEmpty: the document that the model named does not exist, and the list that the app orders
// came back empty.
func TestAListOfSourcesWithoutATrueNameIsEmpty(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "sources", func(t *testing.T, stream bool) {
		const body = `{"model":"m","messages":[{"role":"system","content":"Create a final answer with references (\"SOURCES\"). ALWAYS return a \"SOURCES\" part in your answer.\n\n<document id=\"guide.pdf\">Glaze A contains 12 percent lithium.</document>\n<document id=\"c3\">Storage is dry and cool.</document>"},{"role":"user","content":"What does glaze A contain?"}]}`
		const want = "Glaze A contains 12 percent lithium.\nSOURCES: guide.pdf"
		if got := newRig(t, up.Say("Glaze A contains 12 percent lithium.\nSOURCES: ghost-12")).talk(body, stream).text(); got != want {
			t.Errorf("%q", got)
		}
	})
}
