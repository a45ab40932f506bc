package claim

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

// statementOf reads a sentence as a source's.
func statementOf(s string) *statement {
	src := Prepare(text.Show(s).Text)
	return src.statement(0)
}

// spanOf reads a sentence with one span in braces.
func spanOf(t *testing.T, marked string) span {
	t.Helper()
	before, rest, _ := strings.Cut(marked, "{")
	left, behind, ok := strings.Cut(rest, "}")
	if !ok {
		t.Fatalf("no span in %q", marked)
	}
	st := statementOf(before + left + behind)
	at := func(b int) int {
		i := slices.IndexFunc(st.atoms, func(a atom) bool { return int(a.start) >= b })
		if i < 0 {
			return len(st.atoms)
		}
		return i
	}
	return span{st.phrasesOf(), st, at(len(before)), at(len(before) + len(left))}
}

// Each kind of span that a claim may leave out, and spans like it that must stay
// because of an operator that governs them or because they limit what is kept.
func TestSpansThatMayGo(t *testing.T) {
	for kind, spans := range map[string][]string{
		"bracket":           {"It was taken up in methanol {(15 mL)} and stirred."},
		"long name":         {"The {left upper quadrant} (LUQ) contains similar organs."},
		"lead-over":         {"{However,} the pool is open.", "{This means that} the pool is open.", "Rye{, however,} needs less.", "They have {therefore} left."},
		"adverb":            {"The firm {quickly} sold the shop.", "When it rained, the firm {quickly} sold the shop.", "He said it {also} rained.", "Bring it {just} to a boil."},
		"addition":          {"He lived in Rome{, where the pope lives}.", "It fell{, dropping from 9 to 5 percent}.", "It sells fruit{, including apples}.", "The hall{, which was built in 1900,} is full.", "He moved to London{, raised in Canada}.", "{Although it rained,} we went out."},
		"relative clause":   {"The key has a bucket of 600 requests {that refills every second}."},
		"place of a name":   {"He taught at Ames High School {in Iowa}."},
		"sentence in front": {"{The shop closed in May;} the land was sold."},
		"sentence behind":   {"The shop closed in May{; the land was sold}."},
		"main clause":       {"{Lectures are compulsory, whereas} seminars can be chosen freely.", "{The salt works, while} the acid cuts through rust."},
		"conjunct": {
			"{The shop closed in May, and} the land was sold.", "{The door is shut and} the lamp is on.",
			"The bank {raised its rates and} cut its forecast.", "The set {has a good rating and} has many reviews.",
			"It lasts ten hours {and is sold in Rome}.", "When pressed, a bushel yields oil {and 47 pounds of meal}.",
			"The lake is deep{, and the river is full}.", "It is open{, but the bar closes when it rains}.",
		},
	} {
		for _, marked := range spans {
			if got := spanOf(t, marked).licence(); got != kind {
				t.Errorf("%s: licence %q, want %q", marked, got, kind)
			}
		}
	}
	for reason, spans := range map[string][]string{
		"a limit in brackets":        {"The drug {(in high doses)} is toxic.", "Parking {(only at night)} is free.", "It is safe {(not for children)}."},
		"an adverb in a rule":        {"Do not {quickly} heat it.", "If it is {quickly} heated, it melts.", "Only {newly} built houses count."},
		"an adverb that doubts":      {"It is {allegedly} closed.", "It is {nearly} full.", "It is {only} red."},
		"a time":                     {"{The salt works while} the acid cuts through rust."},
		"a condition":                {"{If it rains,} the pool is closed.", "The pool is closed{, if it rains}.", "Clean it{, where necessary}.", "It is free{, except in May}."},
		"a place or a time in front": {"{In children,} the dose is lower.", "{Until 2019,} the fee was 5 euros."},
		"a limit behind a comma":     {"You get money back{, up to 400 euros}.", "Take it{, but only at night}."},
		"a doubt about it all":       {"It is the city's flag{, which is said to be false}.", "It helps{, which is not proven}."},
		"a thing among all":          {"Eat foods {that contain iron}.", "There is no proof {that helps}.", "Every firm {that sued} lost."},
		"a member of a list":         {"You need {a passport,} a visa and a ticket.", "You need a passport{, a visa} and a ticket."},
		"another key":                {"Dose: {9 mg; limit:} 40 mg.", "Adults: {9 euros; children:} 4 euros."},
		"or":                         {"The cause is a virus {or a toxin}.", "Cook it for 3 minutes{, or until it is brown}."},
		"both together":              {"Combine flour {and milk}.", "It is a mixture of flour {and milk}."},
		"a governor of both":         {"Do not run it dry {and open it}.", "After lunch {and dinner} he calls.", "If it rains {and snows}, stop.", "Only Ann {sings and} dances."},
		"a noun and a noun":          {"{The dates and} the order are unknown."},
		"a word for two":             {"It is carbon {dioxide and} water.", "It contains milk {and eggs in summer}."},
		"who says it":                {"{Lee said the law is void, and} the fine is unfair.", "{According to Lee,} the law is void."},
		"a denial in front":          {"{Do not run the pump dry, and} close the valve.", "{Rarely, the skin turns red, and} the eyes swell."},
	} {
		for _, marked := range spans {
			if got := spanOf(t, marked).licence(); got != "" {
				t.Errorf("%s: %s may go as %q", reason, marked, got)
			}
		}
	}
}

// carriedBy tells whether a text carries a claim.
func carriedBy(claim, source string) bool { return judgedBy(claim, source).Outcome == Carried }

// judgedBy judges a claim against a text.
func judgedBy(claim, source string) Judgement {
	src := Prepare(text.Show(source).Text)
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{End: len([]rune(src.text))}}}
	return Judge(claim, ev, Rules{MaxRisk: 1})
}

func TestPhrasesThatMayMove(t *testing.T) {
	for _, c := range [][2]string{
		{"In May, the firm hired ten people.", "The firm hired ten people in May."},
		{"In some cases these charges will show up.", "These charges will in some cases show up."},
		{"It goes from Rome to Milan.", "It goes to Milan from Rome."},
		{"But they can pay less if the plan offers it.", "If the plan offers it, they can pay less."},
		{"Mr Lee said that people have helped us.", "People have helped us, said Mr Lee."},
		{"The police said the mayor knew it.", "The mayor knew it, the police said."},
		{"Some astronomers suspect that a ninth planet exists.", "A ninth planet exists, some astronomers suspect."},
		{"The treasurer confirmed that the debts had been paid.", "The debts had been paid, the treasurer confirmed."},
		{"Lightly wipe the screen.", "Wipe the screen lightly."},
		{"Using a small bar, pry up the staples.", "Pry up the staples, using a small bar."},
	} {
		if !carriedBy(c[1], c[0]) {
			t.Errorf("%q does not carry %q", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{"The pump stops at noon and starts at two.", "At two, the pump stops and starts at noon."},
		{"The pump stops at noon and starts at two.", "At noon, the pump stops and starts at two."},
		{"He did not come because it rained.", "Because it rained, he did not come."},
		{"Only staff in Rome may enter.", "In Rome, only staff may enter."},
		{"More men smoke in Rome than in Milan.", "In Rome, more men smoke than in Milan."},
		{"The man with the dog sued the man in the house.", "The man in the house sued the man with the dog."},
		{"She berates him, inadvertently exposing it.", "She inadvertently berates him, exposing it."},
		{"Ann said Bob lied.", "Bob said, Ann lied."},
		{"Ann did not say Bob lied.", "Bob lied, Ann said."},
		{"Ann said Bob lied.", "Bob lied."},
		{"Nobody suspects that Bob lied.", "Bob lied, nobody suspects."},
		{"Check that the valve is shut.", "The valve is shut, check."},
		{"Ann told Bob that Eve suspects that it rains.", "Eve told Bob that Ann suspects that it rains."},
		{"Ann suspects that Bob believes that it rains.", "Bob suspects that Ann believes that it rains."},
		{"She denied that the firm paid a bribe in 2010.", "In 2010, she denied that the firm paid a bribe."},
		{"He plans to sell the firm in 2030.", "In 2030, he plans to sell the firm."},
		{"He criticised the law on tax in Italy.", "In Italy, he criticised the law on tax."},
		{"They sell cars made in Italy.", "In Italy, they sell cars made."},
		{"If it rains, close the roof and open the gate.", "Close the roof and open the gate if it rains."},
		{"No guest with a dog may swim.", "With a dog, no guest may swim."},
		{"The firm sued the bank in Rome.", "In Rome, the firm sued the bank."},
		{"With 300 branches, the firm sued the bank.", "The firm sued the bank with 300 branches."},
		{"The drug, which is banned in France, cures gout.", "In France, the drug, which is banned, cures gout."},
		{"The bridge links Rome and Ostia.", "The bridge links Rome."},
		{"The bank, like most, lied.", "Most lied."},
		{"The firm was bought by Ann and Bob.", "Ann bought the firm."},
		{"The tax was raised by 5 percent.", "5 percent raised the tax."},
		{"He said he pays if it rains.", "If it rains, he said he pays."},
		{"The restore took 3 h 40 min, against a target of 4 h.", "The restore took 4 h, against a target of 3 h 40 min."},
	} {
		if carriedBy(c[1], c[0]) {
			t.Errorf("%q carries %q", c[0], c[1])
		}
	}
}

func TestListsThatMayChangeOrder(t *testing.T) {
	for _, c := range [][2]string{
		{"It differs by age, sex, race/ethnicity, income, and education level.", "It differs by sex, age, race/ethnicity, education level, and income."},
		{"Pat it dry and season on all sides with salt and pepper.", "Pat it dry and season on all sides with pepper and salt."},
		{"It is reserved for mechanical valves and for a clot within the last 90 days.", "It is reserved for a clot within the last 90 days and for mechanical valves."},
		{"It lies in Lincoln and White Pine counties.", "It lies in White Pine and Lincoln counties."},
		{"Use a dry and clean cloth.", "Use a clean and dry cloth."},
		{"Sand it until no rust or paint remains on it.", "Sand it until no paint or rust remains on it."},
	} {
		if !carriedBy(c[1], c[0]) {
			t.Errorf("%q does not carry %q", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{"Ann and Bob won gold and silver.", "Bob and Ann won gold and silver."},
		{"The tenant pays the landlord and the agent pays the tax.", "The tenant pays the agent and the landlord pays the tax."},
		{"Day and night cost 5 and 9 euros.", "Day and night cost 9 and 5 euros."},
		{"It rose from 5 and 9 percent.", "It rose from 9 and 5 percent."},
		{"It was led by Ann and stars Bob, Carl and Dan.", "It was led by Dan and stars Bob, Carl and Ann."},
		{"He enlarged the empire, annexing Egypt and Gaul.", "He enlarged Gaul, annexing Egypt and the empire."},
		{"The son of Ann, an alderman, and Bob left.", "The son of Bob, an alderman, and Ann left."},
		{"In order of size, they are Rome, Milan and Turin.", "In order of size, they are Milan, Rome and Turin."},
		{"Ann, head of sales, Bob, head of tax, and Carl left.", "Ann, head of tax, Bob, head of sales, and Carl left."},
		{"First rinse and then dry it.", "First dry and then rinse it."},
	} {
		if carriedBy(c[1], c[0]) {
			t.Errorf("%q carries %q", c[0], c[1])
		}
	}
}

func TestWordsThatMayBePutIn(t *testing.T) {
	for _, c := range [][2]string{
		{"Make sure there is power.", "Make sure that there is power."},
		{"The feed is a file of 40 MB, refreshed every hour.", "The feed is a file of 40 MB that is refreshed every hour."},
		{"Continue baking 10 minutes.", "Continue baking for ten minutes."},
		{"It sells milk, eggs and salt.", "It sells milk and eggs."},
		{"This process is repeated.", "The process is repeated."},
		{"The lamp that is on is red.", "The lamp which is on is red."},
		{"It rose 5 percent in May.", "It rose by 5 percent in May."},
	} {
		if !carriedBy(c[1], c[0]) {
			t.Errorf("%q does not carry %q", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{"It sells milk, eggs or salt.", "It sells milk and eggs."},
		{"Ann met Bob.", "Ann was met by Bob."},
		{"The fee fell 5 percent.", "The fee fell to 5 percent."},
		{"The pump runs.", "The pump is that runs."},
	} {
		if carriedBy(c[1], c[0]) {
			t.Errorf("%q carries %q", c[0], c[1])
		}
	}
}
