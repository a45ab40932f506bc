package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// Declining and asking back in the model's own words state nothing. A statement hidden in
// them is a claim.
func TestDecliningAndAskingBackStateNothing(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		question, source         string
		declines, asks, conceals []string
	}{
		{"What is the maximum dose of apixaban?", "Apixaban 5 mg is taken twice daily by adults. Warfarin is monitored by blood tests. Overdose of warfarin causes bleeding.",
			[]string{"The sources do not mention the maximum dose.", "I don't know.", "I could not find this information in the documents.", "The answer is not in the sources.", "Unfortunately, the documents do not say how much apixaban adults may take.", "I'm sorry, but I cannot answer that from the provided sources.", "There is no information about the maximum dose of apixaban.", "The maximum dose is not specified.", "The passages provide no details on this.", "The documents do not explain how to crush tablets finely or how to swallow them."},
			[]string{"Which drug do you mean?", "Do you mean apixaban or warfarin?", "Could you please clarify your question?", "For adults or for children?", "Are you asking about the maximum dose?", "Which dose are you interested in?", "What exactly would you like to know?"},
			[]string{"The sources do not say why overdose is harmless.", "The documents do not mention the three patients who died.", "I don't know why the maximum dose is safe.", "The sources do not mention the dose, but 20 mg is safe.", "I could not find the dose because apixaban is harmless.", "The documents do not mention that apixaban was banned.", "Do you mean the drug that was banned in 2019?", "Did you know that overdose is harmless?", "Apixaban is harmless, right?", "Isn't the maximum dose harmless?", "Which of the two lethal doses do you mean?", "The sources do not say how the deadly recall scandal ended.", "I cannot answer, and apixaban cures cancer.", "We do not offer refunds.", "Side effects are not known.", "Breakfast is not included.", "Do you want to know why overdose is harmless?", "There is no evidence that apixaban is dangerous.", "The tablets do not contain lactose."}},
		{"Was ist die Höchstdosis von Apixaban?", "Apixaban 5 mg wird von Erwachsenen zweimal täglich eingenommen. Warfarin wird durch Bluttests überwacht.",
			[]string{"Die Quellen enthalten dazu keine Angaben.", "Das weiß ich nicht.", "Die Höchstdosis wird in den Dokumenten nicht genannt.", "Leider kann ich das nicht beantworten.", "Die Dokumente sagen nicht, wie hoch die Höchstdosis ist.", "Ich habe keine Informationen zur Höchstdosis gefunden."},
			[]string{"Welches Medikament meinen Sie?", "Meinen Sie Apixaban oder Warfarin?", "Könnten Sie Ihre Frage genauer stellen?"},
			[]string{"Die Quellen sagen nicht, warum eine Überdosis harmlos ist.", "Die Dokumente erwähnen die drei verstorbenen Patienten nicht.", "Ich weiß es nicht, aber die Dosis ist harmlos.", "Meinen Sie das Mittel, das 2019 verboten wurde?", "Apixaban ist harmlos, oder?", "Die Tabletten enthalten keine Laktose."}},
		{"Quelle est la dose maximale d'apixaban ?", "L'apixaban 5 mg est pris deux fois par jour par les adultes. La warfarine est surveillée par des analyses de sang.",
			[]string{"Les documents n'indiquent pas la dose maximale.", "Je ne sais pas.", "Je n'ai pas trouvé cette information dans les sources.", "Malheureusement, je ne peux pas répondre à cette question.", "La dose maximale n'est pas précisée.", "Les sources ne contiennent aucune information à ce sujet."},
			[]string{"De quel médicament parlez-vous ?", "Voulez-vous dire l'apixaban ou la warfarine ?", "Pouvez-vous préciser votre question ?"},
			[]string{"Les documents n'indiquent pas pourquoi un surdosage est inoffensif.", "Les sources ne mentionnent pas les trois patients qui sont morts.", "Je ne sais pas, mais la dose est inoffensive.", "Parlez-vous du médicament interdit en 2019 ?", "L'apixaban est inoffensif, n'est-ce pas ?"}},
		{"¿Cuál es la dosis máxima de apixabán?", "El apixabán 5 mg se toma dos veces al día en adultos. La warfarina se controla con análisis de sangre.",
			[]string{"Los documentos no mencionan la dosis máxima.", "No lo sé.", "No puedo responder a esta pregunta.", "No encontré esta información en las fuentes.", "Lamentablemente, las fuentes no contienen información al respecto.", "La dosis máxima no está especificada."},
			[]string{"¿A qué medicamento se refiere?", "¿Se refiere al apixabán o a la warfarina?", "¿Podría aclarar su pregunta?"},
			[]string{"Los documentos no dicen por qué una sobredosis es inofensiva.", "Las fuentes no mencionan a los tres pacientes que murieron.", "No lo sé, pero la dosis es inofensiva.", "¿Se refiere al medicamento prohibido en 2019?", "El apixabán es inofensivo, ¿verdad?"}},
		{"Qual è la dose massima di apixaban?", "L'apixaban 5 mg si assume due volte al giorno negli adulti. Il warfarin è controllato con esami del sangue.",
			[]string{"I documenti non indicano la dose massima.", "Non lo so.", "Non posso rispondere a questa domanda.", "Le fonti non contengono informazioni su questo.", "Non ho trovato questa informazione nei documenti.", "La dose massima non è specificata."},
			[]string{"Quale farmaco intende?", "Intende l'apixaban o il warfarin?", "Può precisare la sua domanda?"},
			[]string{"I documenti non dicono perché un sovradosaggio è innocuo.", "Le fonti non menzionano i tre pazienti che sono morti.", "Non lo so, ma la dose è innocua.", "L'apixaban è innocuo, vero?"}},
		{"Qual é a dose máxima de apixabana?", "A apixabana 5 mg é tomada duas vezes ao dia por adultos. A varfarina é monitorada por exames de sangue.",
			[]string{"Os documentos não mencionam a dose máxima.", "Não sei.", "Não posso responder a esta pergunta.", "As fontes não contêm informações sobre isso.", "Não encontrei essa informação nos documentos.", "A dose máxima não é especificada."},
			[]string{"A qual medicamento você se refere?", "Você se refere à apixabana ou à varfarina?", "Poderia esclarecer a sua pergunta?"},
			[]string{"Os documentos não dizem por que uma overdose é inofensiva.", "As fontes não mencionam os três pacientes que morreram.", "Não sei, mas a dose é inofensiva.", "A apixabana é inofensiva, certo?"}},
		{"Wat is de maximale dosis apixaban?", "Apixaban 5 mg wordt door volwassenen tweemaal daags ingenomen. Warfarine wordt gecontroleerd met bloedonderzoek.",
			[]string{"De bronnen vermelden de maximale dosis niet.", "Dat weet ik niet.", "Ik kan deze vraag niet beantwoorden.", "De documenten bevatten hierover geen informatie.", "Ik heb deze informatie niet gevonden in de bronnen."},
			[]string{"Welk geneesmiddel bedoelt u?", "Bedoelt u apixaban of warfarine?", "Kunt u uw vraag verduidelijken?"},
			[]string{"De bronnen zeggen niet waarom een overdosis onschadelijk is.", "De documenten noemen de drie overleden patiënten niet.", "Ik weet het niet, maar de dosis is onschadelijk.", "Apixaban is onschadelijk, toch?"}},
		{"Jaka jest maksymalna dawka apiksabanu?", "Apiksaban 5 mg jest przyjmowany dwa razy dziennie przez dorosłych. Warfaryna jest kontrolowana badaniami krwi.",
			[]string{"Źródła nie podają maksymalnej dawki.", "Nie wiem.", "Nie mogę odpowiedzieć na to pytanie.", "Dokumenty nie zawierają informacji na ten temat.", "Nie znalazłem tej informacji w dokumentach."},
			[]string{"Który lek ma Pan na myśli?", "Czy chodzi o apiksaban, czy o warfarynę?", "Czy może Pan doprecyzować pytanie?"},
			[]string{"Źródła nie mówią, dlaczego przedawkowanie jest nieszkodliwe.", "Dokumenty nie wspominają o trzech pacjentach, którzy zmarli.", "Nie wiem, ale dawka jest nieszkodliwa.", "Apiksaban jest nieszkodliwy, prawda?"}},
		{"Какова максимальная доза апиксабана?", "Апиксабан 5 мг принимают взрослые два раза в день. Варфарин контролируют анализами крови.",
			[]string{"В источниках не указана максимальная доза.", "Я не знаю.", "Я не могу ответить на этот вопрос.", "Документы не содержат информации об этом.", "К сожалению, я не нашёл этой информации в источниках."},
			[]string{"Какой препарат вы имеете в виду?", "Вы имеете в виду апиксабан или варфарин?", "Можете уточнить вопрос?"},
			[]string{"Источники не говорят, почему передозировка безвредна.", "Документы не упоминают трёх пациентов, которые умерли.", "Я не знаю, но доза безвредна.", "Апиксабан безвреден, верно?"}},
		{"ما هي الجرعة القصوى من أبيكسابان؟", "يتناول البالغون أبيكسابان 5 ملغ مرتين يوميا. تتم مراقبة الوارفارين بتحاليل الدم.",
			[]string{"لا تذكر المصادر الجرعة القصوى.", "لا أعرف.", "لا يمكنني الإجابة على هذا السؤال.", "لا تحتوي المستندات على معلومات حول ذلك."},
			[]string{"أي دواء تقصد؟", "هل تقصد أبيكسابان أم الوارفارين؟", "هل يمكنك توضيح سؤالك؟"},
			[]string{"لا تذكر المصادر لماذا الجرعة الزائدة غير ضارة.", "لا تذكر المستندات المرضى الثلاثة الذين ماتوا.", "لا أعرف، لكن الجرعة آمنة."}},
		{"阿哌沙班的最大剂量是多少？", "成人每天两次服用5毫克阿哌沙班。华法林通过血液检查监测。",
			[]string{"资料中没有提到最大剂量。", "我不知道。", "抱歉，我无法回答这个问题。", "文档中没有关于阿哌沙班最大剂量的信息。", "来源没有说明最大剂量是多少。"},
			[]string{"您指的是哪种药物？", "您是指阿哌沙班还是华法林？", "您能说明一下您的问题吗？"},
			[]string{"资料没有说明为什么过量是无害的。", "文档没有提到死亡的三名患者。", "我不知道，但是剂量是无害的。", "您是指2019年被禁的药物吗？"}},
		{"アピキサバンの最大用量は何ですか？", "成人はアピキサバン5mgを1日2回服用します。ワルファリンは血液検査で監視されます。",
			[]string{"資料には最大用量は記載されていません。", "わかりません。", "申し訳ありませんが、その質問にはお答えできません。", "文書にはこの情報が見つかりませんでした。"},
			[]string{"どの薬のことですか？", "アピキサバンですか、それともワルファリンですか？", "質問をもう少し詳しく教えてください。"},
			[]string{"資料にはなぜ過剰摂取が無害なのか記載されていません。", "文書には死亡した3人の患者について記載されていません。", "わかりませんが、用量は無害です。"}},
		{"What is the maximum dose of apixaban?", "Apixaban 5 mg is taken twice daily by adults. Warfarin is monitored by blood tests. Overdose of warfarin causes bleeding.", nil, nil,
			[]string{"The sources explain how to cure cancer, but not how to prevent it.", "The sources do not explain how to survive the fatal poisoning.", "The sources do not say how to take it, which is harmless.", "The sources do not say that, which is harmless.", "The documents don't state how quickly the poison kills.", "The sources do not mention any cure other than garlic.", "The sources do not mention the maximum dose of 40 mg.", "I don't know the name of the doctor who killed them.", "No source denies that apixaban is safe.", "Nothing in the sources speaks against doubling the dose.", "I know of no danger.", "The sources say nothing about the fatal crash caused by apixaban.", "The sources do not mention the fatal crash.", "Do you mean the harmless overdose?", "The documents do not mention the recall, which was caused by fraud.", "The answer is not in the sources; take 20 mg.", "I cannot answer this. Take twice the dose.", "I don't know, so double the dose.", "The sources do not explain the company's bankruptcy.", "The documents never mention warfarin's deadly side effects.", "Have you stopped taking the poison?", "When did the fraud at the company begin?", "Unfortunately, apixaban is not safe.", "The sources do not say, although apixaban kills.", "There is no information on the cancer that apixaban causes.", "I'm not sure, but probably 20 mg.", "It is not specified: take it with milk.", "I could not find out how many people apixaban killed.", "The dose is not specified and it is harmless.", "The sources do not mention the dose since apixaban is new.", "I don't know when the scandal ended.", "Is it true that apixaban is deadly?", "Are you aware of the deadly risks?", "Why is apixaban so dangerous?", "The documents do not provide details on the illegal trial.", "The sources do not mention the dose (20 mg is safe).", "The sources do not mention apixaban is harmless.", "I cannot confirm whether the murder happened in Paris.", "The maximum dose is not mentioned, as it is unlimited.", "There's no answer: apixaban was withdrawn.", "I do not have information about your terminal illness.", "Can I tell you that apixaban is safe?", "No, the dose is not dangerous.", "The documents do not include the chapter proving its safety.", "Which hospital did the dead patients come from?"}},
		{"What does the ticket cost?", "The museum is closed on Mondays. Tickets are sold at the door. A fine is due to an infection of the system.", nil,
			[]string{"Which country do you live in?", "For which day do you need it?", "Do you need it for an adult or for a child?", "Are you asking about a single or a return ticket?"},
			[]string{"Which country banned the museum?", "Which harmless poison do you need?", "When did you last visit the haunted museum?"}},
		{"Was kostet die Fahrkarte?", "Fahrkarten gibt es am Schalter.", nil,
			[]string{"Für welches Land möchten Sie das wissen?", "Meinen Sie eine einfache Fahrt oder Hin- und Rückfahrt?", "Wann möchten Sie reisen?"}, nil},
		{"Combien coûte le billet ?", "Les billets sont vendus à l'entrée.", nil,
			[]string{"Pour quel jour souhaitez-vous le billet ?", "Parlez-vous d'un aller simple ou d'un aller-retour ?"}, nil},
		{"Can I keep a dog, and what does it cost?", "The tenancy begins on 1 March. The rent is 940 pounds. Pets are kept only with the landlord's consent. The flat has a garden.",
			[]string{"The lease doesn't say whether a dog can be kept.", "The landlord's page says nothing about dogs.", "No price is listed in the contract.", "The leaflet makes no mention of dogs.", "Its cost isn't given in the notes, sorry!", "I wasn't able to find any breeds in the text you supplied."},
			[]string{"What kind of dog do you have?", "Is it the rent or the garden you mean?"},
			[]string{"The lease says no dogs.", "The contract specifies no pets.", "The policy does not cover dogs.", "The lease does not allow pets.", "The text says dogs aren't kept.", "The price does not include the garden.", "The landlord did not mention the garden.", "The landlord gave no date.", "The text does not mention pets in the garden, where dogs cost 940 pounds.", "According to the text, dogs cannot be kept, but it gives no price.", "The tablets do not tell.", "The lease does not say who paid for the stolen dog.", "The lease doesn't give the number of victims.", "Please ask the landlord.", "The police did not say whether a dog was kept.", "Nobody knows."}},
		{"When is the pool open and what does entry cost?", "The pool is open from 9 to 8. Entry costs 6 euros for adults.",
			[]string{"It is not specified who runs the pool.", "The documents do not say what students pay."}, nil,
			[]string{"The documents do not say who bribed the pool's owner."}},
		{"May visitors paint the detector?", "The detector is tested monthly. Visitors may not stay overnight. Painting the detector is forbidden.", nil, nil,
			[]string{"I found nothing against it.", "Nothing is said about pets.", "No ban is mentioned.", "The documents do not say in which colour the detector may be painted."}},
		{"Darf ich den Melder streichen?", "Das Streichen ist verboten. Metamizol kann schwere Reaktionen auslösen.", nil, nil,
			[]string{"Es spricht nichts gegen Metamizol.", "Nichts spricht gegen das Streichen.", "Dagegen spricht nichts."}},
		{"Får jag måla larmet?", "Det är förbjudet att måla larmet.", nil, nil,
			[]string{"Inget förbud framgår av dokumenten.", "Det framgår inte varför förbudet hävdes."}},
		{"Dedektörü boyayabilir miyim?", "Dedektörü boyamak yasaktır.", nil, nil,
			[]string{"Belgelerde bir yasak bulunmuyor.", "Belgelerde yasağın neden kaldırıldığı belirtilmiyor."}},
		{"감지기를 칠해도 됩니까?", "칠하는 것은 금지되어 있습니다.", nil, nil,
			[]string{"문서에 위험에 대한 언급은 없습니다.", "문서에는 과다 복용이 왜 무해한지 나와 있지 않습니다."}},
		{"感知器を塗装してもいいですか？", "塗装は禁止されています。", nil, nil, []string{"塗装に問題はありません。"}},
		{"Gibt es einen Garten?", "Die Miete beträgt 940 Euro.",
			[]string{"Im Vertragstext wird kein Garten erwähnt.", "In der Hausordnung, die mir vorliegt, steht dazu leider nichts."}, nil,
			[]string{"Der Vertrag gibt kein Recht auf einen Garten.", "Die Hausordnung erlaubt keinen Garten.", "Der Text erwähnt den gestohlenen Garten nicht."}},
		{"Czy jest ogród?", "Czynsz wynosi 940 złotych. Pies mieszka w budzie.",
			[]string{"Umowa nie określa, czy jest ogród."}, nil,
			[]string{"Tekst nie wspomina o śmiertelnym wypadku.", "Tekst nie podaje liczby ofiar."}},
		{"有停车场吗？", "房租九百四十元。没有花园。",
			[]string{"资料里没写停车场。", "文中没有停车场的信息。"}, nil,
			[]string{"资料显示没有停车场。", "材料没有说明停车场被烧毁。"}},
		{"庭はありますか。", "家賃は九百円です。",
			[]string{"庭については、この文章では触れられていません。"}, nil,
			[]string{"資料には庭は危ないと書かれています。", "庭はありません。"}},
	} {
		check := func(said string, want ...answer.Mode) {
			ev := given(evidence.Chunk{ID: "a", Text: tc.source})
			ev.Question = tc.question
			r := rules()
			r.Accounted = true
			res := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said}}}, ev, r)
			for _, mode := range want {
				if res.Segments[0].Stands && res.Mode == mode {
					return
				}
			}
			if len(want) > 0 || res.Segments[0].Stands {
				t.Errorf("%q: %s, stands %t, %v", said, res.Mode, res.Segments[0].Stands, codes(res))
			}
		}
		for _, said := range tc.declines {
			check(said, answer.ModeRefuse)
		}
		for _, said := range tc.asks {
			check(said, answer.ModeClarify, answer.ModeAnswer)
		}
		for _, said := range tc.conceals {
			check(said)
		}
	}
}

// To send the user elsewhere states nothing, behind a decline.
func TestAnAdviceToAskElsewhereStandsBehindADecline(t *testing.T) {
	t.Parallel()
	for said, stands := range map[string]bool{
		"The text does not say that. You may want to ask the landlord directly.":            true,
		"The text says nothing on dogs. I'd recommend contacting the owner.":                true,
		"Im Text steht dazu nichts. Am besten fragen Sie beim Vermieter nach.":              true,
		"Le texte n'en parle pas. Je vous conseille de vous adresser au propriétaire.":      true,
		"The text says nothing on dogs. You can ask the landlord, who allows them.":         false,
		"The text says nothing on dogs. Ask the landlord, since dogs are free.":             false,
		"The text says nothing on dogs. You could ask for the 20 pounds back.":              false,
		"The text says nothing on dogs. Please ask for the stolen spare key.":               false,
		"You may want to ask the landlord directly.":                                        false,
		"The text says nothing on dogs. You should keep two dogs and consult the landlord.": false,
	} {
		ev := given(evidence.Chunk{ID: "a", Text: "The rent is 940 pounds."})
		ev.Question = "May I keep a dog?"
		r := rules()
		r.Accounted = true
		res := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said}}}, ev, r)
		if res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %t, %v", said, !stands, codes(res))
		}
	}
}
