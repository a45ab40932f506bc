package auxiliary

import "strings"

// asserts knows the verbs by which the short statements of the commonest
// languages assert: a form of "to be" or "to have", or a modal.
func asserts(word string) bool {
	switch word {
	case "is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "it's", "has", "have", "had", "should", "must",
		"can", "cannot", "can't", "may", "might", "will", "would", "shall", "shouldn't", "does", "doesn't", "did", "didn't",
		"contains", "equals", "means", "requires", "amounts", "consists", "became", "becomes", "occurred", "remains",
		"ist", "sind", "war", "waren", "beträgt", "hat", "haben", "muss", "müssen", "soll", "kann", "wird", "werden", "darf",
		"est", "sont", "était", "étaient", "doit", "peut", "ont", "es", "son", "era", "fue", "debe", "puede", "tiene",
		"è", "sono", "deve", "può", "é", "são", "tem", "foi", "есть", "является", "составляет", "должен":
		return true
	}
	return false
}

// opensQuestion knows the words behind which a verb asks and does not assert,
// wherever in a sentence they stand.
func opensQuestion(word string) bool {
	switch word {
	case "what", "what's", "which", "who", "whose", "whom", "when", "where", "why", "how", "whether",
		"welche", "welcher", "welches", "welchen", "wer", "wann", "wo", "warum", "wie", "wieviel", "ob", "wofür", "wozu",
		"quoi", "quel", "quelle", "quels", "quelles", "quand", "où", "pourquoi", "comment", "combien",
		"qué", "cuál", "cuáles", "quién", "cuándo", "dónde", "cómo", "cuánto", "cuánta", "cuántos",
		"quale", "quali", "dove", "perché", "quanto", "qual", "quais", "quem", "onde",
		"какой", "какая", "какие", "кто", "когда", "где", "почему", "сколько":
		return true
	}
	return false
}

// mayOpenQuestion knows those that do so only as the first word; elsewhere
// they join clauses, or are verbs themselves.
func mayOpenQuestion(word string) bool {
	switch word {
	case "do", "was", "que", "qui", "che", "cosa", "chi", "quando", "come", "como", "что", "как":
		return true
	}
	return false
}

// requests knows how a prompt for the next turn begins. "Give" and its like
// need the person who asks: "give 50 mg" is an order.
func requests(words []string) bool {
	switch words[0] {
	case "tell", "explain", "describe", "summarize", "summarise", "find", "list", "compare", "define", "discuss",
		"outline", "search", "elaborate", "identify":
		return true
	case "give", "show", "provide", "help":
		return len(words) > 1 && (words[1] == "me" || words[1] == "us" || words[1] == "more" || words[1] == "examples")
	}
	return false
}

// assertsInChinese tells whether a sentence has the copula and no word of a
// question.
func assertsInChinese(sentence string) bool {
	if !strings.ContainsAny(sentence, "是为") {
		return false
	}
	for _, word := range []string{"什么", "如何", "怎", "多少", "哪", "吗", "谁", "何", "几", "?", "？", "为了", "因为", "是否", "作为"} {
		if strings.Contains(sentence, word) {
			return false
		}
	}
	return true
}
