package claim

import (
	"testing"
	"unicode/utf8"
)

// quotedCase is a claim, the sentence quoted for it, and whether one carries
// the other.
type quotedCase struct{ quote, claim, question string }

var carried = []quotedCase{
	{"The survey found no association between tea intake and gout.", "Tea consumption was not associated with gout.", ""},
	{"Dr. Moss, not Dr. Varga, signed the certificate.", "The certificate was signed by Dr. Moss.", ""},
	{"Permits must be obtained before the work starts.", "Work may start after the permits have been obtained.", ""},
	{"The guild may, but is not obliged to, notify the owner.", "The guild isn't required to notify you.", ""},
	{"The filter is replaced every 6 months or after 1,000 hours, whichever comes first.", "Replace the filter every six months or 1,000 hours, whichever is earlier.", ""},
	{"Gout occurred in 12% of divers on the powder and in 9% on chalk.", "Of those on chalk 9% had gout, and 12% of those on the powder.", ""},
	{"Food is not permitted in the boat house, with the exception of bottled water.", "You can bring bottled water into the boat house.", ""},
	{"Hold the knob until the lamp flashes amber.", "Hold the knob until the lamp blinks amber.", ""},
	{"Ada Nordin has chaired the audit committee since 2021.", "Ada Nordin has led the audit committee since 2021.", ""},
	{"Argon, at just under one percent, is the third most abundant gas.", "Argon comes third at slightly less than 1%.", ""},
	{"Refunds are issued to the original payment method within 5–7 business days of receiving the returned item.",
		"Once we receive your return, the refund takes 5 to 7 business days and goes to your original payment method.", ""},
	{"Keep the panel shut for 5 minutes and tighten the 2 screws.", "1. Keep the panel shut for five minutes and tighten the 2 screws.", ""},
	{"Grow the dwarf plant in soil with a pH between 5.5 and 7.0.", "The soil of the dwarf plant has a pH between 5.5 and 7.0.", ""},
	{"You can't move files that are locked, but you can move files between open folders.", "You can move files between open folders.", ""},
	{"The body mass index must be between 18 and 29 on Apr 22.", "The BMI must be between 18 and 29 on April 22.", ""},
	{"The valve should not be opened above 30 degrees, and the flow should be halved below.", "No, the valve should not be opened above 30 degrees.", "May the valve be opened?"},
	{"There is no doubt that the drug works in adults.", "The drug works in adults.", ""},
	{"It is not true that the plant was closed in May.", "The plant was not closed in May.", ""},
	{"The pump is serviced once a year by the maker's own staff.", "The maker's own staff service the pump once a year.", ""},
	{"Stroke occurred in 2.1% of the first group and in 3.4% of the second group.", "Fewer strokes occurred in the first group (2.1%) than in the second (3.4%).", ""},
	{"Income fell to $610 million from $655 million because of freight costs.", "Income fell from $655 million to $610 million because of freight costs.", ""},
	{"The usual dose is 500 mg once daily with the evening meal.", "The typical dose is 500 mg once daily with the evening meal.", ""},
	{"Visitors must not smoke in the library.", "Smoking in the library is prohibited for visitors.", ""},
	{"Up to five days may be carried over until 31 March of the following year.", "You may carry over at most five days, until March 31 of the next year.", ""},
	{"The drug should not be used when the clearance is below 30.", "No, the drug should not be used when the clearance is below 30.", "May the drug be used?"},
	{"Backups are kept for 21 days.", "Backups are retained for 21 days.", "How long are backups retained?"},
	{"Fines can reach EUR 20 million, whichever is higher.", "Fines can reach EUR 20 million, whichever is greater.", ""},
	{"Keep the pen below 30 degrees for up to 14 days.", "Keep the pen below 30 degrees for up to two weeks.", ""},
	{"The account is unlocked after 30 minutes.", "The account is unlocked after half an hour.", ""},
	{"A licence may be granted after 12 months without a fit.", "A licence may be granted after a year without a fit.", ""},
	{"Visitors may not feed the deer.", "Visitors must not feed the deer.", ""},
	{"The deal is expected to close in the fourth quarter.", "The deal is expected to close in Q4.", ""},
	{"Numbers have fallen by about half since 1990.", "Numbers have fallen by roughly 50% since 1990.", ""},
	{"None of our U.S. employees is represented by a union.", "No US employee is represented by a union.", ""},
	{"Contributions to plan A are deductible; contributions to plan B are not.", "Contributions to plan B are not deductible.", ""},
	{"Transfers to rivals are prohibited.", "Shares may not be transferred to rivals.", ""},
	{"The boiler is covered for ten years and all other parts for two years.", "The boiler has a 10-year warranty.", ""},
	{"The bid was worth $48 million and will be opened on 3 May. Rivals alleged that it was rigged.", "The $48 million bid is to be opened on May 3.", ""},
	{"Except for fraud, liability shall not exceed the fees paid.", "Liability is capped at the fees paid, apart from fraud.", ""},
	{"Tea drinking was associated with a lower risk of stroke.", "Tea drinkers had a lower risk of stroke.", ""},
	{"The tender will be reopened on 3 September.", "The tender is to be reopened on September 3.", ""},
	{"Notice must be given at least 15 weeks before the birth.", "Notice must be given no later than 15 weeks before the birth.", ""},
	{"Unopened goods can be returned for a full refund.", "If goods are unopened they can be returned and you get all your money back.", ""},
	{"Roast the meat in the centre of the oven.", "Roast the meat in the center of the oven.", ""},
	{"Gates run at 20 calls per lb of load.", "Gates run at 20 calls per pound of load.", ""},
	{"Ravene cut the count by 6.4 points against chalk.", "Ravene cut the count by about 6 points against chalk.", ""},
	{"The mill gained 8.1% and lagged the port, which gained 11.6%.", "The mill gained 8.1%, less than the port, which gained 11.6%.", ""},
	{"Gates 2 to 4 are shut while the pump runs on oil.", "While the pump is running on oil, gates 2 to 4 are shut.", ""},
	{"Do not dive for more than 7 days unless told to by a doctor.", "Do not dive for more than 7 days unless a doctor says so.", ""},
	{"About a fifth of the boats were lost.", "Roughly 20% of the boats were lost.", ""},
	{"Divers are not insured by this plan, nor are guides.", "Neither divers nor guides are insured by this plan.", ""},
	{"The barge left the port two years ago with 40 crates.", "The barge left the port two years earlier with 40 crates.", ""},
	{"De schipper ontkende dat het ruim was overbelast.", "Volgens de schipper was het ruim niet overbelast.", ""},
	{"Keep the kiln below 40 degrees; discard glaze stored above 40 degrees.", "Glaze stored above 40 degrees has to be discarded.", ""},
	{"The survey may have raised the number of visits.", "The survey possibly raised the number of visits.", ""},
	{"Rinse the filter every 12 hours.", "The filter is to be rinsed twice a day.", ""},
	{"Interest is paid quarterly.", "Interest is paid every three months.", ""},
	{"The ferry leaves at 7.30 pm on weekdays.", "On weekdays the ferry leaves at 19:30.", ""},
	{"Bikes are carried between 6 and 9 a.m. on weekdays.", "Bikes are carried on weekdays between 6:00 and 9:00.", ""},
	{"In 2015 the mill ran at 31.2 % and in 2020 at 39.6 % of its power.", "The mill's power rose by 8.4 percentage points, from 31.2 % in 2015 to 39.6 % in 2020.", ""},
	{"The staff fell by 300 to 5,100.", "The staff fell from 5,400 to 5,100, that is by 300.", ""},
	{"Trainees under 18 may not work at night.", "Trainees under the age of 18 may not work at night.", ""},
	{"The coin lost 3.4 % against the crown.", "The coin lost about 3 % against the crown.", ""},
	{"The fee is refunded within 30 days, unless the boat was damaged.", "If the boat was not damaged, the fee is refunded within 30 days.", ""},
	{"The fine is not due if the owner caused the delay.", "The fine is due unless the owner caused the delay.", ""},
	{"Guests are not allowed to speak unless the chair calls them.", "Guests may speak only if the chair calls them.", ""},
	{"The crate must not weigh more than 8 kg.", "The crate can weigh up to 8 kg.", ""},
	{"The owner pays 0.5 % a week, but not more than 5 % in total.", "The owner's payment is capped at 5 % in total.", ""},
	{"Opening hours are Monday to Friday 9 to 5. The yard is closed on Sundays.", "The yard is not open on Sundays.", ""},
	{"Farms with fewer than 50 hands are exempt from the reporting duty.", "Farms with fewer than 50 hands do not have to report.", ""},
	{"A trunk is included in the classic fare, but not in the light fare.", "The light fare does not include a trunk.", ""},
	{"Divers with asthma should not raise the dose without medical advice.", "Divers with asthma should ask for medical advice before raising the dose.", ""},
	{"Orvel Mills sold its yard to Danto Works in May.", "Danto Works bought Orvel Mills's yard in May.", ""},
	{"Orvel Mills sold its yard to Danto Works in May.", "The yard was acquired by Danto Works from Orvel Mills in May.", ""},
	{"After at least two years a diver can take leave of up to six months.", "After two years a diver can take at most six months of leave.", ""},
	{"Let it rest for at least one hour and bake it for 35 to 40 minutes.", "Let it rest for 60 minutes or more.", ""},
	{"If the hold is above −15 °C for longer than 20 minutes, the alarm sounds.", "The alarm sounds if the hold is above −15 °C for more than 20 min.", ""},
	{"The fee may be charged with 5 % p.a. within 14 days.", "A fee of 5 % a year may be charged within 14 days.", ""},
	{"Every other firm files a report, firms with fewer than 50 hands do not.", "Apart from firms with fewer than 50 hands, every firm files a report.", ""},
	{"Of the divers 12 stopped early.", "Only 12 of the divers stopped early.", ""},
	{"A ferry was replaced by the bridge in May.", "The bridge replaced a ferry in May.", ""},
	{"Orvel Mills sold its yard in May. The firm keeps a share of 10 % in it.", "Orvel keeps a share of 10 % in it.", ""},
	{"The pier serves the towns of Ebbing and Harle.", "The pier serves the towns of Harle and Ebbing.", ""},
	{"The fine is not due if the delay was caused by the client.", "The fine is not due if the client caused the delay.", ""},
	{"Die Fracht trägt der Käufer, die Rückfracht der Verkäufer.", "Der Käufer trägt die Fracht, der Verkäufer die Rückfracht.", ""},
}

var notCarried = []quotedCase{
	{"The survey found no association between tea intake and gout.", "Tea drinking was associated with gout.", ""},
	{"Dr. Moss, not Dr. Varga, signed the certificate.", "The certificate was signed by Dr. Varga.", ""},
	{"The rule was adopted unanimously by the guild on 12 March.", "On March 12 the guild unanimously rejected the rule.", ""},
	{"Shells must be removed before the crate is sent for repair.", "Take out the shells after sending the crate in for repair.", ""},
	{"The guild may, but is not obliged to, notify the owner before closing the mooring.", "The guild is required to notify you before closing your mooring.", ""},
	{"The filter is replaced every 6 months or after 1,000 hours, whichever comes first.", "Replace the filter every six months or every 1,000 hours, whichever is later.", ""},
	{"Gout occurred in 12% of divers on the powder and in 9% on chalk.", "Gout was reported by 9% of those taking the powder versus 12% of those on chalk.", ""},
	{"Food is not permitted in the boat house, with the exception of bottled water.", "You can't bring bottled water into the boat house.", ""},
	{"Guests may bring dogs, provided that they are kept on a lead.", "Guests may bring dogs even if they are not kept on a lead.", ""},
	{"The fund pays the rent, except for the cost of heating.", "The fund pays the rent, including the cost of heating.", ""},
	{"Close the valve before opening the hatch.", "Open the hatch before closing the valve.", ""},
	{"Judge Orlow would have granted the motion.", "Judge Orlow granted the motion.", ""},
	{"The old pier is to be repainted, and the ferry is to return in June.", "The ferry returned in June.", ""},
	{"The results may not apply to divers.", "The results do not apply to divers.", ""},
	{"The survey may have raised the number of visits.", "The survey raised the number of visits.", ""},
	{"Rinse the filter every 12 hours.", "The filter is to be rinsed every 2 hours.", ""},
	{"The board meets on the second Tuesday of each month.", "The board meets every Tuesday.", ""},
	{"The ferry leaves at 7.30 pm.", "The ferry leaves at 7.30 am.", ""},
	{"The ferry leaves at 7:30 p.m.", "The ferry leaves at 7:30 a.m.", ""},
	{"In 2015 the mill ran at 31.2 % and in 2020 at 39.6 % of its power.", "The mill's power rose by 8.7 percentage points, from 31.2 % in 2015 to 39.6 % in 2020.", ""},
	{"The staff fell by 300 to 5,100.", "The staff fell from 5,300 to 5,100, that is by 300.", ""},
	{"The fee is refunded within 30 days, unless the boat was damaged.", "If the boat was damaged, the fee is refunded within 30 days.", ""},
	{"The fine is not due if the owner caused the delay.", "The fine is not due unless the owner caused the delay.", ""},
	{"The crate must not weigh more than 8 kg.", "The crate must weigh more than 8 kg.", ""},
	{"The yard is open on Mondays and closed on Sundays.", "The yard is not open on Mondays.", ""},
	{"Farms with fewer than 50 hands are exempt from the reporting duty.", "Farms with fewer than 50 hands are not exempt from the reporting duty.", ""},
	{"A trunk is included in the classic fare, but not in the light fare.", "The classic fare does not include a trunk.", ""},
	{"Orvel Mills sold its yard to Danto Works in May.", "The yard was acquired by Orvel Mills from Danto Works in May.", ""},
	{"Let it rest for at least one hour and bake it for 35 to 40 minutes.", "Bake it for 35 to 60 minutes.", ""},
	{"The fee may be charged with 5 % p.a. within 14 days.", "A fee of 5 % per month may be charged within 14 days.", ""},
	{"Every other firm files a report, firms with fewer than 50 hands do not.", "Every firm files a report.", ""},
	{"Either partner may end the contract for cause.", "Only the partner in charge may end the contract for cause.", ""},
	{"Guests are not allowed to speak unless the chair calls them.", "Guests are never allowed to speak.", ""},
	{"Pets may be kept, provided that no neighbour is disturbed.", "Pets may be kept without restriction.", ""},
	{"The bridge replaced a ferry in May.", "The bridge was replaced by a ferry in May.", ""},
	{"The owner bears the cost of the roof; the lodger bears the cost of small repairs up to 90 euros.", "The lodger bears the cost of the roof.", ""},
	{"Riders must not use a horn while the gate is open. Walkers are not bound by this rule.", "Walkers must not use a horn while the gate is open.", ""},
	{"The guild pays the smith a fee each week. No fine is due if the delay was caused by the smith.", "No fine is due if the delay was caused by the guild.", ""},
	{"Entry is free for pupils; other guests pay a fee of £4.", "Entry is free for guests; pupils pay a fee of £4.", ""},
	{"52 % favoured the plan, 31 % opposed it and 17 % had no view.", "31 % favoured the plan and 52 % opposed it.", ""},
	{"O relatório diz que a taxa pode ter reduzido as visitas.", "A taxa reduziu as visitas.", ""},
	{"The buyer sued; the fee was refunded to the agent.", "The fee was refunded to the buyer.", ""},
	{"The flag is ignored since 4.2 and will be dropped in 5.0.", "The flag will be dropped in 4.2.", ""},
	{"The kiln may be left alone for no longer than 30 minutes.", "The kiln may be left alone for at least 30 minutes.", ""},
	{"Ravene is given to divers with a depth score <30.", "Ravene is given to divers with a depth score above 30.", ""},
	{"Compared with chalk, ravene lowered the count.", "Compared with ravene, chalk lowered the count.", ""},
	{"If fog sets in, sound the horn and stop.", "Sound the horn and stop if passengers complain.", ""},
	{"The dealer contended that the barge had been sold twice.", "The barge had been sold twice.", ""},
	{"The yield would have been 12.0% without the frost.", "The yield was 12.0%.", ""},
	{"Old pumps may fail to start in winter.", "Old pumps will fail to start in winter.", ""},
	{"About a fifth of the boats were lost.", "About a tenth of the boats were lost.", ""},
	{"De garantie dekt de accu's niet.", "De garantie dekt de accu's.", ""},
	{"The ointment should not be used in infants with eczema.", "The ointment is safe for infants with eczema.", ""},
	{"Infants with eczema should not be given the ointment.", "The ointment is suitable for infants with eczema.", ""},
	{"Die Salbe darf bei einem Ekzem nicht angewendet werden.", "Die Salbe ist bei einem Ekzem geeignet.", ""},
	{"Smoking on the stairs is forbidden.", "Smoking on the stairs is tolerated.", ""},
	{"It would be wrong to say that the regulator approved the merger.", "The regulator approved the merger.", ""},
	{"Es trifft nicht zu, dass das Werk im Mai geschlossen wurde.", "Das Werk wurde im Mai geschlossen.", ""},
	{"Il est faux que la société ait dissimulé ses pertes.", "La société a dissimulé ses pertes.", ""},
	{"Неверно, что завод был закрыт по решению суда.", "Завод был закрыт по решению суда.", ""},
	{"No es cierto que la empresa vendiera los datos.", "La empresa vendió los datos.", ""},
	{"The shop is open on Mondays and Tuesdays.", "The shop is open on Thursdays.", ""},
	{"The fee is 120 euros per year.", "The fee is 120 euros per month.", ""},
	{"The usual dose is 500 mg once daily with the evening meal.", "The usual dose is 500 mg twice daily with the evening meal.", ""},
	{"Take two tablets every four hours.", "Take three tablets every four hours.", ""},
	{"Stroke occurred in 2.1% of the rivaroxaban group and in 3.4% of the warfarin group.", "Stroke occurred in 3.4% of the rivaroxaban group and in 2.1% of the warfarin group.", ""},
	{"It is approved for adults with type 2 diabetes.", "It is approved for adults with type 1 diabetes.", ""},
	{"It is approved for adults with type 2 diabetes.", "It is approved for children with type 2 diabetes.", ""},
	{"The tenant pays for repairs below 100 euros.", "The landlord pays for repairs below 100 euros.", ""},
	{"Service accounts cannot rotate keys.", "Yes, service accounts can rotate keys.", "Can service accounts rotate keys?"},
	{"The drug is not approved for children.", "According to the guideline, the drug is approved for children.", ""},
	{"This right does not apply where processing is necessary.", "This right also applies where processing is necessary.", ""},
	{"The clerk refused to sign the protocol of the meeting.", "The clerk signed the protocol of the meeting.", ""},
	{"A performance fee of 10% is charged on returns above the benchmark.", "A performance fee of 10% is charged on all returns.", ""},
	{"Writes are acknowledged after two replicas have confirmed them.", "Reads are acknowledged after two replicas have confirmed them.", ""},
	{"The company paid $310 million in cash for the takeover.", "The company paid $310 million in shares for the takeover.", ""},
	{"Backups are kept for 21 days.", "Backups are encrypted.", "Are backups encrypted?"},
	{"Backups are kept for 21 days.", "Yes.", "Are backups encrypted?"},
	{"The works were founded by Jane Doe in 1998.", "The works were founded by Peter Hall in 1998.", "Did Peter Hall found the works?"},
	{"The trial was led by Dr. Elena Marchetti and funded by Norvik Pharma.", "The trial was led by Dr. Elena Marchetti and funded by Novartis.", ""},
	{"The tenant may end the lease by giving the landlord three months' notice.", "The landlord may end the lease by giving the tenant three months' notice.", ""},
	{"Old keys remain valid for 24 hours unless the flag is given.", "Old keys remain valid for 24 hours if the flag is given.", ""},
	{"Keep the pen below 30 degrees for up to 14 days.", "Keep the pen below 30 degrees for up to three weeks.", ""},
	{"Consider doxycycline for adults who are allergic to penicillin.", "Doxycycline must be given to adults who are allergic to penicillin.", ""},
	{"Drivers must hold a licence for this class.", "Drivers may optionally hold a licence for this class.", ""},
	{"The old endpoint was removed in March 2024.", "The old endpoint will be removed in March 2024.", ""},
	{"The tender will be reopened on 3 September.", "The tender was reopened on 3 September.", ""},
	{"The bridge was the longest in the country until 1998.", "The bridge is the longest in the country.", ""},
	{"The bridge was the longest in the country until 1998.", "The bridge was the longest in the country after 1998.", ""},
	{"Tea drinking was associated with a lower risk of stroke.", "Tea drinking prevents stroke.", ""},
	{"Except for fraud, liability shall not exceed the fees paid.", "Liability for fraud shall be limited to the fees paid.", ""},
	{"Growth was driven by the cloud segment.", "Growth was driven by the hardware segment.", ""},
	{"Operating income declined to $410 million.", "Operating income declined to $410 million because of higher wages.", ""},
	{"The company provides a laptop to all staff.", "The company provides to all staff a laptop and a phone.", ""},
	{"The controller is not obliged to erase data. The processor shall assist the controller.", "The processor is not obliged to erase data.", ""},
	{"Staff must book economy class for flights under six hours. Business class is permitted for longer flights.", "Staff must book business class for flights under six hours.", ""},
	{"Unopened items can be returned within 30 days. Opened software cannot be returned.", "Opened software can be returned within 30 days.", ""},
	{"Contributions to a plan A may be deductible; contributions to a Roth plan are not.", "Contributions to a Roth plan are deductible.", ""},
	{"Treatment must be stopped if the count falls below 1500.", "Treatment must be continued if the count falls below 1500.", ""},
	{"Interest is accrued daily and payable monthly.", "Interest accrues monthly and is payable daily.", ""},
	{"Release the pressure by opening valve B.", "Release the pressure by opening valve A.", ""},
	{"The limit is 100 requests per minute per key.", "The limit is 100 requests per second per key.", ""},
	{"The seller may terminate only if the buyer fails to pay.", "The seller may terminate for any reason.", ""},
	{"The fund may hold up to 10% in debt.", "The fund holds exactly 10% in debt.", ""},
	{"A landlord in bad faith is liable for up to twice the deposit.", "A landlord in bad faith is liable for at least twice the deposit.", ""},
	{"Starting metformin below 45 is not recommended.", "Starting metformin below 45 is recommended.", ""},
}

func judgeQuoted(c quotedCase) Judgement {
	src := Prepare(c.quote)
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, 0, utf8.RuneCountInString(c.quote)}}, Question: c.question}
	return Judge(c.claim, ev, Rules{MinSupport: 0.15, MaxRisk: 0.8})
}

func TestAClaimThatItsQuoteCarriesPasses(t *testing.T) {
	for _, c := range carried {
		if j := judgeQuoted(c); len(j.Findings) > 0 {
			t.Errorf("%q by %q: %+v", c.claim, c.quote, j.Findings)
		}
	}
}

func TestAClaimThatChangesItsQuoteDoesNot(t *testing.T) {
	for _, c := range notCarried {
		if j := judgeQuoted(c); len(j.Findings) == 0 {
			t.Errorf("%q passes by %q", c.claim, c.quote)
		}
	}
}

// A sentence that cites without quoting was located in the very sentence that
// says something else in one of its clauses.
func TestASpanThatSaysAnotherThingDoesNotCarryTheClaim(t *testing.T) {
	source := Prepare("Net income fell 12% in spring, while passenger numbers rose for the sixth month. " +
		"Albin sold the mill to Corvo Group. Leaks were rarer in copper pipes than in lead pipes.")
	for text, carried := range map[string]bool{
		"Net income fell 12% in spring.":                      true,
		"Net income rose 12% in spring.":                      false,
		"Passenger numbers rose for the sixth month.":         true,
		"Passenger numbers fell for the sixth month.":         false,
		"Corvo Group bought the mill from Albin.":             true,
		"Corvo Group sold the mill to Albin.":                 false,
		"Leaks were rarer in lead pipes than in copper pipes": false,
	} {
		if _, _, _, ok := Locate(text, source); ok != carried {
			t.Errorf("%q: located %v, want %v", text, ok, carried)
		}
	}
}
