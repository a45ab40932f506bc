package verify

import "testing"

// TestAnHonestValueWasRefused: a value is no sentence, and is not judged as one; words of its name that the
// source does not have say nothing against it.
func TestAnHonestValueWasRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, body string }{
		{"The Loden kindergarten takes children from two years and looks after 68 children in four groups.", `{"min_age_years":2,"children":68,"groups":4}`},
		{"The farm keeps 140 milking cows on 118 hectares. Each cow gives about 8,200 litres a year.", `{"milking_cows":140,"area_ha":118,"milk_per_cow_litres":8200}`},
		{"The Eco programme uses 0.74 kWh and takes 3 hours 25 minutes.", `{"energy_kwh":0.74,"duration_min":205}`},
		{"Cabin bags may not exceed 55 x 40 x 23 cm and 8 kg.", `{"cabin_bag_kg":8}`},
		{"Le traitement ne doit pas dépasser cinq jours.", `{"traitement_jours":5}`},
		{"The photo must not be older than six months.", `{"photo_max_age_months":6}`},
		{"Step 2: dose 5 mg", `{"dose":5}`},
		{"Myth: The fee is 5 euros.\nFact: The fee is 8 euros.", `{"fee_eur":8}`},
		{"~~The fee is 5 euros.~~ The fee is 8 euros.", `{"fee_eur":8}`},
		{"Room 12 - price 80 EUR", `{"price":80}`},
		{"COVID-19 cases: 480", `{"cases":480}`},
		{"CO2 emissions were 480 t.", `{"emissions":480}`},
		{"iPhone 15 price: 799 EUR", `{"price":799}`},
		{"Rooms on floor 3: 14", `{"rooms":14,"floor":3}`},
		{"2 adults: 180 EUR", `{"adults":2,"price":180}`},
		{"The hotel offers 3 options: 2 nights or 5 nights.", `{"options":3}`},
		{"In Loden 68 children are in 4 groups.", `{"children":68,"groups":4}`},
		{"The level 2 fee is 40 EUR.", `{"fee":40}`},
		{"Section 8 vouchers cost 120 USD.", `{"vouchers_cost":120}`},
		{"Die Station hat 30 Covid-19 Betten.", `{"betten":30}`},
		{"The game is for two to five players from the age of ten.", `{"players":{"min":2,"max":5},"min_age":10}`},
		{"In Business the allowance is two bags of up to 32 kg each.", `{"bags":2,"kg_per_bag":32}`},
		{"It usually contains between 45 and 52 percent silica by weight.", `{"silica_percent":{"min":45,"max":52}}`},
		{"The trail is closed between 15 November and 30 April.", `{"closed_from":"11-15","closed_until":"04-30"}`},
		{"Il traghetto parte alle 8.20 e alle 17.10.", `{"partenze":["08:20","17:10"]}`},
		{"Drinks are offered at kilometres 5, 10 and 14.", `{"drink_stations_km":[5,10,14]}`},
		{"You can download your data in CSV or JSON format.", `{"export_formats":["CSV","JSON"]}`},
		{"El producto no contiene gluten ni lactosa, pero sí trazas de soja.", `{"trazas":"soja"}`},
	} {
		if said := (typed{c.source, "", c.body}); !said.stands(t, false) {
			t.Errorf("%s: %s fails", c.source, c.body)
		}
	}
}

// TestAFalseValueOfAPlainNameStood: in another unit, of another thing, in another year.
func TestAFalseValueOfAPlainNameStood(t *testing.T) {
	t.Parallel()
	const bolts = "Bolts M10 on the bracket are tightened to 45 Nm, the M8 bolts on the cover to 22 Nm."
	for _, c := range []struct{ source, body string }{
		{bolts, `{"m8_nm":45}`},
		{"The Eco programme takes 3 hours 25 minutes.", `{"duration_min":25325}`},
		{"The Eco programme takes 3 hours 25 minutes.", `{"duration_hours":25}`},
		{"The lease ends on 31 January 2027. It was signed on 12 May.", `{"signed":"2031-05-12"}`},
		{"The Loden kindergarten looks after 68 children in four groups.", `{"groups":68}`},
		{"The fee is not 5 euros but 8 euros.", `{"fee_eur":5}`},
		{"Children must not take 50 mg.", `{"children_dose_mg":50}`},
		{"Step 2: dose 5 mg", `{"dose":2}`},
		{"Myth: The fee is 5 euros.\nFact: The fee is 8 euros.", `{"fee_eur":5}`},
		{"~~The fee is 5 euros.~~ The fee is 8 euros.", `{"fee_eur":5}`},
		{"Room 12: price 80 EUR", `{"price":12}`},
		{"COVID-19 cases: 480", `{"cases":19}`},
		{"Vitamin D3 dose: 20 mg", `{"dose":3}`},
		{"iPhone 15 price: 799 EUR", `{"price":15}`},
		{"iPhone 15 price: 799 EUR", `{"iphone_15_price":15}`},
		{"ISO 9001 audits: 3", `{"audits":9001}`},
		{"Rooms on floor 3: 14", `{"rooms":3}`},
		{"Floor 3 rooms: 14", `{"floor":14}`},
		{"Price for 2 adults: 180 EUR", `{"price":2}`},
		{"12-month fee: 99 EUR", `{"fee":12}`},
		{"The level-2 fee is 40 EUR.", `{"fee":2}`},
		{"Contrary to the first edition, pre-heating takes not 25 but 40 minutes.", `{"preheat_minutes":25}`},
		{"The cheese ripens for at least ten and at most fourteen weeks.", `{"min_ripening_weeks":14}`},
		{"It bears loads of up to 3.5 t, but single vehicles may weigh no more than 2 t.", `{"single_vehicle_t":3.5}`},
		{"It contains 45 percent silica and 12 percent iron.", `{"iron_percent":45}`},
		{"Give 40 mg in 2 doses.", `{"doses":40}`},
		{"Das Mittel kostet 20 EUR für 3 Tabletten.", `{"tabletten":20}`},
		{"Le tarif zone 3 est de 84 EUR.", `{"tarif":3}`},
		{"The dose for stage 4 is 30 mg.", `{"dose":4}`},
		{"The iPhone 15 price is 799 EUR.", `{"price":15}`},
		{"Acme was founded in 1994 and has 320 employees.", `{"employees":1994}`},
	} {
		if said := (typed{c.source, "", c.body}); said.stands(t, false) {
			t.Errorf("%s: %s stands", c.source, c.body)
		}
	}
}
