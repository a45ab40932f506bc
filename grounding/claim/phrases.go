package claim

// evidenceNouns are words for what an answer draws on.
var evidenceNouns = wordSet("evidenceNouns")

// boilerplate holds the phrases by which answers greet, offer help, hedge,
// lead in and refuse. A clause is what its phrase says; what it states beside
// is found apart from that (see classify).
var boilerplate = newPhraseIndex()

// boilerplateCJK are phrases in scripts without spaces; a sentence that holds
// one and no more than a few characters beside it is of that kind.
var boilerplateCJK = []struct {
	text string
	kind Kind
}{
	{"我不知道", Refusal}, {"无法回答", Refusal}, {"没有提到", Refusal}, {"没有相关信息", Refusal}, {"抱歉", Refusal},
	{"未提及", Refusal}, {"わかりません", Refusal}, {"分かりません", Refusal}, {"記載されていません", Refusal},
	{"記載がありません", Refusal}, {"申し訳", Refusal}, {"모르겠습니다", Refusal}, {"언급되어 있지 않", Refusal}, {"죄송", Refusal},
	{"希望这", Offer}, {"如有任何问题", Offer}, {"お役に立て", Offer}, {"お気軽に", Offer}, {"도움이 되", Offer},
	{"你好", Greeting}, {"您好", Greeting}, {"こんにちは", Greeting}, {"안녕하세요", Greeting},
	{"以下是", Transition}, {"如下", Transition}, {"以下の通り", Transition}, {"다음과 같", Transition},
}

// hollow are words that state nothing about the world: they speak of the
// answer, its evidence and the talk itself.
var hollow = wordSet("hollow")

// turningWords are words that open a new clause, one that may state what the clause
// before did not: "I am sorry, but the dose is 50 mg".
var turningWords = wordSet("turningWords")

// joiners are words with which a list goes on after a comma.
var joiners = wordSet("joiners")

// verbs are finite verbs that make a clause a statement.
var verbs = wordSet("verbs")

// askers open a question or a title that is one.
var askers = wordSet("askers")
