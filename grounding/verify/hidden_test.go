package verify

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// A reader sees another sentence than the one that was judged.
func TestASentenceThatHidesOrStrikesOutLettersFails(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{
		"Warfarin must not be taken with aspirin.":                  false,
		"Warfarin must ~~not~~ be taken with aspirin.":              true,
		"Warfarin must ~not~ be taken with aspirin.":                true,
		"Take ~5 mg or ~10 mg.":                                     false,
		"Warfarin must <del>not</del> be taken.":                    true,
		"Warfarin must <s >not</s> be taken.":                       true,
		"Use the tag `<s>` for it.":                                 false,
		"If a < s and b > c, stop.":                                 false,
		"Warfarin must <span hidden>not</span> be taken.":           true,
		"Warfarin must $\\phantom{not}$ be taken.":                  true,
		"Warfarin must \\textcolor{white}{not} be taken.":           true,
		"The area is $\\pi r^2$.":                                   false,
		"Warfarin must n\u0336o\u0336t\u0336 be taken.":             true,
		"The sets are not equal: a \u2260 b, =\u0338.":              false,
		"Warfarin must \u202enot\u202c be taken.":                   true,
		"Warfarin must \x1b[8mnot\x1b[0m be taken.":                 true,
		"Warfarin must &#27;not be taken.":                          true,
		"Warfarin must not\b\b\b be taken.":                         true,
		"Warfarin must ||not|| be taken.":                           true,
		"| drug | dose |":                                           false,
		"T h e  t a b l e t s  c u r e.":                            true,
		"It is (n o t s a f e) to use.":                             true,
		"Д а й т е\tэ т о":                                          true,
		"a-b-c-d-e-f-g":                                             true,
		"Take a b c d e, not f.":                                    false,
		"1 2 3 4 5 6 7":                                             false,
		"Vitamins A, B, C, D, E, K and P are listed.":               false,
		"Nimm 5\u00a0mg; c'est-à-dire « deux » comprimés, s. S. 4.": false,
	} {
		if got := hidden(said); (got != "") != want {
			t.Errorf("%q: %q", said, got)
		}
	}
}

func TestLettersThatShowNothingNeverLeave(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"safe\u200b\u2060\u2061\u2064\u3164":                           "safe",
		"sa\u034ffe\u115f\u17b4\ufff9\u206a":                           "safe",
		"safe\U000E0100\U000E01EF":                                     "safe",
		"safe\U000E0041\U000E0042":                                     "safe",
		"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067": "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067",
		"می\u200cخواهم ❤\ufe0f क\u094d\u200dष":                         "می\u200cخواهم ❤\ufe0f क\u094d\u200dष",
		"日本語のテキスト。":                                                    "日本語のテキスト。",
	} {
		if got := visible(s); got != want {
			t.Errorf("%q became %q", s, got)
		}
	}
}

// TestACommentInTheMidstOfASentenceMakesItFail: one on a line of its own is only left out.
func TestACommentInTheMidstOfASentenceMakesItFail(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{
		"Backups <!-- not --> are kept for 21 days.":      false,
		"Backups are kept <!-- not for 21 days.":          false,
		"<!-- notes -->\nBackups are kept for 21 days.\n": true,
	} {
		res := checkQuoted(said, "Backups are kept for 21 days.", "Backups are kept for 21 days.")
		if got := !slices.Contains(codes(res), report.TextUnaccounted); got != want || want && strings.Contains(res.Segments[0].Text, "notes") {
			t.Errorf("%q: %v, %q", said, codes(res), res.Segments[0].Text)
		}
	}
}

// A small model wrote a row of letters behind a true quote: it passed as Spanish.
func TestWhatStatesNothingIsNeverGrounded(t *testing.T) {
	t.Parallel()
	const source = "Backups are kept for 21 days."
	for said, want := range map[string]bool{
		"a-b-c-d-e-f-g-h-i-j-k":                     false,
		"la la la la la":                            false,
		"Backups backups backups backups.":          false,
		"El gato negro duerme en la casa grande.":   false,
		"Die Katze schläft heute auf dem Dach.":     false,
		"кошка спит на крыше сегодня вечером.":      false,
		"猫在屋顶上睡觉。":                                  false,
		"Zorblax quindle frobnicate.":               false,
		"Les sauvegardes sont conservées 21 jours.": true,
		"备份保留21天。":                                  true,
		"Backups stay for 21 days.":                 true,
	} {
		if res := checkQuoted(said, source, source); res.Segments[0].Stands != want {
			t.Errorf("%q: %v", said, codes(res))
		}
	}
}

// checkQuoted checks an answer of one sentence that quotes its source under rules as balanced has them.
func checkQuoted(text, snippet, source string) Result {
	r := rules()
	r.Accounted = true
	ev := given(evidence.Chunk{ID: "c1", Text: source})
	ev.Question = "How long are backups kept?"
	return Check(said(text, "c1", snippet), ev, r)
}

func TestWhatRepeatsOneWord(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{
		"la la la": true, "La, la, la.": true, "Tra la la la la.": true, "Ha ha ha ha, it is so.": true,
		"No, no, it is not.": false, "It is very, very, very high.": false, "| yes | yes | yes | yes |": false, "| - | - | - | - |": false,
		"la la": false, "": false, "Open the gate.": false,
	} {
		if got := repeats(said); got != want {
			t.Errorf("%q: %t", said, got)
		}
	}
}
