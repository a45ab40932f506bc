package quote

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

// TestItemCutFromTheHeadingThatTakesItBack holds items below a heading, or behind a
// label on their line, that says of them that they no longer are or do not count.
func TestItemCutFromTheHeadingThatTakesItBack(t *testing.T) {
	const notes = "# Release 5\n## Added\n- Folders can be shared.\n\n## Removed\n- Export to spreadsheets.\n- The dark theme.\n\n## Known issues\n- ~~Search is slow.~~ Fixed.\n- Sharing a folder takes a minute."
	verdicts(t, notes, Drifted, "Export to spreadsheets.", "The dark theme.")
	verdicts(t, notes, Verified, "Folders can be shared.", "Sharing a folder takes a minute.", "## Removed\n- Export to spreadsheets.")
	const page = "<h3>Covered</h3><ul><li>Storm and hail</li><li>Broken panes</li></ul><h3>Not covered</h3><ul><li>Slow leaks</li><li>Rust on <b>pipes</b></li></ul>"
	verdicts(t, page, Drifted, "Slow leaks", "Rust on pipes")
	verdicts(t, page, Verified, "Storm and hail", "Broken panes", "Not covered: Slow leaks")
	const flyer = "**No longer offered**\n- Hire of towels\n- Own lockers\n\n**New this year**\n- Climbing wall (from 3 March)"
	verdicts(t, flyer, Drifted, "Hire of towels", "Own lockers")
	verdicts(t, flyer, Verified, "New this year: Climbing wall (from 3 March)", "Climbing wall (from 3 March)")
	const plain = "Cover\nWe pay for the repair.\n\nExclusions and limits\n1. Damage by frost\n2. Damage by war"
	verdicts(t, plain, Drifted, "Damage by frost", "Damage by war")
	verdicts(t, plain, Verified, "We pay for the repair.")
	const letter = "NEW: candesartan 8 mg. STOPPED: naproxen, verapamil 120 mg. CONTINUE: folate 5 mg. Not covered: dental bridges. Did it burst? It did not: the seal held at 9 bar."
	verdicts(t, letter, Drifted, "naproxen, verapamil 120 mg", "verapamil 120 mg", "dental bridges")
	verdicts(t, letter, Verified, "candesartan 8 mg", "folate 5 mg", "STOPPED: naproxen, verapamil 120 mg", "the seal held at 9 bar")
}
