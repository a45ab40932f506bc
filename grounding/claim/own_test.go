package claim

import (
	"os"
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

func carriedBy(claim, source string) bool { return judgedBy(claim, source).Outcome == Carried }

// judgedBy holds a claim against the whole of a source.
func judgedBy(claim, source string) Judgement {
	shown, _ := text.ShowPage(source)
	src := Prepare(shown.Text)
	return Judge(claim, Evidence{Sources: []*Source{src}, Quotes: []Quote{{End: len([]rune(src.page.text))}}}, Rules{MaxRisk: 1})
}

// TestOwnWords: testdata/own.txt tells of claims and sources which are each other's words.
func TestOwnWords(t *testing.T) {
	table, err := os.ReadFile("testdata/own.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\n`, "\n"), " => ")
		if len(fields) != 3 || line[0] == '#' {
			continue
		}
		if got := carriedBy(fields[2], fields[1]); got != (fields[0] == "+") {
			t.Errorf("%q carried by %q: %v (%s)", fields[2], fields[1], got, judgedBy(fields[2], fields[1]).Outcome)
		}
	}
}

// What stands in another order, or differs by a sign, is not carried: these were
// once, and each says something else than its source.
func TestWhatMayNotBeCarried(t *testing.T) {
	for _, c := range []struct{ source, claim string }{
		{"The man is legally blind.", "The man is blind."},
		{"The town is relatively safe.", "The town is safe."},
		{"Diluted with water, the acid is harmless.", "The acid is harmless."},
		{"The drug, taken with alcohol, damages the liver.", "The drug damages the liver."},
		{"The acid, which must be diluted, is harmless.", "The acid is harmless."},
		{"Women (pregnant) must not take the drug.", "Women must not take the drug."},
		{"The firm earned 5 million euros (forecast).", "The firm earned 5 million euros."},
		{"He took the drug and felt dizzy.", "He felt dizzy and took the drug."},
		{"The boiler starts once the tank is full and the valve is shut.", "The valve is shut."},
		{"The boiler starts once the tank is full and the valve is shut.", "The boiler starts once the tank is full."},
		{"Ann swears the bank failed and the fund lost money.", "The fund lost money."},
		{"Check that the tank is full and start the pump.", "Start the pump."},
		{"Refunds are given to buyers who return the item and keep the receipt.", "Refunds are given to buyers who return the item."},
		{"Bronze is made from copper and tin.", "Bronze is made from copper."},
		{"Two workers were injured in the fire.", "You injured two workers in the fire."},
		{"Mix acid with water and salt with oil.", "Mix acid with salt and water with oil."},
		{"Red, green and blue cables carry power, data and audio.", "Green, red and blue cables carry power, data and audio."},
		{"Ann, Bob and Cid finished first, second and third.", "Bob, Ann and Cid finished first, second and third."},
		{"Wash, dry and cut the leaves.", "Cut, dry and wash the leaves."},
		{"Unscrew the cap, turn off the gas and light the lamp.", "Light the lamp, turn off the gas and unscrew the cap."},
		{"Anna sued Bernd and Carl sued Dora.", "Anna sued Carl and Bernd sued Dora."},
		{"Too little fat can lead to weight loss.", "Little fat can lead to weight loss."},
		{"The degree is preferably in law.", "The degree is in law."},
		{"Take ½ tablet in the morning.", "Take ¾ tablet in the morning."},
		{"Dose ↑ if renal function falls.", "Dose ↓ if renal function falls."},
		{"Alcohol is allowed: ❌ in the table.", "Alcohol is allowed: ✅ in the table."},
		{"Take tablets in the morning.", "Take tablets in the morning 👎."},
		{"It holds that p is true.", "It holds that ¬p is true."},
		{"Set x² in the formula.", "Set x³ in the formula."},
		{"They won 14-13 on Monday.", "They won 1413 on Monday."},
		{"Do not smoke, drink, or eat in here.", "Eat in here."},
		{"Never heat the flask, or add water to it.", "Add water to it."},
		{"The cause is a virus, or a toxin.", "The cause is a virus."},
		{"It is caused by stress, diet, or age.", "It is caused by stress."},
		{"Cook it for 3 minutes, or until it is brown.", "Cook it for 3 minutes."},
		{"In children, however, the dose is lower.", "The dose is lower."},
		{"With a Roth account, payments are taxed, but earnings grow tax-free.", "Earnings grow tax-free."},
		{"In children, fever is common, and rashes are rare.", "Rashes are rare."},
		{"As soon as it boils, turn the heat off, cover the pan, and remove it.", "Cover the pan."},
		{"Use the pattern to cut it, as necessary.", "Use the pattern to cut it."},
		{"Ann (5) and Bob (9) won.", "Ann (9) and Bob (5) won."},
		{"Ann, 35, and Bob, 39, won.", "Ann, 39, and Bob, 35, won."},
		{"See rule 4.1.", "See rule 4.10."},
		{"The code is 007.", "The code is 7."},
		{"The US forces left the city in May.", "The forces left the city in May."},
		{"The IT staff must attend the course.", "The staff must attend the course."},
		{"There is a little evidence for this view.", "There is little evidence for this view."},
		{"She won the most votes in May.", "She won most votes in May."},
		{"The four founders, Ann, Bea, Cid and Dan, left.", "The four founders, Ann, Cid and Dan, left."},
		{"France, Italy, and Spain together own it.", "France and Spain together own it."},
		{"The code consists of the digits 3, 4 and 5.", "The code consists of the digits 3 and 5."},
		{"She tackled crime, drink and care for the town.", "She tackled care, drink and crime for the town."},
		{"Maine and Iowa use the method, selecting one of each.", "Maine, selecting one of each and Iowa use the method."},
		{"Using a razor, he cut the parts, such as the miracles.", "He cut the parts, using a razor such as the miracles."},
		{"Ann, a doctor, and Bob, a nurse, live here.", "Ann, a nurse, and Bob, a doctor, live here."},
		{"The mayor, according to the police, stole it.", "The police, according to the mayor, stole it."},
		{"Ann sold the house in May, and Bob bought a car.", "In May, Ann sold the house, and Bob bought a car."},
		{"He learned Greek to play on the stage.", "He learned Greek on the stage to play."},
	} {
		src := Prepare(text.Show(c.source).Text)
		ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{End: len([]rune(src.page.text))}}}
		if j := Judge(c.claim, ev, Rules{MaxRisk: 1}); j.Outcome == Carried {
			t.Errorf("%q is carried by %q", c.claim, c.source)
		}
		if j := Judge(c.source, ev, Rules{MaxRisk: 1}); j.Outcome != Carried {
			t.Errorf("a copy of %q is %s", c.source, j.Outcome)
		}
	}
}

// A sentence that is the source's own, word for word, needs no knowledge of its
// language, wherever in the text it stands.
func TestACopyIsCarriedInEveryLanguage(t *testing.T) {
	for _, sentences := range [][]string{
		{"The museum opens at nine on Monday.", "Admission costs five euros for adults.", "Children pay nothing on Sunday."},
		{"Das Museum öffnet um neun Uhr am Montag.", "Der Eintritt kostet fünf Euro für Erwachsene.", "Kinder zahlen am Sonntag nichts."},
		{"Le musée ouvre à neuf heures le lundi.", "L'entrée coûte cinq euros pour les adultes.", "Les enfants ne paient pas le dimanche."},
		{"El museo abre a las nueve los lunes.", "La entrada cuesta cinco euros para los adultos.", "Los niños no pagan el domingo."},
		{"Музей открывается в девять часов утра.", "Вход стоит пять евро для взрослых.", "Дети не платят в воскресенье."},
		{"博物馆星期一上午九点开门。", "成人门票为五欧元。", "儿童星期日免费。"},
		{"博物館は月曜日の九時に開きます。", "大人の入場料は五ユーロです。", "子供は日曜日に無料です。"},
		{"يفتح المتحف في الساعة التاسعة يوم الاثنين.", "تكلفة الدخول خمسة يورو للبالغين.", "لا يدفع الأطفال يوم الأحد."},
	} {
		src := Prepare(strings.Join(sentences, " "))
		ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{End: len([]rune(src.page.text))}}}
		for _, s := range sentences {
			if j := Judge(s, ev, Rules{MaxRisk: 1}); j.Outcome != Carried {
				t.Errorf("%q is %s", s, j.Outcome)
			}
		}
	}
}

// TestThereIsAnnouncesNothing: it has the letters of "here is".
func TestThereIsAnnouncesNothing(t *testing.T) {
	if !carriedBy("Guests may use the pool until ten.", "There is no charge for guests. Guests may use the pool until ten.") {
		t.Error("a copy behind \"There is\" is not carried")
	}
	if carriedBy("Guests may use the pool until ten.", "Here is what the old notice said. Guests may use the pool until ten.") {
		t.Error("a copy behind what announces it is carried")
	}
}

// TestASentenceIsNoProofThatTheNextOneTakesBack: what follows denies it, or makes an
// exception. A sentence of its own with a "no" takes nothing back.
func TestASentenceIsNoProofThatTheNextOneTakesBack(t *testing.T) {
	for next, carried := range map[string]bool{
		"False.": false, "No, it is not.": false, "This is no longer so.": false, "That is not correct.": false,
		"Guide dogs are exempt.": false, "Except on Sunday.": false,
		"No dogs are allowed.": true, "This is paid by the town.": true,
	} {
		if carriedBy("Entry is free.", "Entry is free. "+next) != carried {
			t.Errorf("carried before %q: %v, want %v", next, !carried, carried)
		}
	}
}

// TestWhatAPageTakesBackIsNoProof: what a source strikes out, or says in a comment only.
func TestWhatAPageTakesBackIsNoProof(t *testing.T) {
	for source, carried := range map[string]bool{
		"~~The fee is 5 euros.~~ It is due in May.":                   false,
		"~~Bats are blind. The fee is 5 euros.~~ It is due in May.":   false,
		"<!-- The fee is 5 euros. --> It is due in May.":              false,
		"<!-- Bats see. The fee is 5 euros. --> It is due in May.":    false,
		"~~Bats are blind.~~ It is due in May. The fee is 5 euros.":   true,
		"<!-- Bats see. --> It is due in May. The fee is 5 euros.":    true,
		"Bats see -- at night. The fee is 5 euros. It is due in May.": true,
		"~~~\nls\n~~~\n\nThe fee is 5 euros. It is due in May.":       true,
	} {
		if carriedBy("The fee is 5 euros.", source) != carried {
			t.Errorf("%q carries the claim: %v, want %v", source, !carried, carried)
		}
	}
}

// TestALabelThatSaysNothingHidesNoCopy: "Answer:" in front of a source's own sentence made it one that no words prove.
func TestALabelThatSaysNothingHidesNoCopy(t *testing.T) {
	const said = "Backups are kept for 21 days in the northern vault."
	for label, want := range map[string]bool{
		"Answer: ": true, "Based on the documents: ": true, "The answer: ": true,
		"Wrong answer: ": false, "Not the answer: ": false, "Myth: ": false, "Refunds: ": false,
	} {
		if carriedBy(label+said, said) != want {
			t.Errorf("%q: %t", label, !want)
		}
	}
}

// TestWordsThatOnlyAnnounceACopyLeftItOpen: "Here is the answer:" says nothing in front of it.
func TestWordsThatOnlyAnnounceACopyLeftItOpen(t *testing.T) {
	t.Parallel()
	for said, source := range map[string]string{
		"Here is the answer: adults pay 12 euros.": "Adults pay 12 euros. Children under six enter free.",
		"In short: adults pay 12 euros.":           "Adults pay 12 euros. Children under six enter free.",
		"Согласно документам, взрослые платят за вход 12 евро": "Взрослые платят за вход 12 евро.",
	} {
		if j := Judge(said, Evidence{Sources: []*Source{Prepare(source)}}, Rules{MaxRisk: 1}); j.Outcome != Carried {
			t.Errorf("%q: %s", said, j.Outcome)
		}
	}
}
