package verify

import "testing"

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
		{"Мой вес 40 кг.", "Вы сказали, что ваш вес 40 кг.", true},
		{"وزني 40 كغ.", "قلت إن وزنك 40 كغ.", true},
		{"我的体重是40公斤。", "您说您的体重是40公斤。", true},
		{"私の体重は40kgです。", "あなたは体重は40kgですと言いました。", true},
		{"Mein Knoten wächst. Ist er harmlos?", "Sie sagten, dass Ihr Knoten harmlos ist.", false},
	} {
		check := checker{ev: Evidence{Question: c.question}}
		if got := check.userSaid(c.said); got != c.want {
			t.Errorf("%q, asked %q: %t, want %t", c.said, c.question, got, c.want)
		}
	}
}
