package claim

import "testing"

func TestSmoke(t *testing.T) {
	text := "Sure! Here is what the documents say:\n\n1. The dose is 50 mg. Dr. Smith agrees [1].\n2. It is safe.\n\nI hope this helps! I'm sorry, but the dose is 50 mg. The documents do not mention the price, the vendor, or the warranty. Did you know that the dose is 50 mg? What is the dose?"
	for _, s := range Split(text) {
		t.Logf("%-10s %v %q", s.Kind, s.Numeric, text[s.Start:s.End])
	}
	src := Prepare("The recommended dose is 5 mg twice daily. It is not safe for children. Dr. Smith of Basel studied 1,200 patients in 2019. The tablets of 50 mg are sold in France.")
	ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{0, 0, 40}}}
	for _, c := range []string{"The recommended dose is 50 mg.", "The recommended dose is 5 mg twice daily.", "It is safe for children.", "Dr. Jones of Basel studied 1200 patients.", "The moon is made of green cheese."} {
		t.Logf("%q %+v", c, Judge(c, ev, Rules{0.15, 0.8}))
	}
	a, b, s, ok := Locate("Smith studied 1200 patients", src)
	t.Log(src.text[a:b], s, ok)
}
