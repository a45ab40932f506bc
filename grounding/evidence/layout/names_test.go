package layout

import (
	"strconv"
	"testing"
)

func TestNamesKeepTheirNumbers(t *testing.T) {
	var n names
	if n.find("a") >= 0 {
		t.Error("an empty list knows a name")
	}
	for i := range 3 * len(n.few) {
		if at := n.add(strconv.Itoa(i)); at != i {
			t.Errorf("name %d has the number %d", i, at)
		}
	}
	for i := range 3 * len(n.few) {
		if name := strconv.Itoa(i); n.find(name) != i || n.add(name) != i {
			t.Errorf("name %d has become %d", i, n.find(name))
		}
	}
	if n.find("") >= 0 || n.find("x") >= 0 {
		t.Error("a name is known that was never added")
	}
}
