package claim

import "testing"

// Honest sentences that a rule used to turn away, each beside the tampered
// twin that it must still find.
func TestHonestSentenceAndItsTamperedTwin(t *testing.T) {
	const (
		onions = "Green onions may grow successfully in a greenhouse, but raising sweet and dry onions inside may be a waste of space and energy."
		ribs   = "Place the ribs on the grill, bone side down, away from the coals, and cook them with indirect heat."
		homes  = "There is privacy and residents are more independent in an assisted living facility, while patients may share rooms in a nursing home."
		bulbs  = "Don't be in a hurry to plant; the bulbs will struggle in cold soil."
		road   = "The car holds an average speed of 60 miles per hour, and the pump gives 5 mg per day to the patient."
		fair   = "The clocks of the two towns are 13:0 hours apart."
		eggs   = "In the next decade one dozen eggs will be shown to all of the children."
		county = "The forecast for Seminole County, FL. Tonight it is mostly cloudy, with a low around 78."
	)
	for _, tc := range []struct{ source, honest, tampered, code string }{
		{onions, "It is not recommended to grow sweet or dry onions in a greenhouse, as it may be a waste of space and energy.",
			"Green onions may not grow successfully in a greenhouse, but raising sweet and dry onions inside may be a waste of space and energy.", CodeNegation},
		{onions, "Green onions may grow in a greenhouse.", "Green onions may not grow in a greenhouse.", CodeNegation},
		{ribs, "Place the ribs on the grill, bone side down, away from the direct heat.", "Place the ribs on the grill, bone side down, and cook them with direct heat.", CodeNegation},
		{homes, "Patients in a nursing home may share rooms and have less privacy than residents in an assisted living facility.",
			"Residents are less independent in an assisted living facility.", CodeNegation},
		{bulbs, "Do not plant the bulbs in cold soil, they will struggle.", "The bulbs will not struggle in cold soil.", CodeNegation},
		{road, "The car holds an average speed of 60 mph.", "The car holds an average speed of 60 km/h.", CodeNumber},
		{road, "The car holds an average speed of 60 miles per hour (97 km/h).", "The car holds an average speed of 60 miles per minute.", CodeNumber},
		{road, "The pump gives 5 mg/day to the patient.", "The pump gives 5 mg per week to the patient.", CodeNumber},
		{road, "The pump gives 0.005 g per day to the patient.", "The pump gives 0.05 g per day to the patient.", CodeNumber},
		{fair, "There are 13 hours between the clocks of the towns.", "There are 12 hours between the clocks of the towns.", CodeNumber},
		{fair, "There is a 13-hour difference between the towns.", "There is a 13-minute difference between the towns.", CodeNumber},
		{eggs, "In the next ten years eggs will be shown.", "In the next thirty years eggs will be shown.", CodeNumber},
		{eggs, "There will be 12 eggs.", "There will be 13 eggs.", CodeNumber},
		{county, "The forecast tonight for Seminole County in Florida is mostly cloudy with a low of 78.", "The forecast tonight for Seminole County in Nevada is mostly cloudy with a low of 78.", CodeEntity},
	} {
		ev := Evidence{Sources: []*Source{Prepare(tc.source)}}
		if got := codes(Judge(tc.honest, ev, rulesAlone)); got != "" {
			t.Errorf("%q: got %q", tc.honest, got)
		}
		if got := codes(Judge(tc.tampered, ev, rulesAlone)); got != tc.code {
			t.Errorf("%q: got %q, want %q", tc.tampered, got, tc.code)
		}
	}
}

var rulesAlone = Rules{MaxRisk: 1}

// "Half a dozen" is no dozen and "two decades" are no decade.
func TestCountedNounIsAnotherNumber(t *testing.T) {
	for _, tc := range []struct{ source, text string }{
		{"The basket holds half a dozen pears of the best kind.", "The basket holds 12 pears."},
		{"The work took two decades in the end.", "The work took 10 years."},
		{"It stood for the whole of the 19th century.", "It stood for 100 years."},
	} {
		if got := codes(Judge(tc.text, Evidence{Sources: []*Source{Prepare(tc.source)}}, rulesAlone)); got != CodeNumber {
			t.Errorf("%q: got %q", tc.text, got)
		}
	}
}

// A state may be asked for by its code; words that look like one are none.
func TestStateByItsCodeInTheQuestion(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare("A driver of a truck with air brakes needs an endorsement on the licence.")}}
	for question, want := range map[string]string{
		"do i need an endorsement in pa?": "", "endorsement, PA": "", "is it for me": CodeEntity, "do i need an endorsement": CodeEntity, "do i need one in ga": CodeEntity,
	} {
		ev.Question = question
		if got := codes(Judge("A driver of a truck in Pennsylvania needs an endorsement.", ev, rulesAlone)); got != want {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}

// A sentence that finds its evidence unclear says nothing of the world, and may
// name what was asked; one that goes on to a fact does.
func TestUnclearByThePassages(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare("A son may be a dependant on the tax return of his parents.")}, Question: "does our 21 year son stay on our taxes"}
	judged(t, ev, rulesAlone, map[string]string{
		"Based on the given passages, it is not clear whether a 21 year son stays on his parents' taxes.": "",
		"It is not clear whether a 21 year son stays on his parents' taxes.":                              CodeNumber,
		"Based on the given passages, a 21 year son stays on his parents' tax return.":                    CodeNumber,
	})
}

// The title of a step is a lead, whatever sign ends it.
func TestTitleOfAStepNamesNothing(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare("In step 3 there are options for those of you that like to change your protein and fats.")}}
	judged(t, ev, rulesAlone, map[string]string{
		"Step 3: Optional Customization - those who like to change protein and fats have options.": "",
		"Step 3: those who like to change protein and fats ask Customization for options.":         CodeEntity,
	})
}

// A lead-in may repeat the number of the question; a lead-in that states
// something is a claim.
func TestLeadInRepeatsTheQuestion(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare("To uninstall the program, open Settings and choose Apps. It takes 4 minutes.")}, Question: "how to uninstall it on Windows 10"}
	judged(t, ev, rulesAlone, map[string]string{
		"Based on the provided passages, here are the steps to uninstall it on Windows 10:": "",
		"Based on the provided passages, here are the steps to uninstall it on Windows 11:": CodeNumber,
		"Based on the provided passages, it takes 10 minutes to uninstall it:":              CodeNumber,
	})
}

// Of an answer that cites nothing, what came before tells on a claim's risk; a
// claim that cites is judged by itself.
func TestInventionsBeforeTellOnRisk(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare(leaflet)}, Question: "How is the drug taken?"}
	const last = "Swallow the tablets whole with water in the morning."
	risks := func(uncited bool) (alone, behind float64) {
		rules := Rules{MaxRisk: 1, Uncited: uncited}
		alone = new(Hearing).Judge(last, ev, rules).Risk
		var h Hearing
		h.Judge("Gently simmer the chopped onions with coconut milk and fresh coriander.", ev, rules)
		h.Judge("Garnish the plate with roasted cashews, lime wedges and a drizzle of honey.", ev, rules)
		return alone, h.Judge(last, ev, rules).Risk
	}
	if alone, behind := risks(true); behind <= alone {
		t.Errorf("risk %v alone, %v behind two inventions", alone, behind)
	}
	if alone, behind := risks(false); behind != alone {
		t.Errorf("a claim that cites: risk %v alone, %v behind two inventions", alone, behind)
	}
}

// A sentence full of names is no title: an invented name among others passed.
func TestInventedNameAmongNames(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare("In New York City visitors like the Metropolitan Museum of Art and the Hayden Planetarium, which open at nine.")}}
	judged(t, ev, rulesAlone, map[string]string{
		"Visitors like the Metropolitan Museum of Art or the Hayden Planetarium of New York City.":     "",
		"Visitors like the Metropolitan Museum of Art or the Guggenheim Planetarium of New York City.": CodeEntity,
		"The Museums Of New York City":                        "",
		"The answer for New York City and the Museum is Yes.": "",
	})
}

// A month or a weekday without a figure beside it was not checked where nothing
// is quoted.
func TestInventedMonthOrWeekday(t *testing.T) {
	ev := Evidence{
		Sources:  []*Source{Prepare("The dry season lasts from Dec. to April and is warm. The ferry runs on Mondays, for the last time on 2024-10-03. It may rain.")},
		Question: "Can I go there in June?",
	}
	judged(t, ev, rulesAlone, map[string]string{
		"The dry season lasts from December to April and is warm.": "",
		"The dry season lasts from November to April and is warm.": CodeEntity,
		"The dry season lasts from December to May and is warm.":   CodeEntity,
		"May be warm in the dry season.":                           "",
		"2. May be warm in the dry season.":                        "",
		"The ferry runs every Monday until October.":               "",
		"The ferry runs every Tuesday.":                            CodeEntity,
		"It is not said whether you can go there in June.":         "",
	})
}

// The names of days have many forms, and a month is no "may".
func TestDaysInOtherForms(t *testing.T) {
	judgedAlone(t, rulesAlone, []held{
		{"It is closed Sat. and Sun. all year round.", "It is closed on Saturdays and Sundays.", ""},
		{"It is closed Sat. and Sun. all year round.", "It is closed on Saturdays and Mondays.", CodeEntity},
		{"The shop is open on weekdays and closed in the night.", "The shop is open from Monday to Friday.", ""},
		{"The shop is open on weekdays and closed in the night.", "The shop is open from Monday to Saturday.", CodeEntity},
		{"The shop is open on weekends and closed in the night.", "The shop is open on Saturday.", ""},
		{"The shop is open on weekends and closed in the night.", "The shop is open on Friday.", CodeEntity},
		{"The invoice of 2024-05-03 is due soon and must be paid by the tenant.", "The invoice of May is due soon and must be paid by the tenant.", ""},
		{"The invoice of 2024-05-03 is due soon and must be paid by the tenant.", "The invoice of June is due soon and must be paid by the tenant.", CodeEntity},
		{"The Tenant must pay the invoice within the month.", "The Tenant May pay the invoice within the month.", CodeNegation},
		{"Der Sommer dauert von Juni bis August und ist warm.", "Der Sommer dauert von Mai bis August und ist warm.", CodeEntity},
	})
}

// A sentence about something else altogether is turned away at less risk than
// one that has a part in its evidence.
func TestSentenceAboutSomethingElse(t *testing.T) {
	ev := Evidence{Sources: []*Source{Prepare(leaflet)}}
	judged(t, ev, Rules{MaxRisk: 1, Uncited: true, Doubt: 0.6}, map[string]string{
		"Zebras roam the open savannah in vast herds.": CodeUnsupported,
		"Patients in France like the tablets.":         "",
	})
}
