package claim

import (
	"strings"
	"testing"
	"vouchsafe/grounding/text"
)

var usual = Rules{MinSupport: 0.15, MaxRisk: 0.8}

const leaflet = "The recommended dose is 5 mg twice daily with water. Tablets of 50 mg are sold in France. " +
	"The tablets are not approved for children under 12 years. In 2019 Dr. Smith of Basel studied 1,200 patients. " +
	"About 38 % of them slept longer. Sales increased to 4.98 million boxes. Patients may drive after one hour."

func codes(j Judgement) string {
	var out []string
	for _, f := range j.Findings {
		out = append(out, f.Code)
	}
	return strings.Join(out, " ")
}

// judged holds texts against evidence; each is given with the codes that are
// to be found.
func judged(t *testing.T, ev Evidence, r Rules, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		if got := codes(Judge(text, ev, r)); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// held is a text, the source that it is held against, and the codes that are to
// be found.
type held struct{ source, text, want string }

// judgedAlone holds each text against the source beside it.
func judgedAlone(t *testing.T, r Rules, texts []held) {
	t.Helper()
	for _, h := range texts {
		if got := codes(Judge(h.text, Evidence{Sources: []*Source{Prepare(h.source)}}, r)); got != h.want {
			t.Errorf("%q for %q: got %q, want %q", h.text, h.source, got, h.want)
		}
	}
}

func TestJudgeAgainstWholeSource(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare(leaflet)}, Question: "Can I take it with Aspirol?"}
	judged(t, ev, usual, map[string]string{
		"The recommended dose is 5 mg twice daily.":           "",
		"The recommended dose is five mg twice a day.":        "",
		"The recommended dose is 7 mg twice daily.":           CodeNumber,
		"The recommended dose is 5 g twice daily.":            CodeNumber,
		"The recommended dose is 0.5 mg twice daily.":         CodeNumber,
		"1. The recommended dose is 5 mg twice daily. [3]":    "",
		"Dr. Smith of Basel studied 1200 patients in 2019.":   "",
		"Dr. Smith of Basel studied 1,200 patients in 2018.":  CodeNumber,
		"Dr. Smith of Zurich studied 1,200 patients in 2019.": CodeEntity,
		"About 38 percent of the patients slept longer.":      "",
		"About 38 of the patients slept longer.":              CodeNumber,
		"Sales increased to about 5 million boxes.":           "",
		"Sales increased to 5 million boxes.":                 CodeNumber,
		"Sales decreased to 4.98 million boxes.":              CodeNegation,
		"The tablets are approved for children under 12.":     CodeNegation,
		"The tablets are not approved for children under 12.": "",
		"Patients must drive after one hour.":                 CodeNegation,
		"Zebras roam the open savannah in vast herds.":        CodeUnsupported,
		"Aspirol is sold in France as tablets of 50 mg.":      "",
	})
}

// A number that stands in the chunk, but not where the claim's quote is.
func TestNumberBesideTheQuote(t *testing.T) {
	src := Prepare(leaflet)
	end := strings.Index(leaflet, " Tablets")
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, 0, end}}}
	if got := codes(Judge("The recommended dose is 50 mg twice daily.", ev, usual)); got != CodeNumber {
		t.Errorf("50 mg beside the quote: got %q", got)
	}
	if got := codes(Judge("In 2019 the recommended dose was 5 mg.", ev, usual)); got != "" {
		t.Errorf("a year from elsewhere in the chunk: got %q", got)
	}
}

func TestQuoteCountsMoreThanTheRest(t *testing.T) {
	src := Prepare(leaflet)
	inside := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, 0, 50}}}
	outside := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, len(leaflet) - 40, len(leaflet)}}}
	claim := "The recommended dose is taken with water."
	if a, b := Judge(claim, inside, usual).Support, Judge(claim, outside, usual).Support; a <= b {
		t.Errorf("support %v inside, %v outside the quote", a, b)
	}
}

func TestOtherLanguageCannotBeTold(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare(leaflet)}}
	j := Judge("Die empfohlene Dosis beträgt 5 mg und wird mit Wasser eingenommen.", ev, usual)
	if j.Supported != nil || len(j.Findings) != 0 {
		t.Errorf("got %+v", j)
	}
	j = Judge("Die empfohlene Dosis beträgt 7 mg und wird mit Wasser eingenommen.", ev, usual)
	if j.Supported == nil || *j.Supported || codes(j) != CodeNumber {
		t.Errorf("a changed number: got %+v", j)
	}
}

// Texts whose tokens overlap, as pairs of characters do.
func TestOtherLanguagesThanEnglish(t *testing.T) {
	de := "Die empfohlene Dosis beträgt 5 mg zweimal täglich. Die Tabletten sind nicht für Kinder zugelassen. Der Umsatz stieg 2019 auf 4,98 Millionen Euro."
	fr := "La dose recommandée est de 5 mg par jour avec de l'eau. Les comprimés ne sont pas autorisés chez l'enfant de moins de 12 ans."
	zh := "推荐剂量为每日两次，每次5毫克，用水送服。本品不适用于12岁以下儿童。"
	judgedAlone(t, usual, []held{
		{de, "Die empfohlene Dosis beträgt 5 mg zweimal täglich.", ""},
		{de, "Die empfohlene Dosis beträgt 50 mg zweimal täglich.", CodeNumber},
		{de, "Die Tabletten sind für Kinder zugelassen.", CodeNegation},
		{de, "Der Umsatz sank 2019 auf 4,98 Millionen Euro.", CodeNegation},
		{de, "Der Umsatz stieg 2019 auf 4,98 Mio. Euro.", ""},
		{fr, "La dose recommandée est de 5 mg par jour.", ""},
		{fr, "Les comprimés sont autorisés chez l'enfant de moins de 12 ans.", CodeNegation},
		{zh, "推荐剂量为每次5毫克，每日两次。", ""},
		{zh, "推荐剂量为每次50毫克。", CodeNumber},
		{zh, "月亮是绿色奶酪做的。", CodeUnsupported},
	})
}

// Opposites in the evidence's own sentence used to pass in most languages.
func TestOppositeDirection(t *testing.T) {
	judgedAlone(t, usual, []held{
		{"Revenue rose 6.3 % to NOK 1,482 million.", "Revenue fell 6.3 % to NOK 1,482 million.", CodeNegation},
		{"Revenue rose 6.3 % to NOK 1,482 million.", "Revenue decreased 6.3 % to NOK 1,482 million.", CodeNegation},
		{"Revenue rose 6.3 % to NOK 1,482 million.", "Revenue increased 6.3 % to NOK 1,482 million.", ""},
		{"Revenue fell by 3 % while costs rose.", "Costs rose and revenue fell by 3 %.", ""},
		{"The tablets are unsafe for children.", "The tablets are safe for children.", CodeNegation},
		{"The tablets are unsafe for children.", "The tablets are not safe for children.", ""},
		{"Take the tablets with water.", "Take the tablets without water.", CodeNegation},
		{"Smoking is allowed in the hall.", "Smoking is forbidden in the hall.", CodeNegation},
		{"Take it after meals.", "Take it before meals.", CodeNegation},
		{"The tablet comes before meals.", "Meals come after the tablet.", ""},
		{"The patient had hypertension.", "The patient had hypotension.", CodeNegation},
		{"The pump stops at dawn.", "The pump starts at dawn.", CodeNegation},
		{"Less than 30 people came.", "More than 30 people came.", CodeNegation},
		{"Der Umsatz ist gestiegen.", "Der Umsatz ist gefallen.", CodeNegation},
		{"Le chiffre d'affaires a augmenté de 6 %.", "Le chiffre d'affaires a diminué de 6 %.", CodeNegation},
		{"Las ventas subieron un 6 %.", "Las ventas cayeron un 6 %.", CodeNegation},
		{"Le vendite sono aumentate del 6 %.", "Le vendite sono diminuite del 6 %.", CodeNegation},
		{"As vendas subiram 6 %.", "As vendas caíram 6 %.", CodeNegation},
		{"Il farmaco non è approvato per i bambini.", "Il farmaco è approvato per i bambini.", CodeNegation},
		{"El medicamento no está aprobado para niños.", "El medicamento está aprobado para niños.", CodeNegation},
		{"O medicamento é perigoso para crianças.", "O medicamento é seguro para crianças.", CodeNegation},
		{"Препарат опасен для детей.", "Препарат безопасен для детей.", CodeNegation},
		{"Higher doses lowered the risk.", "The risk was lower at higher doses.", ""},
		{"The drug reduced mortality and increased survival.", "Mortality was reduced by the drug.", ""},
		{"Alpha bought the mill from Beta.", "Beta sold its mill to Alpha.", ""},
		{"De omzet steeg met 6 %.", "De omzet daalde met 6 %.", CodeNegation},
		{"Выручка выросла на 6 %.", "Выручка снизилась на 6 %.", CodeNegation},
		{"ارتفعت الإيرادات بنسبة 6 %.", "انخفضت الإيرادات بنسبة 6 %.", CodeNegation},
		{"公司收入减少了6%。", "公司收入增加了6%。", CodeNegation},
		{"売上高は6%減少しました。", "売上高は6%増加しました。", CodeNegation},
	})
}

// Without spaces there are no words to negate; clauses are compared whole.
func TestNegationInChineseAndJapanese(t *testing.T) {
	judgedAlone(t, usual, []held{
		{"每日两次。本品不适用于12岁以下儿童。", "本品适用于12岁以下儿童。", CodeNegation},
		{"每日两次。本品适用于12岁以下儿童。", "本品不适用于12岁以下儿童。", CodeNegation},
		{"每日两次。本品不适用于12岁以下儿童。", "本品不适用于12岁以下儿童。", ""},
		{"在大厅内禁止吸烟。", "在大厅内允许吸烟。", CodeNegation},
		{"该方法非常有效可靠。", "该方法有效可靠。", ""},
		{"12歳未満の小児には使用できません。", "12歳未満の小児に使用できます。", CodeNegation},
		{"12歳未満の小児には使用できません。", "12歳未満の小児には使用できない。", ""},
		{"1日2回、1回5mgを服用します。", "1回5mgを服用します。", ""},
		{"1日2回、1回5mg", "1回5mg", ""},
		{"1日2回、1回5mgを服用します。", "1回10mgを服用します。", CodeNumber},
		{"1日2回、1回5mgを服用します。", "1日3回服用します。", CodeNumber},
	})
}

func TestNamesAtTheStartAndInEachOthersPlace(t *testing.T) {
	judgedAlone(t, usual, []held{
		{"The board proposes a dividend of NOK 2.75 per share.", "Novo proposes a dividend of NOK 2.75 per share.", CodeEntity},
		{"The board proposes a dividend of NOK 2.75 per share.", "Dividends of NOK 2.75 per share are proposed.", ""},
		{"Irène Curie won the prize in 1911.", "Marie Curie won the prize in 1911.", CodeEntity},
		{"Alpha bought Beta in 2019.", "Beta was bought by Alpha in 2019.", ""},
		{"Alpha bought Beta in 2019. Beta bought Alpha in 2021.", "Alpha bought Beta in 2019.", ""},
		{"Alpha met Beta in 2019.", "Beta met Alpha in 2019.", ""},
	})
}

// A "not" put into the evidence's own words passed where the sentence set a
// condition or denied something else besides.
func TestAnAmountByAnotherTimeIsRefuted(t *testing.T) {
	judgedAlone(t, usual, []held{
		{"Гостевая парковка бесплатна первые два часа, далее взимается 150 рублей в час.", "Первые два часа гостевая парковка бесплатна, далее взимается 150 рублей в сутки.", CodeNumber},
		{"Zwei Stunden sind frei, danach kostet es 5 Euro pro Stunde.", "Danach kostet es 5 Euro pro Tag, zwei Stunden sind frei.", CodeNumber},
		{"Zwei Stunden sind frei, danach kostet es 5 Euro pro Stunde.", "Danach kostet es 5 Euro, zwei Stunden sind frei.", ""},
		{"Für das eigene Auto gibt es 0,30 Euro je Kilometer.", "Mit dem eigenen Auto gibt es 30 Cent pro Kilometer.", ""},
	})
}

// TestANameBehindALabelThatNoSourceHasIsInvented: behind a colon any word may have a capital, so the value of a label was no name.
func TestANameBehindALabelThatNoSourceHasIsInvented(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare("The vault stands in Hamburg. The operator is called Karla. Access is limited to staff, as the notes of the operator say.")}}
	judged(t, ev, Rules{MaxRisk: 1}, map[string]string{
		"Operator: Peter.": CodeEntity, "Vault: Bonn": CodeEntity, "Vault location: Bonn": CodeEntity, "- **Vault**: Bonn": CodeEntity,
		"Operator: Karla.": "", "Vault: Hamburg": "", "Access: Limited.": "", "Access: Staff": "",
	})
}

func TestAShortWordThatOpensAnUnknownLanguageIsNoName(t *testing.T) {
	const source = "Đơn xin nghỉ phép phải nộp trước ít nhất 5 ngày làm việc."
	if j := Judge("Bạn phải nộp đơn xin nghỉ phép trước ít nhất 5 ngày làm việc.", Evidence{Sources: []*Source{Prepare(source)}}, Rules{MaxRisk: 1}); len(j.Findings) > 0 {
		t.Error(j.Findings)
	}
}

func TestNegatorBetweenWordsThatStandTogether(t *testing.T) {
	source := "If the gauge needle moves upward, the sending unit is faulty and should be replaced. " +
		"The coating does not prevent rust, and the cover may be removed without tools."
	judged(t, Evidence{Sources: []*Source{Prepare(source)}}, usual, map[string]string{
		"If the gauge needle moves upward, the sending unit is faulty and should be replaced.":     "",
		"If the gauge needle moves upward, the sending unit is not faulty and should be replaced.": CodeNegation,
		"The coating prevents rust, and the cover may be removed without tools.":                   CodeNegation,
		"The coating does not prevent rust, and the cover may be removed without tools.":           "",
	})
}

// Hours, counts of what stands before, and a year that only frames the
// question were called invented; a year beside another one is.
func TestNumbersThatAreNoInventions(t *testing.T) {
	hours := Prepare("At 3pm it was cloudy. At 9pm it rained. Print reaches more readers than screens do.")
	ev := Evidence{Sources: []*Source{hours}, Question: "Does print grow a business in 2016?"}
	judged(t, ev, Rules{MaxRisk: 1}, map[string]string{
		"It was cloudy at 3:00 PM and it rained at 9 pm.":    "",
		"It was cloudy at 4:00 PM.":                          CodeNumber,
		"In 2017 print reaches more readers than screens do": CodeNumber,
	})
	ev.Sources = []*Source{Prepare("In 2012 print reached more readers than screens did.")}
	if got := codes(Judge("In 2016 print reached more readers than screens did.", ev, Rules{MaxRisk: 1})); got != CodeNumber {
		t.Errorf("another year in the evidence: got %q", got)
	}
}

func TestOneQuantityInTwoForms(t *testing.T) {
	for _, tc := range []struct{ source, text, want string }{
		{"The dose is 1500 mg.", "The dose is 1.5 g.", ""},
		{"The dose is 1500 mg.", "The dose is 15 g.", CodeNumber},
		{"The tour takes 2.5 hours.", "The tour takes two and a half hours.", ""},
		{"The tour takes 90 minutes.", "The tour takes 1.5 hours.", ""},
		{"The mill cost $1.2m.", "The mill cost USD 1.2 million.", ""},
		{"The mill cost $1.2m.", "The mill cost EUR 1.2 million.", CodeNumber},
		{"患者二十三人。", "患者23人。", ""},
		{"患者二十三人。", "患者24人。", CodeNumber},
	} {
		if got := codes(Judge(tc.text, Evidence{Sources: []*Source{Prepare(tc.source)}}, usual)); !strings.HasPrefix(got, tc.want) || tc.want == "" && strings.Contains(got, CodeNumber) {
			t.Errorf("%q for %q: got %q, want %q", tc.text, tc.source, got, tc.want)
		}
	}
}

// TestTheQuestionsFiguresProveNothing: nor may a claim repeat them.
func TestTheQuestionsFiguresProveNothing(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare(leaflet)}, Question: "I have headaches since 3 days and take 600 mg, is that safe?"}
	for said, want := range map[string]string{
		"You have had headaches since 3 days.": CodeNumber,
		"Your 600 mg is safe.":                 CodeNumber,
	} {
		if got := codes(Judge(said, ev, usual)); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}

func TestTitlesCarryNamesAndYears(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare(leaflet)}, Titles: []string{"Keller 2021: Sleep in Basel"}}
	if j := Judge("Keller reported in 2021 that 38 % of patients slept longer.", ev, usual); codes(j) != "" {
		t.Errorf("got %+v", j.Findings)
	}
}

func TestTablesAndJSON(t *testing.T) {
	table := Prepare("| city | inhabitants | share |\n|---|---|---|\n| Basel | 173,863 | 21 % |\n| Bern | 134,794 | 16 % |")
	object := Prepare(`{"city":"Basel","inhabitants":173863,"share_percent":21,"capital":false}`)
	for _, src := range []*Source{table, object} {
		ev := Evidence{Sources: []*Source{src}}
		if j := Judge("Basel has 173,863 inhabitants.", ev, usual); codes(j) != "" {
			t.Errorf("%q: got %+v", src.page.text, j.Findings)
		}
		if j := Judge("Basel has 173,868 inhabitants.", ev, usual); codes(j) != CodeNumber {
			t.Errorf("%q: got %+v", src.page.text, j.Findings)
		}
	}
}

func TestNoEvidence(t *testing.T) {
	j := Judge("The dose is high.", Evidence{}, usual)
	if j.Supported == nil || *j.Supported || j.Support != 0 || j.Risk != 1 {
		t.Errorf("got %+v", j)
	}
}

func TestLocate(t *testing.T) {
	text := "Grüße aus Basel. In 2019 Dr. Smith studied 1,200 patients. The weather was fine."
	src := Prepare(text)
	start, end, score, ok := Locate("Smith studied 1200 patients.", src)
	if got := string([]rune(text)[start:end]); !ok || got != "In 2019 Dr. Smith studied 1,200 patients." || score < 0.9 {
		t.Errorf("got %q %v %v", got, score, ok)
	}
	if _, _, _, ok := Locate("Smith studied 1300 patients.", src); ok {
		t.Error("another number was located")
	}
	if _, _, _, ok := Locate("In 2019 Dr. Jones studied 1200 patients.", src); ok {
		t.Error("another name was located")
	}
	if _, _, _, ok := Locate("In 2019 Dr. Smith never studied 1,200 patients.", src); ok {
		t.Error("a negated claim was located")
	}
	if _, _, _, ok := Locate("Quantum chess is fun.", src); ok {
		t.Error("nothing was located")
	}
}

func TestQuoteOffsetsAreCodePoints(t *testing.T) {
	page := strings.Repeat("ü日", 300) + " The dose is 5 mg."
	src := Prepare(page)
	runes := []rune(page)
	for n := 0; n <= len(runes); n++ {
		if b := text.ByteOf(src.page.text, n); src.page.codePoint(b) != n || page[:b] != string(runes[:n]) {
			t.Fatalf("code point %d is at byte %d", n, b)
		}
	}
}

func TestShares(t *testing.T) {
	src := []*Source{Prepare(leaflet)}
	if v := Verifiable(nil, "The recommended dose is 5 mg.", src); v != 1 {
		t.Errorf("verifiable %v", v)
	}
	if v := Verifiable(nil, "Zebras roam savannahs.", src); v != 0 {
		t.Errorf("verifiable %v", v)
	}
	if v := Overlap("The cat sleeps here.", "A cat was sleeping."); v < 0.5 || Overlap("cat", "dog") != 0 || Overlap("", "") != 1 {
		t.Errorf("overlap %v", v)
	}
}

func TestModelFits(t *testing.T) {
	if m := loadModel(); len(m.Trees) == 0 || len(m.Calibration) == 0 {
		t.Fatal("the embedded model does not fit this version's figures: run test/risk")
	}
	m := loadModel()
	for i := 1; i < len(m.Calibration); i++ {
		if m.Calibration[i][0] <= m.Calibration[i-1][0] || m.Calibration[i][1] < m.Calibration[i-1][1] {
			t.Errorf("calibration falls at %v", m.Calibration[i])
		}
	}
}

func TestAQuoteThatEndsBeforeItBeginsIsEmpty(t *testing.T) {
	src := Prepare("0000not0000")
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, 66, 9}}}
	if j := Judge("000\xe800\xe500000为", ev, usual); *j.Supported {
		t.Errorf("a claim stands on a quote of nothing: %+v", j)
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("The dose is 5 mg.", leaflet, "dose?", 3, 40)
	f.Add("Ü 5½ not A.B", "1/0 -- %\xff \n|x|", "", -1, 9)
	f.Add("", "", "", 0, 0)
	f.Add("Fuel's re-used, about 1.68 m, by both: a 3/4 cup, phase II, 50 % of 2 boxes.", "The following may:\n- fuel is reused 5'6\" by the two; or\n- one cup, half of on-line phase 2\n* b:\n  - c", "a?", 0, 99)
	f.Add("推荐剂量为每次5毫克。", "推荐剂量为每日两次，每次5毫克，不适用。本品好。No, not いけません", "剂量？", 2, 9)
	f.Fuzz(func(t *testing.T, text, source, question string, start, end int) {
		src := Prepare(source)
		ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, start, end}}, Titles: []string{question}, Question: question}
		for _, ev := range []Evidence{ev, {Sources: ev.Sources}} {
			j := Judge(text, ev, usual)
			if j.Support < 0 || j.Support > 1 || j.Risk < 0 || j.Risk > 1 {
				t.Fatalf("out of range: %+v", j)
			}
		}
		if a, b, _, ok := Locate(text, src); a > b || a < 0 || b > len([]rune(source)) && ok {
			t.Fatalf("span %d-%d", a, b)
		}
		Verifiable(nil, text, ev.Sources)
		Overlap(text, source)
	})
}

// Rules that were wrong about honest answers: a number word in a name, "per"
// for one, acronyms in another number, a denial that goes on behind "or".
func TestHonestWaysToSayIt(t *testing.T) {
	for _, tc := range []struct{ source, question, text string }{
		{"The song tells of a great love.", "who wrote the song of the Three Owls", "The song of The Three Owls tells of a great love."},
		{"A cooler makes roughly 400 cubic feet per ton of capacity.", "", "A cooler makes 400 cubic feet for 1 ton of capacity."},
		{"The risk is higher with a vaginal STI.", "", "The risk of vaginal infection is higher with STIs."},
		{"One parent is unfit and the other can't or won't take the child.", "", "One parent is unfit and the other cannot or will not take the child."},
		{"Bonds are safe, shares are risky and rarely fall together.", "", "Shares are risky and bonds are safe, so choose between the two."},
	} {
		ev := Evidence{Sources: []*Source{Prepare(tc.source)}, Question: tc.question}
		if got := codes(Judge(tc.text, ev, Rules{MaxRisk: 1})); got != "" {
			t.Errorf("%q: %s", tc.text, got)
		}
	}
}

// At a place where the rest of the claim is its source's, another operator, a word
// that changed its place or another name of the passage refutes; what may say the
// same leaves the claim open.
func TestNearCopies(t *testing.T) {
	whole := func(source string) Evidence {
		return Evidence{Sources: []*Source{Prepare(source)}, Quotes: []Quote{{End: len([]rune(source))}}}
	}
	for _, c := range []struct {
		source, claim string
		want          Outcome
	}{
		{"All members of the board voted for the plan.", "Most members of the board voted for the plan.", Refuted},
		{"The shop is open daily except in August.", "The shop is open daily and in August.", Refuted},
		{"The tenant informs the landlord of any damage at once.", "The landlord informs the tenant of any damage at once.", Refuted},
		{"The case is not waterproof and it is heavy.", "The case is waterproof and it is not heavy.", Refuted},
		{"The new drug slows the growth of the tumour in mice.", "The new drug hastens the growth of the tumour in mice.", Open},
		{"The lower valve is closed when the tank is full.", "The upper valve is closed when the tank is full.", Refuted},
		{"The wheel turns clockwise when the lever is pulled.", "The wheel turns counterclockwise when the lever is pulled.", Refuted},
		{"The fund was founded by Anna Bell in Oslo. Later Carl Moor led it.", "The fund was founded by Carl Moor in Oslo.", Refuted},
		{"The committee lacks a chairman for the coming year.", "The committee has no chairman for the coming year.", Open},
		{"The device is not suitable for wet rooms.", "The device is never suitable for wet rooms.", Open},
		{"Norway and Sweden signed the treaty in 1905.", "Sweden and Norway signed the treaty in 1905.", Open},
	} {
		if j := Judge(c.claim, whole(c.source), Rules{MaxRisk: 1}); j.Outcome != c.want {
			t.Errorf("%q by %q is %s, want %s (%v)", c.claim, c.source, j.Outcome, c.want, j.Findings)
		}
	}
}

func TestPartiesThatChangePlacesAreRefuted(t *testing.T) {
	judgedAlone(t, usual, []held{
		{"Civil engineering beats electrical engineering.", "Electrical engineering beats civil engineering.", CodeNegation},
		{"Rome beat Milan and Paris beat Lyon.", "Paris beat Milan and Rome beat Lyon.", CodeNegation},
	})
}

// A "never" or "wrong" that opens a sentence of the source or of the answer denies what
// follows: neither of the two carries the other without it.
func TestADenialInFrontOfASentenceIsNeitherLostNorAdded(t *testing.T) {
	for source, claim := range map[string]string{
		"Never, under any circumstances, open the valve.": "Under any circumstances, open the valve.",
		"Wrong, the dose is 5 mg.":                        "The dose is 5 mg.",
		"No, open the valve.":                             "Open the valve.",
	} {
		if got := outcomeOf(source, claim); got == Carried {
			t.Errorf("%q carries %q", source, claim)
		}
		if got := outcomeOf(claim, source); got == Carried {
			t.Errorf("%q carries %q", claim, source)
		}
	}
}

func TestAFigureOfAnotherCaseRefutesNothing(t *testing.T) {
	const source = "The excess amounts to 300 euros for drivers over 25. For younger drivers, it amounts to 900 euros."
	ev := Evidence{Sources: []*Source{Prepare(source)}, Quotes: []Quote{{End: len(source)}}}
	judged(t, ev, usual, map[string]string{
		"For drivers over 25, the excess amounts to 300 euros.": "",
		"For younger drivers, it amounts to 300 euros.":         CodeNumber,
	})
}

// TestATableLetsNoOtherFigurePass: a figure that no cell has fails a claim, also if it is
// the difference of two cells or of a kind that no cell tells.
func TestATableLetsNoOtherFigurePass(t *testing.T) {
	table := "| drug | dose |\n|---|---|\n| A | 20 mg |\n| B | 45 mg |\n| C | 30 mg |"
	src := Prepare(table)
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{End: len([]rune(src.page.text))}}}
	for _, claim := range []string{"The dose of A is 25 mg.", "The dose of A is at least 33 mg.", "Drug A costs 7 dollars."} {
		if j := Judge(claim, ev, Rules{MaxRisk: 1}); j.Supported == nil || *j.Supported || len(j.Findings) == 0 {
			t.Errorf("%q passes: %s %v", claim, j.Outcome, j.Findings)
		}
	}
}

// TestTwoTabletsAreNotTwoThousand, whatever the language of a short source is, and however it parts thousands.
func TestTwoTabletsAreNotTwoThousand(t *testing.T) {
	judgedAlone(t, usual, []held{
		{"Take 2 tablets a day.", "Take 2,000 tablets a day.", CodeNumber},
		{"Take 2 tablets a day.", "Take 2.000 tablets a day.", CodeNumber},
		{"Max load: 40 kg", "Max load: 40,000 kg", CodeNumber},
		{"Max load: 40,000 kg", "Max load: 40 kg", CodeNumber},
		{"Erwachsene nehmen 2 Tabletten am Tag.", "Erwachsene nehmen 2,000 Tabletten am Tag.", CodeNumber},
		{"Prenez 2 comprimés par jour.", "Prenez 2.000 comprimés par jour.", CodeNumber},
		{"Принимайте 2 таблетки в день.", "Принимайте 2,000 таблетки в день.", CodeNumber},
		{"Max load: 40000 kg", "Max load: 40,000 kg", ""},
		{"Max load: 40.000 kg", "Max load: 40000 kg", ""},
	})
}
