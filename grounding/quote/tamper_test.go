package quote

import "testing"

// TestNeverVerified lists falsifications, one a line, each of a sort that a
// similarity ratio would let pass.
func TestNeverVerified(t *testing.T) {
	for _, c := range [][2]string{
		// numbers and notation
		{"Sales were 1,234 units in the year.", "Sales were 1.234 units in the year"},
		{"Der Anteil lag bei 3,456 Prozent im Jahr.", "Der Anteil lag bei 3456 Prozent im Jahr"},
		{"The score was 5-10 in the end.", "The score was 5.10 in the end"},
		{"Between 5 and 10 patients were treated there.", "Between 5 and 1 0 patients were treated there"},
		{"The range is 5–10 mg for adults.", "10 mg for adults"},
		{"The range is 5 to 10 mg for adults.", "10 mg for adults"},
		{"Add 2.5 × 10^6 cells to the dish.", "Add 2.5 × 10^8 cells to the dish"},
		{"Add 2.5 × 10⁶ cells to the dish.", "Add 2.5 × 10 cells to the dish"},
		{"An area of 5 m² was cleaned.", "An area of 5 m³ was cleaned"},
		{"The p value was <0.05 in both arms.", "The p value was 0.05 in both arms"},
		{"The p value was <0.05 in both arms.", "The p value was >0.05 in both arms"},
		{"The p value was ≤0.05 in both arms.", "The p value was <0.05 in both arms"},
		{"It grew ~5% in the first year.", "It grew 5% in the first year"},
		{"It costs $5 a month for members.", "It costs €5 a month for members"},
		{"It costs $5 a month for members.", "It costs 5 a month for members"},
		{"It costs 5k a month for members.", "It costs 5 a month for members"},
		{"Room B12 is on the left side.", "Room B21 is on the left side"},
		{"Flight LH 402 leaves at 12:30 today.", "Flight LH 402 leaves at 12:03 today"},
		{"Flight LH 402 leaves at 3 pm today.", "Flight LH 402 leaves at 3 am today"},
		{"Version 1.2.3 was released then.", "Version 1.23 was released then"},
		{"He won the 21st race of the year.", "He won the 22nd race of the year"},
		{"He won the first race of the year.", "He won the third race of the year"},
		{"King Henry VIII ruled the land.", "King Henry VII ruled the land"},
		{"It happened on 03/04/2024 in town.", "It happened on 04/03/2024 in town"},
		{"It happened on 3 April 2024 in town.", "It happened on 4 April 2024 in town"},
		{"One in five people agreed with it.", "One in nine people agreed with it"},
		{"A quarter of the people agreed with it.", "A third of the people agreed with it"},
		{"The chip has 16 MB of memory inside.", "The chip has 16 Mb of memory inside"},
		{"A dose of 5 µg was given each day.", "A dose of 5 mg was given each day"},
		{"A dose of 5 mg/kg was given each day.", "A dose of 5 mg was given each day of"},
		{"The temperature was 5 °C at night.", "The temperature was 5 °F at night"},
		{"The mix is 1:2 by volume here.", "The mix is 1 2 by volume here"},
		{"The salary is 50 000 per year here.", "The salary is 50 per year here"},
		{"The salary is 50 000 per year here.", "000 per year here"},
		{"The pH was 7.4 in all of the samples.", "The pH was 7,4 0 in all of the samples"},
		{"The level was ٥٠ units on that day.", "The level was ٥١ units on that day"},
		{"The level was 50 units on that day.", "The level was ５１ units on that day"},

		{"The 95% CI was [2, 5] in the men.", "The 95% CI was [2, 6] in the men"},
		{"The 95% CI was [1.2, 3.4] in men.", "The 95% CI was [1.2, 3.5] in men"},
		{"The rate was (−5.2) percent in May.", "The rate was (5.2) percent in May"},
		{"Ludwig Ⅷ. regierte das ganze Land.", "Ludwig Ⅶ. regierte das ganze Land"},

		// what stands next to the cut, or is put in where nobody looks
		{"We asked 40 people at two fairs. Some had a cough, who were left out.", "We asked 40 people … who were left out"},
		{"A dose of 5 mg/kg was given each day.", "A dose of 5 mg"},
		{"Bonded staff, assuming no debts, may join the scheme.", "Bonded staff may join the scheme."},
		{"Ravene 5 mg was given daily. Talk is rare. The pump should be turned off at dusk.",
			"Ravene 5 mg … should be turned off at dusk"},
		{"The valve must be checked every week by trained staff.",
			"The valve [safe to swallow] must be checked every week by trained staff"},
		{"The valve must be checked every week by trained staff.",
			"The valve must be <b title=\"never\">checked</b> every week by trained staff"},
		{"The crate goes to gate 17 before noon today.", "The crate goes to gate \u202e17\u202c before noon today"},

		{"The cash flow was –€48m in the quarter.", "The cash flow was €48m in the quarter."},
		{"Give the patient a daily dose of it.", "Give the patient a dally dose of it"},

		// a whole sentence without what bounds it from behind

		// and from in front

		// what an ellipsis gives to another

		// words that decide
		{"Treatment is seldom needed in adults.", "Treatment is often needed in adults"},
		{"Treatment is needed before surgery.", "Treatment is needed after surgery"},
		{"She was cleared of all charges.", "She was charged of all charges"},
		{"He could have paid the fine in time.", "He should have paid the fine in time"},
		{"The dog was bitten by the man there.", "The man was bitten by the dog there"},
		{"The dog bit the man in the park.", "The dog was bit the man in the park"},
		{"Patients with hyperkalemia were excluded.", "Patients with hypokalemia were excluded"},
		{"The tumour was benign in every case.", "The tumour was malignant in every case"},
		{"Give prednisone to the patient at once.", "Give prednisolone to the patient at once"},
		{"Give quinine to the patient at once.", "Give quinidine to the patient at once"},
		{"The intrastate network was closed then.", "The interstate network was closed then"},
		{"No, changes are needed in this plan.", "No changes are needed in this plan"},
		{"The alleged thief ran away that night.", "The thief ran away that night"},
		{"This is the former president of the club.", "This is the president of the club"},
		{"He is not only rich but also kind.", "He is only rich but also kind"},
		{"I can't agree with this plan at all.", "I can agree with this plan at all"},
		{"I can't agree with this plan at all.", "I can' agree with this plan at all"},
		{"Men and women were treated alike here.", "Men or women were treated alike here"},
		{"They re-signed the contract in June.", "They resigned the contract in June"},
		{"He has now here a large house.", "He has nowhere a large house"},
		{"Some people disliked the film a lot.", "Some people liked the film a lot"},
		{"The drug is **not** safe for children.", "The drug is safe for children"},
		{"The drug is <b>not</b> safe for children.", "The drug is safe for children"},
		{"The drug is un**safe** for children.", "safe for children"},
		{"The drug is n\u200bot safe for children.", "The drug is safe for children"},

		// other languages
		{"Der Mandant hat den Mandanten gewechselt.", "Der Mandant hat den Mandaten gewechselt"},
		{"Die Heizung wird die Räume verwarmen, dachte er.", "Die Heizung wird die Räume verarmen, dachte er"},
		{"Das Gesetz wurde angenommen und verkündet.", "Das Gesetz wurde abgenommen und verkündet"},
		{"Er hat kaum etwas gegessen.", "Er hat etwas gegessen"},
		{"Компания должна предоставить отчёт в срок.", "Компания должна представить отчёт в срок"},
		{"Казнить нельзя, помиловать можно.", "Казнить, нельзя помиловать можно"},
		{"El documento causó un perjuicio grave.", "El documento causó un prejuicio grave"},
		{"Han enterrado el documento ayer.", "Han enterado el documento ayer"},
		{"Il n'a que deux enfants à charge.", "Il n'a deux enfants à charge"},
		{"Le médecin n'a rien trouvé d'anormal.", "Le médecin a trouvé d'anormal"},
		{"Non ho mai visto il mare d'inverno.", "Non ho visto il mare d'inverno"},
		{"O réu foi absolvido por falta de provas.", "O réu foi absorvido por falta de provas"},
		{"De rechter heeft de verdachte niet veroordeeld.", "De rechter heeft de verdachte veroordeeld"},
		{"لا يجوز التدخين في المستشفى.", "يجوز التدخين في المستشفى"},
		{"لم يوقع الوزير على الاتفاق.", "يوقع الوزير على الاتفاق"},
		{"他没有偷钱，只是借走了。", "他有偷钱，只是借走了"},
		{"他没有偷钱，只是借走了。", "有偷钱"},
		{"该公司未经批准销售药品。", "该公司经批准销售药品"},
		{"五十人参加了会议。", "十人参加了会议"},
		{"彼は犯人ではないと述べた。", "彼は犯人であると述べた"},
		{"彼は犯人ではないと述べた。", "彼は犯人では"},
		{"会議は午前九時に始まる。", "会議は午後九時に始まる"},

		// words and symbols that case or a letter makes others of
		{"Rinse the sample with clean water twice.", "Rinse the sample with clean wafer twice."},
		{"We bought 5 200 pound bags that day.", "We bought 5,200 pound bags that day."},
		{"The dose was 1,000 mg per day for adults.", "The dose was 1.000 mg per day for adults."},

		// ellipses
		{"The landlord is not permitted to enter.", "The landlord is … permitted to enter"},
		{"It costs 5 million dollars to build it.", "It costs 5 … dollars to build it"},
		{"The drug is allowed only in adults today.", "The drug is allowed … in adults today"},
		{"The non-toxic dye was used for the wool.", "The non … dye was used for the wool"},
		{"First he paid. Then he ran away from it all.", "Then he ran away … First he paid"},
	} {
		if r := Find(Prepare(c[0]), c[1], Fuzzy); r.Outcome == Verified {
			t.Errorf("%q verified in %q as %s", c[1], c[0], r.Kind)
		}
	}
}

// TestCutsVerify: a quote that is cut short of what bounds it is in its source's
// words. The claim is judged against the whole sentence.
func TestCutsVerify(t *testing.T) {
	for _, c := range [][2]string{
		{"The vents stay shut as long as the fan is running.", "The vents stay shut"},
		{"The fee covers all repairs other than glass.", "The fee covers all repairs."},
		{"Unless the clerk objects, the plan takes effect.", "The plan takes effect."},
		{"Le gérant ne peut vendre que deux parcelles.", "Le gérant ne peut vendre"},
		{"Are drones allowed in the cabin? Ask the crew.", "drones allowed in the cabin"},
		{"The clerk asked whether the bridge was unsafe.", "the bridge was unsafe."},
		{"The union claimed that ten thousand people had come.", "ten thousand people had come."},
		{"Each lot costs between 300 and 350 euros a year.", "Each lot costs between 300"},
		{"The bar may contain traces of nuts.", "contain traces of nuts."},
		{"Report faults within two days where practicable.", "Report faults within two days"},
		{"We may keep the data where we have good cause.", "We may keep the data"},
		{"You may bathe after two days, provided the cut is dry.", "You may bathe after two days"},
		{"The visitor is eli-\ngible if she lives in town.", "The visitor is eligible"},
		{"Er kann den Vertrag nur kündigen, wenn ein Grund vorliegt.", "Er kann den Vertrag nur kündigen"},
		{"第九条　未经甲方同意，乙方不得转让合同。", "乙方不得转让合同。"},
		{"可以部分免除责任，但法律另有规定的除外。", "可以部分免除责任"},
	} {
		if r := Find(Prepare(c[0]), c[1], Fuzzy); r.Outcome != Verified {
			t.Errorf("%q in %q: %s (%s)", c[1], c[0], r.Outcome, r.Detail)
		}
	}
}

// TestAlwaysVerified lists honest noise, one a line.
func TestAlwaysVerified(t *testing.T) {
	for _, c := range [][2]string{
		{"The drug (aspirin) was safe; it worked.", "the drug (aspirin) was safe, it worked"},
		{"U.S. exports rose by 5% in 2020.", "US exports rose by 5 % in 2020"},
		{"A dose of 5mg was given.", "A dose of 5 mg was given"},
		{"The dose—5 mg—was given.", "The dose - 5 mg - was given"},
		{"Il n’a pas payé l’amende.", "Il n'a pas payé l'amende"},
		{"L'homme est mortel.", "homme est mortel"},
		{"Straße und Gasse sind gesperrt.", "STRASSE UND GASSE SIND GESPERRT"},
		{"العَرَبِيَّة لغة جميلة جدا", "العربية لغة جميلة جدا"},
		{"العربيـــة لغة جميلة جدا", "العربية لغة جميلة جدا"},
		{"価格は５００円です。", "価格は500円です"},
		{"価格は500円です。", "価格は５００円です。"},
		{"ｶﾀｶﾅで書いてください。", "カタカナで書いてください"},
		{"他说：“不行。”然后走了。", "他说:\"不行。\"然后走了。"},
		{"これは\nペンです。", "これはペンです"},
		{"| Drug | Dose |\n|---|---|\n| Aspirin | 5 mg |", "Aspirin | 5 mg"},
		{`{"drug": "Aspirin", "dose": {"value": 5, "unit": "mg"}}`, "drug: Aspirin"},
		{`{"text": "Line one\nline two \u00e9t\u00e9 \"here\""}`, "line one line two été \"here\""},
		{"Fish &amp; chips cost &lt; 5 &euro; today.", "Fish & chips cost < 5 € today"},
		{"He said “yes” 😀 and left the room.", "He said \"yes\" and left the room"},
		{"It was fixed.[1][2] Then it broke.", "It was fixed. Then it broke."},
		{"See the re-\nport of the com-\nmittee.", "See the report of the committee"},
		{"See the well-\nknown report of 2020.", "See the well-known report of 2020"},
		{"The ﬁnal oﬃce was ﬂooded.", "The final office was flooded"},
		{"10 000 people came to the fair.", "10\u202f000 people came to the fair"},
		{"Le cœur de la Bœuf bat encore.", "Le coeur de la Boeuf bat encore"},
		{"König Ludwig Ⅷ. regierte das Land.", "König Ludwig VIII. regierte das Land"},
		{"ＡＢＣ Ｌｔｄ． paid １０％ more.", "ABC Ltd. paid 10% more"},
		{"ราคา 500 บาทต่อชิ้น", "ราคา 500 บาท"},
		{"서울의 인구는 약 900만 명이다.", "인구는 약 900만 명이다"},
		{"👩‍🚀 She flew to the Moon 🌕 twice.", "She flew to the Moon twice"},
		{"The 95% CI was [1.2, 3.4] in men.", "The 95% CI was [1.2, 3.4] in men"},
		{"H₂O and CO₂ are molecules.", "H2O and CO2 are molecules"},
		{"An area of 5 m² was cleaned.", "An area of 5 m2 was cleaned"},
		{"We don’t sell your data, and you can't either.", "We do not sell your data, and you cannot either."},
		{"A crate of 2.3 x 1.8 m was sold.", "A crate of 2.3 × 1.8 m was sold."},
		{"The clerk shall not\u00ad ify the owner of it.", "The clerk shall notify the owner of it."},
		{"公司收入1,286.4亿元，增长8.7%。", "公司收入1286.4亿元"},
		{"The clerk asked whether you walk or ride.", "you walk or ride."},
		{"Are drones allowed in the cabin? Ask the crew.", "drones allowed in the cabin?"},
		{"It costs £5 – £10 a month for members.", "It costs £5–£10 a month for members"},
		{"The plan covers floods but excludes earthquakes and war.", "The plan covers floods but excludes earthquakes"},
		{"Half (½) of it was gone by then.", "Half (1/2) of it was gone by then"},
		{"To clear the drain without acid:\n1. Pour in hot water.\n2. Wait an hour.", "Pour in hot water."},
		{"The pump was sound in every respect.", "The pump was sound"},
		{"The mill paid NOK 40 million in May 2021.", "The mill paid NOK 40 million"},
		{"The mill opens at nine in the morning.", "The mill opens at nine"},
		{"The court dismissed the claim because it was late.", "The court dismissed the claim"},
		{"In addition, the mill pays for the bus.", "the mill pays for the bus."},
		{"Contrary to what was said, the mill stays open.", "the mill stays open."},
		{"The court found that the lease was void.", "the lease was void."},
		{"In ferrets kept indoors, the serum cut weight by a third.", "the serum cut weight by a third"},
		{"Pumping water can be costly, particularly in towns.", "particularly in towns."},
		{"Ages ranged from 16–61 years in the group.", "Ages ranged from 16 – 61 years in the group."},
		{"Ages ranged from 16 - 61 years in the group.", "Ages ranged from 16–61 years in the group."},
		{"A resistor of 50 k\u2126 was used in the circuit.", "A resistor of 50 k\u03a9 was used in the circuit."},
		{"يبلغ عدد السكان ١٬٢٥٠ نسمة في المدينة.", "يبلغ عدد السكان ١٢٥٠ نسمة في المدينة."},
		{"NASA launched the probe in May 2020.", "Nasa launched the probe in May 2020."},
		{"Staff must NOT smoke in the yard.", "Staff must not smoke in the yard."},
		{"서울의 인구", "\u1109\u1165\u110b\u116e\u11af\u110b\u1174 \u110b\u1175\u11ab\u1100\u116e"},
	} {
		if r := Find(Prepare(c[0]), c[1], Fuzzy); r.Outcome != Verified {
			t.Errorf("%q in %q: %s (%s)", c[1], c[0], r.Outcome, r.Detail)
		}
	}
}
