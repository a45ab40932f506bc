package claim

import "strings"

// bareAnswers are words that, alone, answer a question. A fact that rests on
// one of them is as much in need of support as any other.
var bareAnswers = set(`
	yes no yeah nope never always none nothing nobody correct incorrect right wrong true false exactly indeed safe unsafe
	ja nein nie niemals immer niemand nichts richtig falsch korrekt stimmt doch sicher unsicher
	oui non si jamais toujours rien personne vrai faux exact correcte incorrecte
	sí no nunca jamás siempre nada nadie correcto incorrecto verdadero falso cierto
	sì mai sempre niente nessuno corretto giusto sbagliato vero esatto
	sim não sempre certo errado verdadeiro exato
	nee nooit altijd niets niemand juist onjuist klopt waar onwaar goed fout
	да нет никогда всегда ничего никто верно неверно правда ложь
	نعم لا أبدا أبداً دائما صحيح خطأ
	是 不 不是 是的 对 對 对的 對的 正确 正確 错误 錯誤 否 从不 從不 绝不 可以 不可以 不能 有 没有 沒有
	はい いいえ いや ない ありません 正しい 誤り 違います`)

// isBare reports whether s is such a word and no more: what is behind it tells
// what it answers, so both are judged as one.
func isBare(s string) bool {
	return bareAnswers[bareWord(strings.TrimSpace(s))]
}

// joinBare makes one sentence of a bare answer that stands in a paragraph of
// its own and the claim behind it.
func joinBare(text string, all []Sentence) []Sentence {
	out := all[:0]
	for _, s := range all {
		if k := len(out) - 1; k >= 0 && s.Kind == Claim && out[k].Kind == Claim && isBare(text[out[k].Start:out[k].End]) {
			out[k].End, out[k].Numeric = s.End, out[k].Numeric || s.Numeric
			continue
		}
		out = append(out, s)
	}
	if len(out) == 1 && out[0].Kind == Greeting && affirms(text[out[0].Start:out[0].End]) {
		out[0].Kind = Claim
	}
	return out
}

// affirms reports whether a greeting that is all of an answer is none: "Is it
// safe?" – "Absolutely." With an exclamation mark it opens a reply.
func affirms(s string) bool {
	return affirmations[strings.ToLower(strings.Trim(s, " .*_。"))]
}

var affirmations = set(`
	absolutely certainly definitely sure natürlich gewiss certainement claro certo certamente natuurlijk zeker конечно
	بالتأكيد 当然 當然 もちろん`)

// Bare answers that say yes and that say no to the question as it was asked.
var (
	yesWords = set(`yes yeah correct right true exactly indeed ja richtig stimmt korrekt oui vrai exact sí cierto correcto sì vero sim
		certo verdadeiro juist klopt да верно نعم صحيح 是 是的 对 對 はい`)
	noWords = set(`no nope never incorrect wrong false nein nie niemals falsch non jamais faux nunca jamás falso mai não nee nooit
		onjuist нет никогда неверно لا أبدا 不 不是 否 いいえ`)
)

func saysYes(text string) bool { return yesWords[bareWord(text)] }
func saysNo(text string) bool  { return noWords[bareWord(text)] }

// bareWord returns a short answer in lower case, without signs.
func bareWord(text string) string {
	const longest = 24 // bytes
	if len(text) > longest {
		return ""
	}
	return strings.ToLower(strings.Trim(text, " \t\r\n*_\".,!。！"))
}

// concludeBare judges a bare "yes" or "no" by the question: the question is read
// as the statement that a "yes" affirms.
func (h *Hearing) concludeBare(yes bool, ev Evidence) conclusion {
	if ev.Question == "" || askers[strings.ToLower(firstWord(ev.Question))] {
		return conclusion{outcome: Open}
	}
	r := h.read(ev.Question, ev, loadHarm())
	c := h.conclude(r, ev)
	switch shared, all := h.proof.sharedContent(); {
	case c.outcome == Refuted && yes:
		return conclusion{Refuted, difference{CodeNegation, "the evidence denies what was asked"}}
	case c.outcome != Refuted && !yes && all > 1 && shared == all:
		return conclusion{Refuted, difference{CodeNegation, "the evidence affirms what was asked"}}
	}
	return conclusion{outcome: Open}
}
