package match

import "testing"

// TestItemCutFromItsDenial holds list items that were quoted without the
// lead-in that turns them round: alone they say the opposite.
func TestItemCutFromItsDenial(t *testing.T) {
	for _, c := range [][2]string{
		{"You must not:\n- Open the lid during the run\n- Touch the fan at any time\n\nKeep it dry.", "Open the lid during the run"},
		{"You must not:\n- Open the lid during the run\n- Touch the fan at any time\n\nKeep it dry.", "Touch the fan at any time"},
		{"Do not:\n1. Open the lid during the run\n2. Touch the fan at any time", "Touch the fan at any time"},
		{"The policy does not cover:\n\n* flood damage to the cellar\n* theft from unlocked cars", "theft from unlocked cars"},
		{"Never\n\n- open the lid during the run\n- touch the fan at any time", "touch the fan at any time"},
		{"Safety:\n- You must not:\n  - open the lid during the run\n  - touch the fan at any time", "touch the fan at any time"},
		{"Folgendes ist nicht erlaubt:\n- Rauchen im Treppenhaus\n- Grillen auf dem Balkon", "Grillen auf dem Balkon"},
		{"禁止以下行为：\n- 在楼道内吸烟和点火\n- 在阳台上使用烤架", "在阳台上使用烤架"},
	} {
		if r := Find(Prepare(c[0]), c[1], Fuzzy); r.Outcome == Verified {
			t.Errorf("%q verifies in %q", c[1], c[0])
		}
	}
	for _, c := range [][2]string{
		{"If you do not pay, we may:\n- cancel the order within 3 days\n- keep the deposit of 40 euros", "keep the deposit of 40 euros"},
		{"We do not sell used bikes. Prices:\n- the small bike costs 300 euros\n- the large bike costs 500 euros", "the large bike costs 500 euros"},
		{"## Exceptions\n\n- vouchers are never refunded\n- others are", "vouchers are never refunded"},
		{"You must not:\n- Open the lid during the run\n- Touch the fan", "You must not:\n- Open the lid during the run"},
		{"It is not loud.\n\n- Open the lid during the run\n- Touch the fan", "Open the lid during the run"},
	} {
		if r := Find(Prepare(c[0]), c[1], Fuzzy); r.Outcome != Verified {
			t.Errorf("%q does not verify in %q: %+v", c[1], c[0], r)
		}
	}
}
