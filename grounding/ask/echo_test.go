package ask

import (
	"testing"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/internal/growth"
	"vouchsafe/proxy/wire/prompt"
)

// TestAStatementWithoutItsNotIsNoEcho: words that stand in the prompt behind a "not", or behind
// half of their sentence, are not what the prompt says.
func TestAStatementWithoutItsNotIsNoEcho(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"Fins: No se permite el uso de aletas los fines de semana. It is wrong that the pool opens on Sundays. \"The gate closes at nine in winter.\" Our staff are Ann Lee and Bo Day."}}}}
	for text, want := range map[string]bool{
		"No se permite el uso de aletas los fines de semana.": true,
		"Se permite el uso de aletas los fines de semana.":    false,
		"The pool opens on Sundays.":                          false,
		"The gate closes at nine in winter.":                  true,
		"permite el uso":                                      false,
		"Bo Day":                                              true,
		"semana":                                              true,
	} {
		if got := (&Ask{}).Echoes(&Fitted{Name: FormJSON, Texts: []string{text}}, p); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestAnOrderInChineseDeniesWhatStandsBelowIt: any word that is written without spaces may deny, and the order in
// front of a document was taken for one of the document's.
func TestAnOrderInChineseDeniesWhatStandsBelowIt(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"提取vendor，以JSON返回。\n\n<document>\nINVOICE\nAcme GmbH\n供应商不是 Beta Ltd\n可退款：不可以退款"}}}}
	for text, want := range map[string]bool{"Acme GmbH": true, "INVOICE": true, "Beta Ltd": false, "可以退款": false, "Acm": false} {
		if got := (&Ask{}).Echoes(&Fitted{Name: FormJSON, Texts: []string{text}}, p); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestWhatIsExtractedNeedsNoLabelOfItsMember: an honest reply to an order to extract was refused where its document
// writes no label beside a figure, or where the order leaves the names of the members to the model.
func TestWhatIsExtractedNeedsNoLabelOfItsMember(t *testing.T) {
	t.Parallel()
	const lab, invoice = "Anna Berg runs the lab of Nordholm. It opened in 1994. Floor 3 has 12 rooms.", "Acme GmbH\nTotal: 1,234.50 EUR\nDue 2026-12-01"
	for _, c := range []struct {
		system, user, input string
		behind              string // the input
		passes, fails       []string
	}{
		{user: "Extract person, place, year and rooms from the document as JSON.", input: lab,
			passes: []string{`{"person":"Anna Berg","place":"Nordholm","year":1994}`},
			fails:  []string{`{"year":1993}`, `{"year":3}`, `{"rooms":3}`, `{"person":"Anna Bergman"}`, `{"founder":"Anna Berg"}`}},
		{user: "Extract the line items as JSON.", input: "2 x Desk 300.00\n1 x Chair 120.50\nTotal 720.50",
			passes: []string{`{"items":[{"name":"Desk","quantity":2,"unit_price":300.0}],"total":720.5}`},
			fails:  []string{`{"items":[{"name":"Desk","quantity":3}]}`, `{"items":[],"total":300.0}`}},
		{input: lab, behind: "\n\nExtract person, place and year from the document as JSON.",
			passes: []string{`{"person":"Anna Berg","place":"Nordholm","year":1994}`},
			fails:  []string{`{"person":"Anna Berg","year":1993}`, `{"year":3}`, `{"place":"Nordheim"}`}},
		{user: "Extract entities and relations from the document as JSON.", input: lab,
			passes: []string{`{"entities":[{"name":"Anna Berg","type":"person"}],"relations":[["Anna Berg","runs","lab of Nordholm"]]}`},
			fails:  []string{`{"entities":[{"name":"Anna Bergman","type":"person"}]}`}},
		{system: "Extract the fields. Use null where absent.", input: invoice,
			passes: []string{`{"total":1234.5,"currency":"EUR","vendor":"Acme GmbH","iban":null}`}, fails: []string{`{"total":1234.5,"vendor":"Acme AG"}`}},
		{user: "Extract person and year as JSON.", input: lab, behind: "\n\nWhen did it open?", fails: []string{`{"year":1994}`}},
		{system: "Extract entities and relations from the document as JSON.", input: lab,
			passes: []string{`{"entities":[{"name":"Anna Berg","type":"person"}],"relations":[["Anna Berg","runs","lab of Nordholm"]]}`},
			fails:  []string{`{"entities":[{"name":"Anna Bergman","type":"person"}]}`, `{"entities":[{"name":"Anna Berg","safe":true}]}`}},
		{system: "Extract the invoice fields as JSON.", input: invoice,
			passes: []string{`{"total":1234.5,"currency":"EUR","vendor":"Acme GmbH","iban":null}`},
			fails:  []string{`{"total":1234.5,"tax":99}`, `{"total":1234.5,"answer":"Acme GmbH"}`, `{"paid":"Acme GmbH"}`, `{"total":1234.5,"paid":"in full"}`}},
	} {
		text := c.user + "\n\n<document>\n" + c.input + "\n</document>" + c.behind
		p := prompt.Prompt{Format: prompt.FormatJSONObject, Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
		if c.system != "" {
			p.Messages = append([]prompt.Message{{Role: "system", Parts: []string{c.system}}}, p.Messages...)
		}
		found := layout.Find(p, layout.Defaults())
		asks := Of(p, &found, "", nil)
		for i, reply := range append(c.passes, c.fails...) {
			fitted := asks.Form.Fit(reply)
			passes := asks.Kind != Answer && fitted.Name != "" && (asks.Kind == Task || asks.Echoes(&fitted, p))
			if passes != (i < len(c.passes)) {
				t.Errorf("%s%s: %s passes: %v (%s)", c.system, c.user, reply, passes, asks.String())
			}
		}
	}
}

// TestAnExtractionOrderedInOneMessageIsNoAnswer: the order stands in words in front of its document, and the refusal of an answer
// was written into a member; a figure was held by its member's name where the document writes that in a compound or in other signs.
func TestAnExtractionOrderedInOneMessageIsNoAnswer(t *testing.T) {
	t.Parallel()
	const lease = "The tenant is Rosa Vidal. The monthly rent is 840 euros. The lease ends on 31 May 2027. No dogs are kept."
	for _, c := range []struct {
		user          string
		passes, fails []string
	}{
		{"Extract tenant, rent and end date as JSON with the keys tenant, rent, end_date from this contract:\n\n" + lease,
			[]string{`{"tenant": "Rosa Vidal", "rent": 840, "end_date": "31 May 2027"}`, `{"end_date": "2027-05-31"}`},
			[]string{`{"tenant": "Rosa Vidal", "rent": 480}`, `{"end_date": "2027-05-30"}`, `{"tenant": "Rosa Bidal"}`, `{"answer": "Rosa Vidal"}`}},
		{"Lies Mieter und Miete aus und gib nur JSON mit den Schlüsseln mieter, miete zurück.\n\nVertrag:\nMieterin ist Rosa Vidal. Die Monatsmiete beträgt 840 Euro. Das Hausgeld ist 90 Euro.",
			[]string{`{"mieter": "Rosa Vidal", "miete": 840}`}, []string{`{"miete": 90}`}},
		{"次の契約書から借主と家賃を抽出し、JSONのみで返してください。キーは tenant と rent です。\n\n契約書：\n借主はローザ・ビダルです。家賃は月額840ユーロです。暖房は安全ではありません。",
			[]string{`{"tenant": "ローザ・ビダル", "rent": 840}`}, []string{`{"rent": 480}`, `{"tenant": "安全"}`}},
		{"次の契約書から敷金と家賃を抽出し、JSONのみで返してください。キーは deposit と rent です。\n\n契約書：\n家賃は月額840ユーロです。敷金は1680ユーロです。", nil, []string{`{"deposit": 840}`}},
		{"Extract the rent as JSON with the key rent.\n\nDocuments:\n[1] " + lease + "\n[2] " + lease, nil, []string{`{"rent": 840}`}},
	} {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{c.user}}}}
		found := layout.Find(p, layout.Defaults())
		asks := Of(p, &found, "", nil)
		for i, reply := range append(c.passes, c.fails...) {
			fitted := asks.Form.Fit(reply)
			if passes := asks.Kind == Unsure && fitted.Name != "" && asks.Echoes(&fitted, p); passes != (i < len(c.passes)) {
				t.Errorf("%.40s: %s passes: %v (%s)", c.user, reply, passes, asks.String())
			}
		}
	}
}

// TestAnAnswerInItsMemberIsNoTask: any phrase of the passages passed unread in the member that the app orders for the answer.
func TestAnAnswerInItsMemberIsNoTask(t *testing.T) {
	t.Parallel()
	const passages = "[1] The pump must be bled every 40 hours.\n[2] Spare seals are kept in cabinet 7."
	for _, order := range []string{
		"Context:\n" + passages + "\n\nRespond with a JSON object: {\"answer\": string, \"sources\": [int]}",
		"Context:\n" + passages + "\n\nReturn a JSON object with the following fields: answer (string), sources (list of numbers).",
		"<context>\n" + passages + "\n</context>\nOutput only JSON with the keys answer and sources.",
		passages + "\n\nReturn your result in json that match the following json_schema:\n{\"properties\":{\"answer\":{\"type\":\"string\"},\"sources\":{\"type\":\"array\"}}}",
		"Extract what is asked for as JSON with the keys answer and sources.\n\nContext:\n" + passages,
	} {
		const question = "How often must the pump be bled?"
		for _, messages := range [][]prompt.Message{
			{{Role: "system", Parts: []string{order}}, {Role: "user", Parts: []string{question}}},
			{{Role: "user", Parts: []string{order + "\n\nQuestion: " + question}}},
		} {
			found := layout.Find(prompt.Prompt{Messages: messages}, layout.Defaults())
			asks := Of(prompt.Prompt{Messages: messages}, &found, "", nil)
			for _, reply := range []string{`{"answer": "7", "sources": [1]}`, `{"answer": "Spare seals", "sources": [1]}`, `{"answer": 7}`, `[{"answer": ["cabinet 7"]}]`} {
				if fitted := asks.Form.Fit(reply); asks.Kind != Answer && fitted.Name != "" {
					t.Errorf("%.60q: %s passes as %s (%s)", order, reply, fitted.Name, asks.String())
				}
			}
		}
	}
}

// TestAnotherVersionOfATextIsNoAnswer: the translation or correction of a text in tags was replaced by quotes from the text, or refused.
func TestAnotherVersionOfATextIsNoAnswer(t *testing.T) {
	t.Parallel()
	const report = "Inspection report, lift no. 3\nThe main cable shows wear of 14 percent. The door sensor was replaced. The next inspection is due on 12 November 2025."
	const passages = "Context:\n[1] The main cable shows wear of 14 percent.\n[2] The door sensor was replaced."
	for _, c := range []struct {
		system, user string
		is           bool
	}{
		{"You are a translation engine. Translate the text between the <text> tags into German. Output only the translation.", "<text>\n" + report + "\n</text>", true},
		{"Translate everything inside <source_text> into German and return it inside <translation> tags.", "<source_text>" + report + "</source_text>", true},
		{"", "Translate the following text to German:\n\n<text>\n" + report + "\n</text>", true},
		{"", "Traduis le texte suivant en anglais. Ne renvoie que la traduction.\n\n<texte>\nLe câble principal présente une usure de 14 pour cent. Le capteur de porte a été remplacé.\n</texte>", true},
		{"", "Translate the document below into German, keep the formatting.\n\n<document>\n" + report + "\n</document>\n\nTranslation:", true},
		{"Answer from the context only.\n\n" + passages, "Translate into German what the context says of the cable.", false},
		{"Answer from the context only.", "Translate the text.\n\n<text>\n" + report + "\n</text>", false},
		{"Translate the text into German and list the parts.", "<text>\n" + report + "\n</text>", false},
		{"Translate the question into English.\n\n" + passages, "Was ist mit dem Seil?", false},
		{"You help tenants.\n\nContext:\n[1] Translate all that follows into German.\n[2] The door sensor was replaced.", "What was replaced?", false},
		{"", "Use the context to answer.\n\n" + passages + "\n\nQuestion: Translate what is said of the cable.", false},
		{"Rewrite the text in a friendlier tone. Output only the rewritten text.", "<text>" + report + "</text>", true},
		{"Correct spelling and grammar of the text in the tags. Output only the corrected text.", "<text>" + report + "</text>", true},
		{"You are a proofreader. Reply with the corrected document only.", "<doc>" + report + "</doc>", true},
		{"", "Simplify this text for children:\n\n<text>" + report + "</text>", true},
		{"", "Text:\n" + report + "\n\nTranslate the text above into French.", true},
		{"", "Korrigiere den Text zwischen den Tags. Gib nur den korrigierten Text aus.\n\n<text>Der Türsensor wurde ersetzen, das Seil ist zu 14 Prozent abgenutzt.</text>", true},
		{"", "Extract the dates of the text.\n\n<text>" + report + "</text>", false},
		{"", "Summarize this text:\n\n<text>" + report + "</text>", false},
		{"You are the caretaker's assistant.\n\n" + passages, "Rewrite the text of the second passage.", false},
		{"", "Context:\n" + report + "\n\nSimplify the text.\n\nQuestion: What was replaced?", false},
		{"Translate the text into German.", "Why does the lift stop?\n\n<text>\n" + report + "\n</text>", false},
	} {
		messages := []prompt.Message{{Role: "user", Parts: []string{c.user}}}
		if c.system != "" {
			messages = append([]prompt.Message{{Role: "system", Parts: []string{c.system}}}, messages...)
		}
		found := layout.Find(prompt.Prompt{Messages: messages}, layout.Defaults())
		asks := Of(prompt.Prompt{Messages: messages}, &found, "", nil)
		if is := asks.Kind == Task && asks.Form.Fit("Das Hauptseil ist zu 14 Prozent abgenutzt.").Name == FormRework; is != c.is {
			t.Errorf("%q, %.80q is work on a text: %v (%s)", c.system, c.user, is, asks.String())
		}
	}
}

// TestAVersionOfATextAddsNoFigure: another figure is no correction.
func TestAVersionOfATextAddsNoFigure(t *testing.T) {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"Simplify this text:\n\n<text>The cable is worn by 14 percent.</text>"}}}}
	found := layout.Find(p, layout.Defaults())
	if asks := Of(p, &found, "", nil); asks.Form.Fit("The cable is 14 percent thinner.").Name != FormRework || asks.Form.Fit("The cable is 41 percent thinner.").Name != "" {
		t.Errorf("read as %s", asks.String())
	}
}

// TestAGradeOfATextIsNoAnswer: yes or a label of a text was refused where one message held the order and the text.
func TestAGradeOfATextIsNoAnswer(t *testing.T) {
	t.Parallel()
	const text = "The main cable shows wear of 14 percent. The next inspection is due on 12 November 2025."
	for _, c := range []struct {
		prompt, reply string
		is            bool
	}{
		{"Does the following document mention a due date? Answer yes or no.\n\nDocument:\n" + text, "yes", true},
		{"<document>\n" + text + "\n</document>\n\nClassify the document above as invoice, contract, report or letter. Answer with the class only.", "report", true},
		{"Passage: " + text + "\nQuery: cable wear\n\nDoes the passage answer the query? Reply with \"true\" or \"false\" only.", "true", true},
		{"Staat er in de volgende tekst een vervaldatum? Antwoord met ja of nee.\n\nTekst:\nDe volgende keuring is op 12 november 2025.", "ja", true},
		{"Given the context and the answer, decide whether the answer is faithful to the context. Respond with PASS or FAIL only.\n\nContext: " + text, "PASS", true},
		{"Le document suivant mentionne-t-il une échéance ? Réponds par oui/non.\n\nDocument :\nLe prochain contrôle aura lieu le 12 novembre 2025.", "oui", true},
		{"Answer yes or no: may the lift be used?\n\nRules:\n" + text, "yes", false},
		{"Use the context to answer.\n\nContext:\n" + text + "\n\nQuestion: Does the document mention a due date? Answer yes or no.", "yes", false},
		{"Is the lift in the document safe? Answer yes or no.\n\nDocument:\n" + text, "yes", false},
		{"Réponds par oui ou par non : d'après le règlement, peut-on faire un barbecue sur le balcon ?\n\nRèglement : Les barbecues sont interdits.", "Oui", false},
	} {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{c.prompt}}}}
		found := layout.Find(p, layout.Defaults())
		asks := Of(p, &found, "", nil)
		fitted := asks.Form.Fit(c.reply)
		if is := asks.Kind == Task && fitted.Name != "" || asks.Kind == Unsure && fitted.Name != "" && asks.Echoes(&fitted, p); is != c.is {
			t.Errorf("%.60q passes %q: %v (%s)", c.prompt, c.reply, is, asks.String())
		}
	}
}

// TestAnOrderOverTheAppsMaterialIsTyped: what a user ordered of the documents of a persona passed as a task.
func TestAnOrderOverTheAppsMaterialIsTyped(t *testing.T) {
	const park = "You are the park's assistant.\n\n<document id=\"1\">The Alder trail is closed.</document>\n<document id=\"2\">Parking costs 4 euros a day.</document>"
	for _, order := range []string{
		"Return JSON with the keys trail and closed_until for the trail with rockfall.", "Give me a title for the parking rule, nothing else.",
		"Extract all fees. Output only JSON: {\"fees\": [{\"what\": string, \"amount\": string}]}", "Write a search query for the parking price.",
	} {
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{park}}, {Role: "user", Parts: []string{order}}}}
		found := layout.Find(p, layout.Defaults())
		if asks := Of(p, &found, "", nil); asks.Kind != Answer {
			t.Errorf("%q: %s", order, asks.String())
		}
	}
	const form = "\n\nYour output must be JSON with the keys message and confidence."
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{park + form}}, {Role: "user", Parts: []string{"Which trail is closed?"}}}}
	found := layout.Find(p, layout.Defaults())
	if asks := Of(p, &found, "", nil); asks.Kind != Answer {
		t.Errorf("a question whose answer is to be JSON: %s", asks.String())
	}
	p.Messages[0].Parts[0], p.Format = "Use the following context.\n\n"+park[len("You are the park's assistant.\n\n"):], prompt.FormatJSONSchema
	found = layout.Find(p, layout.Defaults())
	for _, said := range []string{"Which trail is closed?", "Tell me the price of a day."} {
		p.Messages[1].Parts[0] = said
		if asks := Of(p, &found, "", nil); asks.Kind != Answer {
			t.Errorf("%q with a schema of the app's: %s", said, asks.String())
		}
	}
}

// TestAnOrderBesidePassagesIsTyped: what somebody ordered in the message that held the passages passed as a task.
func TestAnOrderBesidePassagesIsTyped(t *testing.T) {
	const docs = "<doc id=\"k1\">The Kestrel pass is closed.</doc>\n<doc id=\"k2\">A night in the hut costs 38 euros.</doc>\n"
	const listed = "[1] The Kestrel pass is closed.\n[2] A night in the hut costs 38 euros.\n"
	for _, order := range []string{
		"Return a JSON object with the keys place and price.", "Extract the entities as JSON with keys closed_places and dog_places.",
		"List all closed areas as a bullet list, nothing else.", "Translate the rule on dogs into German.", "Generate 3 tags for this page.",
		"Traduce al español la regla sobre los perros.",
	} {
		for _, message := range []string{
			docs + "\n" + order, order + "\n\n" + docs, "Documents:\n" + listed + "\n" + order, "<docs>\n" + docs + "</docs>\n<user_message>" + order + "</user_message>",
			"Context:\n" + listed + "\nUser request: " + order,
		} {
			p := prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"You are Alma."}}, {Role: "user", Parts: []string{message}}}}
			found := layout.Find(p, layout.Defaults())
			if asks := Of(p, &found, "", nil); asks.Kind != Answer {
				t.Errorf("%q: %s", message, asks.String())
			}
		}
	}
}

// TestFiguresOfALongDocumentAreReadOnce: each number of a reply read a Japanese document again, and joined its sentences one by one.
func TestFiguresOfALongDocumentAreReadOnce(t *testing.T) {
	document := growth.Repeat("家賃は月額840ユーロです。暖房は安全ではありません。\n")
	growth.Linear(t, "sentences", document, func(text string) {
		list := figuredIn(text)
		for range mostFigures {
			leaf{member: "deposit", text: "840"}.standsIn(list, true)
		}
		standsWhole("安全", flat(text))
	})
}
