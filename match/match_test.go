package match

import "testing"

func TestFindSmoke(t *testing.T) {
	r := Find(Prepare("The dose is 5 mg daily."), "dose is 50 mg daily", Fuzzy)
	if r.Outcome != Falsified {
		t.Errorf("got %+v", r)
	}
}
