package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// related are small words that set one thing against another, in families of
// which one member can be true before one word: "before the meal" and "after
// the meal", "must sign" and "may sign". A line is a family, members are parted
// by "|". What a sentence may say from the other side ("a before b", "b after
// a") has another word behind it.
var relatives = classes(`
before prior vor avant antes prima voor до перед قبل | after following nach après después dopo depois após na после بعد
more over above exceeding exceeds mehr über plus más più oltre mais meer больше более свыше أكثر | less fewer under below weniger unter moins menos meno minder меньше менее أقل
must shall obliged required muss müssen doit doivent debe deben deve devono devem moet moeten обязан обязана обязаны должен должна должны следует необходимо يجب ينبغي | may can could might entitled darf dürfen kann können peut peuvent puede pueden può possono pode podem mag mogen kan kunnen может могут можно вправе يمكن يجوز
minimum least mindestens minimal mindeste minimale mínimo mínima minimo minima minimaal minstens минимум минимальная минимальный الأدنى | maximum most höchstens maximal maximale máximo máxima massimo massima maximaal hoogstens максимум максимальная максимальный الأقصى
during while während pendant durante tijdens | without ohne sans sin senza sem zonder без بدون
first erste ersten premier première primero primer primera primo prima primeiro primeira eerste первый первая первого الأول الأولى | second zweite zweiten deuxième seconde segundo segunda secondo seconda tweede второй вторая второго الثاني الثانية | third dritte dritten troisième tercero tercer tercera terzo terza terceiro terceira derde третий третья третьего الثالث الثالثة | fourth vierte vierten quatrième cuarto cuarta quarto quarta vierde четвертый четвёртый четвертая четвертого الرابع الرابعة
only nur ausschließlich seulement uniquement solo sólo solamente soltanto só somente apenas alleen slechts только лишь فقط | without ohne sans sin senza sem zonder без بدون دون
only nur ausschließlich seul seuls seule seules seulement uniquement solo sólo solamente soltanto só somente apenas alleen slechts только лишь فقط | also even auch même aussi incluso también anche perfino também inclusive ook zelfs даже также حتى أيضا
`)

// otherRelation finds a small word that stands before the same word as another
// one of its family does in the quoted sentence.
func (r *reading) otherRelation(w *window) (code, detail string) {
	if r.whole().manner&w.manner&relationManner == 0 || w.closeness < 0.6 || anyNegated(r.tokens) != w.negated {
		return "", ""
	}
	for i := range r.tokens {
		if r.tokens[i].manner()&relationManner == 0 || r.opensEnd(i) {
			continue
		}
		for _, mine := range r.tokens[i].relatives() {
			next := anchor(r.tokens, i)
			if next < 0 || next > i && r.tokens[next].is(nearNegator) || r.boundsAlike(w, i, mine) {
				continue
			}
			if k := w.otherRelative(mine, r.tokens[next].stem); k >= 0 && !w.governs(mine, r.tokens[next].stem) && !(r.tokens[i].role.Has(lexis.Modal) && r.limitsOneNumber(w)) {
				return CodeNegation, fmt.Sprintf("the claim says %q where the quoted words say %q", r.word(i), w.word(k))
			}
		}
	}
	return "", ""
}

// opensEnd reports whether the claim's ith word leaves the number before it open to one
// side: "60 kg or less" is "no more than 60 kg", which the numbers' checks know.
func (r *reading) opensEnd(i int) bool {
	const reach = 4
	if i < 2 || r.tokens[i-1].stem != alternative {
		return false
	}
	for k := i - 2; k >= max(0, i-reach); k-- {
		if r.tokens[k].is(numeral) {
			return true
		}
	}
	return false
}

// alternative is the stem of the "or" between a number and what leaves it open.
var alternative = hash(stem([]byte("or")))

// boundsAlike reports whether the claim's ith word bounds a number that a word
// of the same family and member bounds in the quoted sentences: "more than 10"
// is "above 10", whatever else "below" goes with there.
func (r *reading) boundsAlike(w *window, i int, mine membership) bool {
	const reach = 3
	n := numeralBehind(r.tokens, i, reach)
	for k := range w.tokens {
		if n < 0 || w.tokens[k].manner()&relationManner == 0 {
			continue
		}
		other := numeralBehind(w.tokens, k, reach)
		if other < 0 || w.tokens[other].stem != r.tokens[n].stem {
			continue
		}
		for _, m := range w.tokens[k].relatives() {
			if m == mine {
				return true
			}
		}
	}
	return false
}

// numeralBehind returns the first number within reach behind token i, or -1.
func numeralBehind(tokens []token, i, reach int) int {
	for k := i + 1; k < len(tokens) && k <= i+reach; k++ {
		if tokens[k].is(numeral) {
			return k
		}
	}
	return -1
}

// anchor returns the content word, no number, that a small word goes with: the
// next one, or at the end of a sentence the one before; -1 for none.
func anchor(tokens []token, i int) int {
	const reach = 4
	plain := func(k int) bool {
		t := &tokens[k]
		return t.content() && !t.is(numeral) && !t.role.Has(lexis.NumberWord|lexis.Modal)
	}
	for k := i + 1; k < len(tokens) && k <= i+reach; k++ {
		if plain(k) {
			return k
		}
	}
	for k := i - 1; k >= 0 && k >= i-reach; k-- {
		if plain(k) {
			return k
		}
	}
	return -1
}

// otherRelative finds another member of a family before a stem; -1 for none.
func (w *window) otherRelative(mine membership, stem uint32) int {
	for k := range w.tokens {
		if w.tokens[k].manner()&relationManner == 0 {
			continue
		}
		for _, m := range w.tokens[k].relatives() {
			if m.class != mine.class || m.member == mine.member {
				continue
			}
			if next := anchor(w.tokens, k); next >= 0 && w.tokens[next].stem == stem {
				return k
			}
		}
	}
	return -1
}

// governs reports whether the quoted words have the member itself before a stem.
func (w *window) governs(mine membership, stem uint32) bool {
	for k := range w.tokens {
		if w.tokens[k].manner()&relationManner == 0 {
			continue
		}
		for _, m := range w.tokens[k].relatives() {
			if m != mine {
				continue
			}
			if next := anchor(w.tokens, k); next >= 0 && w.tokens[next].stem == stem {
				return true
			}
		}
	}
	return false
}

// otherBound finds a least where the quoted words have a most, or the other way
// round: "must not exceed two months" is not "at least two months".
func (r *reading) otherBound(w *window) (code, detail string) {
	mine := r.whole()
	if w.closeness < 0.5 || len(r.numbers) == 0 && !mine.counted() {
		return "", ""
	}
	if mine.traits&unlessTrait != 0 && w.negated || w.traits&unlessTrait != 0 && anyNegated(r.tokens) {
		return "", "" // "unless paid within ten days" for "if not paid within ten days"
	}
	low, high := mine.bounded()
	if !low && !high && r.exceeds(w) {
		return CodeNumber, "the claim gives more than what the quoted words give as the most"
	}
	if low == high {
		return "", ""
	}
	otherLow, otherHigh := w.bounded()
	if low && !high && otherHigh && !otherLow || high && !low && otherLow && !otherHigh {
		return CodeNumber, "of the claim and the quoted words one gives a least, the other a most"
	}
	return "", ""
}

// exceeds reports whether the claim says "more than" of a number of which the
// quoted words say "up to" or "at most", neither of the two being denied.
func (r *reading) exceeds(w *window) bool {
	if (r.whole().manner|w.manner)&deniesManner != 0 || w.traits&aboveTrait != 0 {
		return false
	}
	for i := 2; i < len(r.tokens); i++ {
		if !r.tokens[i].is(numeral) || !r.tokens[i-1].has(aboveTrait) && (!r.tokens[i-1].has(thanTrait) || !r.tokens[i-2].has(aboveTrait)) {
			continue
		}
		for k := 2; k < len(w.tokens); k++ {
			if w.tokens[k].stem == r.tokens[i].stem && (w.boundAt(k-1) == "up to" || w.tokens[k-1].has(mostTrait) || w.word(k-1) == "most" && w.word(k-2) == "at") {
				return true
			}
		}
	}
	return false
}

// counted reports whether some words hold a number word.
func (w *window) counted() bool {
	for i := range w.tokens {
		if w.tokens[i].role.Has(lexis.NumberWord) {
			return true
		}
	}
	return false
}

// bounded reports whether some words give a least and whether they give a most.
func (w *window) bounded() (low, high bool) {
	at := func(i int, word string) bool {
		return i > 0 && int(w.tokens[i].end-w.tokens[i].start) == len(word) && w.word(i) == word && w.word(i-1) == "at"
	}
	denied := false // in the clause so far
	for i := range w.tokens {
		t := &w.tokens[i]
		denied = denied && !t.is(parted|opener) || t.manner()&deniesManner != 0
		low = low || t.has(leastTrait) || at(i, "least")
		high = high || t.has(mostTrait) || at(i, "most")
		switch w.boundAt(i) {
		case "up to", "later than":
			high = true
		case "earlier than":
			low = true
		case "within":
			low, high = low || denied, high || !denied
		}
		if exceeding.begin(w.textOf(i), t) {
			low, high = low || !denied, high || denied
		}
	}
	return low, high
}

// within is the stem of the word that gives a time that ends.
var within = hash(stem([]byte("within")))

// boundAt names the limit that two words before a number give, "" for none: "up
// to five", "no later than 1 May", "within 30 days".
func (w *window) boundAt(i int) string {
	if t := &w.tokens[i]; t.stem != infinitive && t.stem != within && !t.has(thanTrait) || i+1 >= len(w.tokens) ||
		numeralBehind(w.tokens, i, 2) < 0 && !w.tokens[i+1].role.Has(lexis.NumberWord) {
		return ""
	}
	switch t := &w.tokens[i]; {
	case t.stem == infinitive && i > 0 && w.word(i-1) == "up":
		return "up to"
	case t.has(thanTrait) && i > 1 && w.tokens[i-2].role.Has(lexis.Negator) && (w.word(i-1) == "later" || w.word(i-1) == "earlier"):
		for k := i + 1; k < len(w.tokens) && k <= i+5; k++ {
			if t := times[w.word(k)]; len(t) > 0 && t[0].member == 1 { // "no later than 15 weeks before" is a least
				return ""
			}
		}
		return w.word(i-1) + " than"
	case t.stem == within:
		return "within"
	}
	return ""
}

var (
	leasts = set(`minimum mindestens wenigstens minimaal minstens almeno mínimo mínima minimo minima минимум`)
	mosts  = set(`maximum höchstens maximal maximaal hoogstens massimo massima máximo máxima максимум`)
	// exceeding begin verbs that give a most where they are denied.
	exceeding = prefixesOf("exceed übersteig überschreit dépass excéd exced supera superer eccede ultrapass overschrijd превыша превыси تتجاوز يتجاوز")
)

// limitWords say that something holds in one case only.
var limitWords = set(`only solely exclusively nur ausschließlich allein seul seuls seule seules seulement uniquement exclusivement
	solo sólo solamente únicamente soltanto unicamente esclusivamente só somente apenas exclusivamente alleen slechts enkel uitsluitend
	только лишь исключительно فقط`)

// exceptWords say that something holds, or does not, but for one case.
var exceptWords = set(`without except unless excluding save ohne außer ausgenommen sofern sans sauf excepté hormis sin salvo excepto
	senza tranne salvo eccetto sem exceto zonder behalve tenzij без кроме دون بدون إلا باستثناء`)

// sameLimit reports whether one of two sentences denies all but a case and the
// other states it of that case only: "not without", "only with".
func sameLimit(x, y manner) bool {
	return onlyIn(x) && butIn(y) && y&deniesManner != 0 || onlyIn(y) && butIn(x) && x&deniesManner != 0
}

func onlyIn(m manner) bool { return m&limitManner != 0 }

func butIn(m manner) bool { return m&exceptManner != 0 && m&limitManner == 0 }

// otherLimit finds a claim that says "only in" a case where the quoted sentence
// says "except in" it, or the other way round, with neither denied.
func (r *reading) otherLimit(w *window) (code, detail string) {
	mine, theirs := r.whole().manner, w.manner
	opposed := onlyIn(mine) && butIn(theirs) || onlyIn(theirs) && butIn(mine)
	if !opposed || (mine|theirs)&deniesManner != 0 || w.closeness < 0.6 {
		return "", ""
	}
	return CodeNegation, "of the claim and the quoted words one says \"only\", the other \"except\""
}

// wideFamilies are the same for scripts without spaces: of each line one member
// can be true. They are looked for as they are written.
var wideFamilies = func() (out [][][]string) {
	for line := range strings.Lines(strings.TrimSpace(`
承租人 租户 租客 借主 賃借人 | 出租人 房东 貸主 賃貸人
买方 購入者 買主 買い手 | 卖方 販売者 売主 売り手
原告 | 被告
雇主 用人单位 使用者 | 雇员 员工 労働者 従業員
债权人 債権者 | 债务人 債務者
日前 月前 年前 以前 之前 前に | 日后 月后 年后 以后 之后 後に
以内 之内 | 以降 之外 以後
所有 全部 全体 すべて 全て 全員 あらゆる | 部分 一些 某些 有些 一部 いくつか
必须 应当 应该 应在 应于 须在 なければな 必要がある | 可以 可在 可于 てもよい てもかまわ ことができ
妊娠期 孕期 妊娠期间 | 哺乳期 授乳 授乳中
孕妇 妊婦 妊娠中 | 儿童 小児 子供 | 老年人 高齢者
成人 成年人 | 未成年人 未成年者
同比 前年比 前年同期比 | 环比 前期比 前月比
饭前 食前 | 饭后 食後
每日 每天 毎日 一日 | 每周 毎週 一週間 | 每月 毎月 | 每年 毎年 年間
至少 不少于 最低 少なくとも 以上 | 至多 最多 不超过 最高 以下 未満 未满
高于 超过 | 低于 不足
肝機能 肝疾患 肝障害 肝功能 | 腎機能 腎疾患 腎障害 肾功能
增长 上升 增加 提高 増加 上昇 | 下降 减少 降低 下跌 減少 低下 下落
净利润 純利益 | 净亏损 純損失
口服 経口 | 静脉 静脈
左 | 右
`)) {
		var family [][]string
		for _, member := range strings.Split(line, "|") {
			family = append(family, strings.Fields(member))
		}
		out = append(out, family)
	}
	return out
}()

// otherWide finds a member of a family in the claim where the quoted sentence
// has another one only.
func (r *reading) otherWide(ev Evidence) (code, detail string) {
	quoted := ""
	for _, a := range r.areas {
		quoted += ev.Sources[a.source].text[a.start:a.end] + "\n"
	}
	for _, family := range wideFamilies {
		for i, mine := range family {
			word := firstOf(r.text, mine)
			if word == "" || firstOf(quoted, mine) != "" {
				continue
			}
			for k, theirs := range family {
				if other := firstOf(quoted, theirs); k != i && other != "" && firstOf(r.text, theirs) == "" {
					return CodeNegation, fmt.Sprintf("the claim says %q, the quoted words %q", word, other)
				}
			}
		}
	}
	return "", ""
}

// firstOf returns the first of some words that a text holds, "" for none.
func firstOf(text string, words []string) string {
	for _, w := range words {
		if strings.Contains(text, w) {
			return w
		}
	}
	return ""
}
