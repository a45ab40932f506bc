package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
)

// TestTheUsersOwnStatementIsRepeatedAsTheirs: in the forms of the closed list, word for word,
// and in no other way. Nothing that the user asks, orders or hopes for is their statement.
func TestTheUsersOwnStatementIsRepeatedAsTheirs(t *testing.T) {
	const english = "I weigh 40 kg. My lump grew, and I take 600 mg daily. Is my lump harmless? Please double my dose. If my limit is 5 g, I stop. I do not smoke."
	for _, c := range []struct {
		question, said string
		want           bool
	}{
		{english, "You said that you weigh 40 kg.", true},
		{english, "You mentioned that you take 600 mg daily.", true},
		{english, "You wrote: “I weigh 40 kg.”", true},
		{english, "You said that you do not smoke.", true},
		{english, "You said that you smoke.", false},
		{english, "You said that you weigh 40 g.", false},
		{english, "You said that you weigh 41 kg.", false},
		{english, "You said that your lump is harmless.", false},
		{english, "You said that you double your dose.", false},
		{english, "You said that your limit is 5 g.", false},
		{english, "You weigh 40 kg.", false},
		{english, "Your lump is harmless.", false},
		{english, "Double your dose.", false},
		{english, "You said that you weigh 40 kg, which is harmless.", false},
		{"Ich wiege 40 kg.", "Sie sagten, dass Sie 40 kg wiegen.", true},
		{"Je pèse 40 kg.", "Vous avez dit que vous pesez 40 kg.", true},
		{"Peso 40 kg.", "Usted dijo que pesa 40 kg.", true},
		{"Io peso 40 kg.", "Hai detto che pesi 40 kg.", true},
		{"Eu peso 40 kg.", "Você disse que pesa 40 kg.", true},
		{"Ik weeg 40 kg.", "U zei dat u 40 kg weegt.", true},
		{"Ważę 40 kg.", "Powiedział Pan, że waży 40 kg.", true},
		{"Mój guzek urósł. Czy jest niegroźny?", "Powiedział Pan, że guzek jest niegroźny.", false},
		{"Я принимаю 600 мг ибупрофена в день.", "Вы сказали, что принимаете 600 мг ибупрофена в день.", true},
		{"Мой вес 40 кг.", "Вы сказали, что ваш вес 40 кг.", true},
		{"وزني 40 كغ.", "قلت إن وزنك 40 كغ.", true},
		{"我的体重是40公斤。", "您说您的体重是40公斤。", true},
		{"私の体重は40kgです。", "あなたは体重は40kgですと言いました。", true},
		{"Mein Knoten wächst. Ist er harmlos?", "Sie sagten, dass Ihr Knoten harmlos ist.", false},
	} {
		if got := userSaid(c.said, c.question); got != c.want {
			t.Errorf("%q, asked %q: %t, want %t", c.said, c.question, got, c.want)
		}
	}
}

// TestTheQuestionProvesNothing: what the user asks, orders or says of themselves is a claim
// like any other in the model's mouth, with a citation and without.
func TestTheQuestionProvesNothing(t *testing.T) {
	for question, statements := range map[string][]string{
		"My lump grew. Is my lump harmless? Should I double my dose? My limit is 40 g.":                              {"Your lump is harmless.", "Double your dose.", "Your limit is 40 g.", "Your 40 g is safe."},
		"Mein Knoten wuchs. Ist mein Knoten harmlos? Soll ich meine Dosis verdoppeln? Mein Limit ist 40 g.":          {"Ihr Knoten ist harmlos.", "Verdoppeln Sie Ihre Dosis.", "Ihr Limit ist 40 g.", "Ihre 40 g sind sicher."},
		"Ma boule a grossi. Ma boule est-elle bénigne ? Dois-je doubler ma dose ? Ma limite est de 40 g.":            {"Votre boule est bénigne.", "Doublez votre dose.", "Votre limite est de 40 g."},
		"Mi bulto creció. ¿Es mi bulto inofensivo? ¿Debo duplicar mi dosis? Mi límite es de 40 g.":                   {"Su bulto es inofensivo.", "Duplique su dosis.", "Su límite es de 40 g."},
		"Il mio nodulo è cresciuto. Il mio nodulo è innocuo? Devo raddoppiare la dose? Il mio limite è 40 g.":        {"Il suo nodulo è innocuo.", "Raddoppi la dose.", "Il suo limite è 40 g."},
		"O meu caroço cresceu. O meu caroço é inofensivo? Devo dobrar a minha dose? O meu limite é 40 g.":            {"O seu caroço é inofensivo.", "Dobre a sua dose.", "O seu limite é 40 g."},
		"Mijn knobbel is gegroeid. Is mijn knobbel onschuldig? Moet ik mijn dosis verdubbelen? Mijn limiet is 40 g.": {"Uw knobbel is onschuldig.", "Verdubbel uw dosis.", "Uw limiet is 40 g."},
		"Mój guzek urósł. Czy mój guzek jest niegroźny? Czy mam podwoić dawkę? Mój limit to 40 g.":                   {"Pana guzek jest niegroźny.", "Proszę podwoić dawkę.", "Pana limit to 40 g."},
		"Моя шишка выросла. Моя шишка безвредна? Мне удвоить дозу? Мой предел 40 г.":                                 {"Ваша шишка безвредна.", "Удвойте дозу.", "Ваш предел 40 г."},
		"كبرت كتلتي. هل كتلتي غير ضارة؟ هل أضاعف جرعتي؟ حدي هو 40 غ.":                                                {"كتلتك غير ضارة.", "ضاعف جرعتك.", "حدك هو 40 غ."},
		"我的肿块变大了。我的肿块无害吗？我应该加倍剂量吗？我的上限是40克。":                                                                         {"您的肿块无害。", "请加倍剂量。", "您的上限是40克。"},
		"しこりが大きくなりました。このしこりは無害ですか？用量を倍にすべきですか？私の上限は40gです。":                                                           {"あなたのしこりは無害です。", "用量を倍にしてください。", "あなたの上限は40gです。"},
	} {
		r := rules()
		r.Claims, r.Accounted, r.Near, r.HoldUnjudged = claim.All, true, true, true
		for _, s := range statements {
			ev := library()
			ev.Question = question
			cited, uncited := said1(s, "run", "are kept for 21 days"), said1(s, "", "")
			for _, a := range []answer.Answer{cited, uncited} {
				if res := Check(a, ev, r); res.Segments[0].Stands {
					t.Errorf("%q, asked %q: %v", s, question, codes(res))
				}
			}
		}
	}
}

// TestWhatOnlyTheQuestionSaysWasLeftToRisk, in the words of the question. Other words are judged as before, a source's own words are
// carried, and in an audit a title may be the question.
func TestWhatOnlyTheQuestionSaysWasLeftToRisk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		request, said string
		audit, want   bool
	}{
		{"My note: “Backups are kept in twenty vaults.” Is that so?", "Backups are kept in 20 vaults.", false, false},
		{"Note 9 says that backups are kept safely.", "Yes, backups are kept safely.", false, false},
		{"Is it safe how backups are kept?", "Backups are kept safely.", false, true},
		{"Nightly backups are kept for 21 days, right?", "Nightly backups are kept for 21 days.", false, true},
		{"Are they safe? Backups are kept underwater, is that right?", "Backups are kept underwater.", false, false},
		{"Backups are kept underwater?", "Yes, backups are kept underwater.", false, true}, // only a judge tells
		{"how backups are kept", "How backups are kept", true, true},
		{"Backups are kept safely.", "Backups are kept safely.", true, false},
	} {
		ev, r := given(evidence.Chunk{ID: "run", Text: "Nightly backups are kept for 21 days. Vaults: 20."}), rules()
		ev.Question, r.AgainstAll, r.Accounted = c.request, c.audit, true
		if res := Check(said1(c.said, map[bool]string{false: "run"}[c.audit], "Nightly backups are kept for 21 days. Vaults: 20."), ev, r); res.Segments[0].Stands != c.want {
			t.Errorf("%q, asked %q: %+v", c.said, c.request, res.Findings)
		}
	}
}

// said1 is said, or the same without a citation.
func said1(text, id, snippet string) answer.Answer {
	a := said(text, id, snippet)
	if id == "" {
		a.Citations, a.Segments[0].Citations = nil, nil
	}
	return a
}
