package claim

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/text"
)

func sentences(text string) (out []string) {
	for _, s := range Split(text) {
		out = append(out, text[s.Start:s.End])
	}
	return out
}

func TestSplit(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"plain":          {"It rains. It pours.", []string{"It rains.", "It pours."}},
		"titles":         {"Dr. Weiss met Prof. Lang. They agreed.", []string{"Dr. Weiss met Prof. Lang.", "They agreed."}},
		"latin":          {"Use a base, e.g. soda. Stir.", []string{"Use a base, e.g. soda.", "Stir."}},
		"et al":          {"Kim et al. Reported it. The rest followed.", []string{"Kim et al. Reported it.", "The rest followed."}},
		"us":             {"The U.S. Senate voted. It passed.", []string{"The U.S. Senate voted.", "It passed."}},
		"us ends":        {"He left the U.S. The rest stayed.", []string{"He left the U.S.", "The rest stayed."}},
		"german":         {"Das gilt z. B. hier. Am 5. Mai endet es.", []string{"Das gilt z. B. hier.", "Am 5. Mai endet es."}},
		"article":        {"Nach Art. 5 DSGVO gilt das. Ende.", []string{"Nach Art. 5 DSGVO gilt das.", "Ende."}},
		"number":         {"See No. 7 there. Answer no. The end.", []string{"See No. 7 there.", "Answer no.", "The end."}},
		"decimals":       {"It is 3.14 wide. Good.", []string{"It is 3.14 wide.", "Good."}},
		"markers":        {"It rains. [1] It pours.[2][3] Then sun 【4】.", []string{"It rains. [1]", "It pours.[2][3]", "Then sun 【4】."}},
		"superscript":    {"It rains.¹ It pours.", []string{"It rains.¹", "It pours."}},
		"quotation":      {"She said \"It rains.\" Then she left.", []string{"She said \"It rains.\"", "Then she left."}},
		"said":           {"\"Stop!\" he said. It ended.", []string{"\"Stop!\" he said.", "It ended."}},
		"ellipsis":       {"Wait... there is more. Yes… and so on.", []string{"Wait... there is more.", "Yes… and so on."}},
		"inline code":    {"Call `a.b. C` now. Done.", []string{"Call `a.b. C` now.", "Done."}},
		"initials":       {"J. R. Ewing spoke. He left.", []string{"J. R. Ewing spoke.", "He left."}},
		"list":           {"1. One thing. More.\n2. Another\n- third", []string{"1. One thing.", "More.", "2. Another", "- third"}},
		"lines":          {"Name: Bo\nPhone: 1", []string{"Name: Bo", "Phone: 1"}},
		"wrapped":        {"A line that was broken\nby its width. End.", []string{"A line that was broken\nby its width.", "End."}},
		"heading":        {"# Title\nText here.", []string{"# Title", "Text here."}},
		"setext":         {"Title\n=====\nText.", []string{"Title\n=====", "Text."}},
		"table":          {"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", []string{"| a | b |", "|---|---|", "| 1 | 2 |", "| 3 | 4 |"}},
		"fence":          {"Run:\n```go\nx := 1. \ny.z()\n```\nDone.", []string{"Run:", "```go\nx := 1. \ny.z()\n```", "Done."}},
		"open fence":     {"```sh\nls -l", []string{"```sh\nls -l"}},
		"chinese":        {"今天下雨。明天晴！好吗？", []string{"今天下雨。", "明天晴！", "好吗？"}},
		"arabic":         {"هل هذا صحيح؟ نعم هذا صحيح.", []string{"هل هذا صحيح؟", "نعم هذا صحيح."}},
		"yes":            {"Yes. The dose is 5 mg. Good.", []string{"Yes. The dose is 5 mg.", "Good."}},
		"only space":     {" \n\t\n", nil},
		"emphasis":       {"**It rains.** It pours.", []string{"**It rains.**", "It pours."}},
		"prose in fence": {"```\nThe dose is high. Take care now.\n```", []string{"```\nThe dose is high. Take care now.\n```"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, sentences(tc.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestKinds(t *testing.T) {
	for text, want := range map[string]Kind{
		"The dose is 50 mg.":                                             Claim,
		"Aspirin":                                                        Claim,
		"What is the dose?":                                              Question,
		"Did you know that the dose is 50 mg?":                           Claim,
		"Did you know that bleach cures colds?":                          Claim,
		"Isn't the drug banned in children?":                             Claim,
		"The drug is banned in children, right?":                         Claim,
		"Hello!":                                                         Greeting,
		"Sure!":                                                          Greeting,
		"Nice to meet you, Ann!":                                         Greeting,
		"Nice to meet you, the dose is 5 mg.":                            Claim,
		"I hope this helps!":                                             Offer,
		"Let me know if you have any other questions.":                   Offer,
		"Would you like me to look further?":                             Offer,
		"If you have any further questions, feel free to ask.":           Offer,
		"It depends.":                                                    Hedge,
		"It depends on the thickness of the steel plate.":                Claim,
		"Here is what the documents say:":                                Transition,
		"Based on the provided passages, the steps are as follows:":      Transition,
		"In summary:":                                                    Transition,
		"According to the documents:":                                    Transition,
		"The tablets do not contain lactose.":                            Claim,
		"Parking is not provided by the hotel.":                          Claim,
		"Unfortunately the treatment is always lethal.":                  Claim,
		"Doctors cannot determine the cause of death.":                   Claim,
		"I'm sorry, but the dose is 50 mg.":                              Claim,
		"I'm sorry, but the treatment is always lethal.":                 Claim,
		"The documents do not mention the price, but the vendor is Acme": Claim,
		"Sure, the treatment is always lethal.":                          Claim,
		"I hope this helps you to take 3 pills.":                         Claim,
		"Note: the valve must stay shut.":                                Claim,
		"However, the valve must stay shut.":                             Claim,
		"今天的剂量是五毫克。":                                                     Claim,
		"---":                                                            Empty,
		"# Dosage":                                                       Heading,
		"# The dose is 50 mg":                                            Claim,
		"## How is it taken?":                                            Heading,
		"**Side effects**":                                               Heading,
		"**The drug is not safe**":                                       Claim,
		"```py\nprint(1)\n```":                                           Code,
	} {
		got := Split(text)
		if len(got) != 1 || got[0].Kind != want {
			t.Errorf("%q: got %v, want one %s", text, got, want)
		}
	}
}

// A bracket with a digit in it was taken for a citation marker, whatever else
// stood there, and its number for none.
func TestBracketsThatState(t *testing.T) {
	for written, want := range map[string]int{
		"[1]": 3, "[1, 2]": 6, "[^3]": 4, "[c1]": 4, "[†4]": len("[†4]"), "【4†L1-L9】": len("【4†L1-L9】"), "[passage 2]": 11, "[doc-3]": 7,
		"[50 mg]": 0, "[50mg daily]": 0, "[5 %]": 0, "[vitamin B12]": 0, "[in 2019]": 0, "[2019]": 0, "[a](b1)": 0,
	} {
		if got := text.MarkerLength(written); got != want {
			t.Errorf("%q: got %d, want %d", written, got, want)
		}
	}
	ev := Evidence{Sources: []*Source{Prepare("The recommended dose is 5 mg twice daily.")}}
	if got := codes(Judge("The recommended dose is [50 mg] twice daily.", ev, usual)); got != CodeNumber {
		t.Errorf("got %q", got)
	}
}

// "Never." to a question was taken for no claim, and passed unverified.
func TestBareAnswersAreClaims(t *testing.T) {
	for _, text := range []string{
		"No.", "No, never.", "Never.", "Correct.", "Safe.", "Yes!", "They do not.", "It can.", "Absolutely.", "Nein.", "Niemals.",
		"Oui.", "Jamais.", "Sí.", "Nunca.", "Sì.", "Mai.", "Sim.", "Não.", "Nee.", "Nooit.", "Да.", "Нет.", "Никогда.", "نعم.",
		"لا.", "是的。", "不。", "はい。", "いいえ。",
	} {
		if got := Split(text); len(got) != 1 || got[0].Kind != Claim {
			t.Errorf("%q: got %v", text, got)
		}
	}
	for text, want := range map[string]int{"No.\n\nThe tablets are lethal.": 1, "Never. It kills.": 1, "Yes, it is. The dose is 5 mg.": 2} {
		if got := Split(text); len(got) != want || got[0].Kind != Claim {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestLevels(t *testing.T) {
	hedge := Sentence{Kind: Hedge}
	plain, numeric := Sentence{Kind: Claim}, Sentence{Kind: Claim, Numeric: true}
	for _, tc := range []struct {
		s    Sentence
		l    Level
		want bool
	}{
		{plain, Factual, true}, {plain, Numeric, false}, {numeric, Numeric, true}, {plain, All, true},
		{hedge, Factual, false}, {hedge, All, true}, {Sentence{Kind: Question}, All, false},
		{Sentence{Kind: Heading}, All, false}, {plain, "", true},
	} {
		if got := tc.s.IsClaim(tc.l); got != tc.want {
			t.Errorf("%v at %q: got %v", tc.s, tc.l, got)
		}
	}
}

func TestNumericLeavesOutOrdinalsAndMarkers(t *testing.T) {
	for text, want := range map[string]bool{
		"1. Stir well.": false, "1. Stir 3 times.": true, "It rains [2].": false, "It rained in 1987.": true,
		"Take twenty tablets a day.": true, "Take it twice a day.": true, "The third floor is closed.": true, "A quarter of the members voted.": true,
		"The pass is valid for a dozen rides.": true, "Die Reise dauert neun Stunden.": true, "每天服用三片。": true, "One of them is closed.": false,
	} {
		if got := Split(text)[0].Numeric; got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// lossless fails unless the sentences of text are in order, apart, trimmed,
// and leave out only white space.
func lossless(t *testing.T, text string) {
	t.Helper()
	at := 0
	for _, s := range Split(text) {
		if s.Start < at || s.End <= s.Start || s.End > len(text) {
			t.Fatalf("span %v behind byte %d of %q", s, at, text)
		}
		if gap := text[at:s.Start]; strings.TrimFunc(gap, unicode.IsSpace) != "" {
			t.Fatalf("%q of %q is in no sentence", gap, text)
		}
		at = s.End
	}
	if strings.TrimFunc(text[at:], unicode.IsSpace) != "" {
		t.Fatalf("the end of %q is in no sentence", text)
	}
}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		"It rains. Dr. A. says: \"No!\" [1]\n\n# T\n- a\n- b 3.5\n", "```\na.b\n``", "| a |\n|--|\n| 1 |", "好。吗？", "**x**\n===\n~~~", "a\xff. B\xc3",
	} {
		f.Add(seed)
	}
	f.Fuzz(lossless)
}
