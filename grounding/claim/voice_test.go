package claim

import "testing"

// Sentences of published texts, in the other voice.
func TestVoices(t *testing.T) {
	for _, c := range [][2]string{
		{"The board proposes a dividend of NOK 2.75 per share, payable on 12 December.",
			"A dividend of NOK 2.75 per share, payable on 12 December, is proposed by the board."},
		{"In addition, reward systems are also inhibited by excessive weight gain.", "In addition, excessive weight gain also inhibits reward systems."},
		{"In this section we analyze the advantages and disadvantages of nuclear power.",
			"In this section the advantages and disadvantages of nuclear power are analyzed."},
		{"You can store the dahlias in the pots.", "The dahlias can be stored in the pots."},
		{"Store your rain barrel in a dry place.", "Your rain barrel should be stored in a dry place."},
		{"Serve ribs with remaining barbecue sauce on the side.", "Ribs are served with remaining barbecue sauce on the side."},
		{"The inquiry was turned over to the Inquiry Board.", "Someone turned the inquiry over to the Inquiry Board."},
		{"The study was funded by the manufacturer and did not include patients over 75.", "The manufacturer funded the study."},
		{"The mayor appoints the inspectors; the council may remove them.", "Inspectors are appointed by the mayor."},
	} {
		if !carriedBy(c[1], c[0]) {
			t.Errorf("%q does not carry %q", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{"The mayor appoints the inspectors.", "The mayor is appointed by the inspectors."},
		{"The mayor appoints the inspectors.", "The inspectors appoint the mayor."},
		{"The mayor appoints the inspectors.", "Inspectors were appointed by the mayor."},
		{"The mayor will appoint the inspectors.", "Inspectors are appointed by the mayor."},
		{"The mayor appoints the inspectors.", "Inspectors are appointed."},
		{"The mayor may appoint inspectors.", "Inspectors are appointed by the mayor."},
		{"The mayor did not appoint the inspectors.", "The inspectors were appointed by the mayor."},
		{"The plan was approved by the council and criticised by the press.", "The press approved the plan and criticised the council."},
		{"The study was funded by the manufacturer and did not include patients.", "The manufacturer funded the study and did not include patients."},
		{"The price was raised by 5 percent.", "5 percent raised the price."},
		{"The report was finished by Monday.", "Monday finished the report."},
		{"The firm stores the barrels.", "The barrels should be stored."},
		{"We hope the council approves the plan.", "The plan is approved by the council."},
	} {
		if carriedBy(c[1], c[0]) {
			t.Errorf("%q carries %q", c[0], c[1])
		}
	}
}
