package redact

// cases are answers whose sentences between ⟦ and ⟧ failed, and what must be
// left of them: "" where nothing may be.
var cases = []turning{
	{"plain", "Backups start at 01:30. ⟦The vault is blue.⟧ Refunds take 14 days.", "Backups start at 01:30. Refunds take 14 days."},
	{"first", "⟦The vault is blue.⟧ Backups start at 01:30. Refunds take 14 days.", "Backups start at 01:30. Refunds take 14 days."},
	{"last", "Backups start at 01:30. Refunds take 14 days. ⟦The vault is blue.⟧", "Backups start at 01:30. Refunds take 14 days."},
	{"all", "⟦Backups start at 01:30.⟧ ⟦Refunds take 14 days.⟧", ""},
	{"exception goes", "Guests may park here. Dogs are welcome. ⟦However, vans must stay outside.⟧", ""},
	{"exception takes its rule only", "Dogs are welcome. Breakfast is served at eight. Guests may park here. ⟦However, vans must stay outside.⟧", "Dogs are welcome. Breakfast is served at eight."},
	{"pronoun loses its noun", "Tea costs 4 euros. Coffee costs 5 euros. ⟦The cake contains nuts.⟧ It must not be given to children.", "Tea costs 4 euros. Coffee costs 5 euros."},
	{"demonstrative", "Tea costs 4 euros. ⟦Adults take 5 mg.⟧ This dose is safe. Coffee costs 5 euros.", "Tea costs 4 euros. Coffee costs 5 euros."},
	{"list item", "The hotel offers:\n- a pool\n- ⟦a golf course⟧\n- parking in the yard\n", "The hotel offers:\n- a pool\n- parking in the yard\n"},
	{"list loses its lead", "Tea costs 4 euros a cup.\n\n⟦Never give the child:⟧\n- honey from the farm\n- whole nuts\n\nCoffee costs 5 euros a cup and comes with milk.", "Tea costs 4 euros a cup.\n\nCoffee costs 5 euros a cup and comes with milk."},
	{"counted list", "Tea costs 4 euros a cup.\n\nThree documents are needed:\n- a passport\n- ⟦a certificate of Zog⟧\n- a photograph\n\nCoffee costs 5 euros a cup and comes with milk.", "Tea costs 4 euros a cup.\n\nCoffee costs 5 euros a cup and comes with milk."},
	{"procedure", "Do it like this:\n1. Switch the pump off.\n2. ⟦Open the valve.⟧\n3. Remove the filter.", ""},
	{"heading without content", "# Fees\nTea costs 4 euros.\n\n# Colours\n⟦The vault is blue.⟧\n\n# Times\nBackups start at 01:30.", "# Fees\nTea costs 4 euros.\n\n# Times\nBackups start at 01:30."},
	{"table row", "| Tea | Price |\n|---|---|\n| Green | 4 |\n| ⟦Black | 5⟧ |\n| White | 6 |", "| Tea | Price |\n|---|---|\n| Green | 4 |\n| White | 6 |"},
	{"yes and its condition", "Yes, you may park here. The yard is open. ⟦Only if you have a permit.⟧", ""},
	{"numbered words", "Tea costs 4 euros a cup and is served hot with a lemon and some honey. Coffee costs 5 euros. First, switch the pump off. ⟦Then open the valve.⟧ Finally, remove the filter.", "Tea costs 4 euros a cup and is served hot with a lemon and some honey. Coffee costs 5 euros."},
	{"code block", "Run this.\n\n```\nmake all\n# ⟦it deletes the vault⟧\n```\n\nBackups start at 01:30 every night. They are kept for 21 days.", "Backups start at 01:30 every night. They are kept for 21 days."},
	{"german", "Erwachsene nehmen 5 mg. Tee kostet 4 Euro. ⟦Dies gilt jedoch nicht für Kinder.⟧", ""},
	{"german middle", "Der Hof ist offen. Tee kostet 4 Euro. Erwachsene nehmen 5 mg. ⟦Kinder nehmen jedoch nichts.⟧", "Der Hof ist offen. Tee kostet 4 Euro."},
}
