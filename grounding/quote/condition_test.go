package quote

import "testing"

// TestConditionInFrontIsNotCutOff holds what a sentence says of one case only, quoted
// without that case, as a part of the sentence or as if it were one: the source's words
// may take its place.
func TestConditionInFrontIsNotCutOff(t *testing.T) {
	for _, c := range [][2]string{
		{"If the seal is broken, return the kit to the depot.", "return the kit to the depot"},
		{"Should the level fall below 4 m, open sluice B.", "open sluice B"},
		{"Were the grant refused, the choir could sing in the park.", "the choir could sing in the park"},
		{"When the horn sounds, you must leave the hall.", "you must leave the hall"},
		{"In the event of frost, drain the tank at once.", "drain the tank at once"},
		{"Sollte das Eis brechen, ist der Weg zu sperren.", "ist der Weg zu sperren"},
		{"Wird der Beitrag bis zum 31. März nicht gezahlt, ruht das Stimmrecht.", "ruht das Stimmrecht"},
		{"En cas de gel, videz la cuve sans attendre.", "videz la cuve sans attendre"},
		{"Si el comprador no responde, se anula la venta.", "se anula la venta"},
		{"如遇大风，索道停止运行。", "索道停止运行"},
	} {
		verdicts(t, c[0], Drifted, c[1])
		verdicts(t, c[0], Verified, c[0])
	}
	verdicts(t, "When the hall was built in 1921, the tower had no clock at all.", Verified, "When the hall was built in 1921")
	verdicts(t, "If you have any questions, call the desk on 4411.", Verified, "call the desk on 4411")
	verdicts(t, "When asked about the delay, the minister said the bridge opens in May.", Verified, "the minister said the bridge opens in May")
	verdicts(t, "When the fair came in 1921, the tower gained a clock.", Verified, "the tower gained a clock")
}

// TestLimitBehindACommaIsNotCutOff holds statements quoted without the limit that
// follows them.
func TestLimitBehindACommaIsNotCutOff(t *testing.T) {
	for _, c := range [][2]string{
		{"Theft from a shed is covered, up to 400 euros.", "Theft from a shed is covered"},
		{"The owners propose a bonus of 90 euros, which is subject to a vote.", "The owners propose a bonus of 90 euros"},
		{"Der Zuschuss beträgt 30 % der Kosten, höchstens jedoch 900 Euro.", "Der Zuschuss beträgt 30 % der Kosten"},
		{"La dose est de 20 mg par prise, sans dépasser 60 mg par jour.", "La dose est de 20 mg par prise"},
		{"Calling `seal` raises `LockError` when the lid is open.", "Calling `seal` raises `LockError`"},
	} {
		verdicts(t, c[0], Drifted, c[1])
		verdicts(t, c[0], Verified, c[0])
	}
}

// TestWhatASentenceIsContraryTo: a report that is named to be denied is not quoted as
// what is so, nor what a diagnosis rules out.
func TestWhatASentenceIsContraryTo(t *testing.T) {
	verdicts(t, "Contrary to reports that the ferry had sunk, it reached port.", Drifted, "the ferry had sunk")
	verdicts(t, "Contrary to reports that the ferry had sunk, it reached port.", Verified, "it reached port")
	verdicts(t, "2. Ausschluss Lungenembolie am 4. November.", Drifted, "Lungenembolie am 4. November")
	verdicts(t, "加班须经批准，未经批准的不予支付加班费。", Drifted, "批准的不予支付加班费")
}
