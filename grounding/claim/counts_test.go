package claim

import "testing"

func TestAnHourInWordsIsNoCountOfTheAnswersOwn(t *testing.T) {
	room := Prepare("The reading room closes at nine on weekdays and at six on Saturdays.")
	valve := Prepare("The valve has three stages. It is serviced in two steps.")
	for _, c := range []struct {
		src  *Source
		text string
		ok   bool
	}{
		{room, "The reading room closes at six on Saturdays.", true},
		{room, "The reading room closes at eight on Saturdays.", false},
		{room, "The reading room closes at ten on weekdays.", false},
		{valve, "The valve has three stages.", true},
		{valve, "The valve has four stages.", false},
		{valve, "It is serviced in five steps.", false},
	} {
		j := Judge(c.text, Evidence{Sources: []*Source{c.src}}, Rules{MinSupport: 0.15, MaxRisk: 0.8})
		if got := len(j.Findings) == 0; got != c.ok {
			t.Errorf("%q: passes %t, want %t (%+v)", c.text, got, c.ok, j.Findings)
		}
	}
}
