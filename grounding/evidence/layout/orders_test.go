package layout

import (
	"strings"
	"testing"
)

// TestAnOrderIsFoundWhereverItStands puts each order at each distance from the
// places that are looked at.
func TestAnOrderIsFoundWhereverItStands(t *testing.T) {
	for _, o := range orders {
		for shift := range 2 * stride {
			front := strings.Repeat(".", shift)
			for _, text := range [...]string{front + o, front + strings.ToUpper(o) + "!", front + " " + strings.ToUpper(o[:1]) + o[1:] + " and so on"} {
				if order(text) == "" {
					t.Errorf("no order in %q", text)
				}
			}
		}
		if got := order("x" + o); got != "" {
			t.Errorf("%q begins inside a word", got)
		}
	}
	for _, o := range foreignOrders {
		if order("。"+o+"的") != o {
			t.Errorf("%q is not found", o)
		}
	}
	for _, text := range [...]string{"", "as", "as an a", "The systems prompt users.", "You are not now here; ignore the rest."} {
		if got := order(text); got != "" {
			t.Errorf("order %q in %q", got, text)
		}
	}
}
