package text

import "testing"

// TestNobodyReadsMarkup where a text is rendered: neither JSON nor Markdown nor HTML, and no word is lost.
func TestNobodyReadsMarkup(t *testing.T) {
	for s, want := range map[string]string{
		`{"retention_days": 21, "place": "northern vault", "kept": true}`:    "retention days: 21; place: northern vault; kept: true",
		`[{"item": "backups", "days": 21}, {"item": "refunds", "days": 14}]`: "item: backups; days: 21\nitem: refunds; days: 14",
		"\"retention_days\": 21,\n":                                          "retention days: 21;",
		`{"said": "a \"b\"\nc"}`:                                             "said: a \"b\"\nc",
		"## Rules\n- the **entry** fee of [5 euro](https://x.org/a?b=c)":     "Rules\nthe entry fee of 5 euro",
		"<p>Backups are <b>kept</b> for 21&nbsp;days.</p>":                   "Backups are kept for 21 days.",
		"| item | days |\n|---|---|\n| backups | 21 |":                       "item; days\nbackups; 21",
		"*Leave* the `vault` after __21__ _days_ at 5*3*2 in snake_case_id.": "Leave the vault after 21 days at 5*3*2 in snake_case_id.",
		"~~Backups leave.~~ They stay.":                                      "~~Backups leave.~~ They stay.",
		"Plain words: 5 > 3, (a) or [b].":                                    "Plain words: 5 > 3, (a) or [b].",
	} {
		if got := Rendered(s); got != want {
			t.Errorf("%q is rendered as %q, want %q", s, got, want)
		}
	}
}
