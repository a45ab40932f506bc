package claim

import "strings"

// usStates maps the states of the USA to the codes that addresses and headings
// have for them: "Hinesburg, VT". Names that are made of their initials are
// told by those (see abbreviates).
var usStates = func() map[string]string {
	out := map[string]string{}
	for _, pair := range strings.Fields(`
		Alabama:AL Alaska:AK Arizona:AZ Arkansas:AR California:CA Colorado:CO Connecticut:CT Delaware:DE Florida:FL Georgia:GA
		Hawaii:HI Idaho:ID Illinois:IL Indiana:IN Iowa:IA Kansas:KS Kentucky:KY Louisiana:LA Maine:ME Maryland:MD
		Massachusetts:MA Michigan:MI Minnesota:MN Mississippi:MS Missouri:MO Montana:MT Nebraska:NE Nevada:NV Ohio:OH
		Oklahoma:OK Oregon:OR Pennsylvania:PA Tennessee:TN Texas:TX Utah:UT Vermont:VT Virginia:VA Washington:WA
		Wisconsin:WI Wyoming:WY`) {
		name, code, _ := strings.Cut(pair, ":")
		out[name] = code
	}
	return out
}()

// coded reports whether the evidence has a state by its code, or the question
// does, which may be in small letters: "do i need it in pa".
func coded(name string, ev Evidence) bool {
	code := usStates[name]
	if code == "" {
		return false
	}
	stem := hash(stem([]byte(strings.ToLower(code))))
	for _, src := range ev.Sources {
		for p := src.first(stem); p >= 0; p = src.next[p] {
			if t := &src.tokens[p]; src.text[t.start:t.end] == code && behindComma(src.text[:t.start]) {
				return true
			}
		}
	}
	asked := strings.TrimRight(ev.Question, " ?.!")
	at := len(asked) - len(code)
	return at > 0 && strings.EqualFold(asked[at:], code) && (behindComma(asked[:at]) || strings.HasSuffix(asked[:at], " in "))
}

// behindComma reports whether a comma is in front of a code, as it is in
// addresses: "OK", "ME" and "IN" are words too.
func behindComma(before string) bool { return strings.HasSuffix(strings.TrimRight(before, " "), ",") }
