package verify

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

const runbook = "Backups are kept for 21 days. The vault stands in Hamburg. The office stands in Bonn. Restore with `vouch restore --from /srv/backup`.\n\n" +
	"Never run `vouch purge --all` in production.\n\nEdit server.yaml:\n\n```yaml\nserver:\n  port: 8443\n  retries: 5\nproxy:\n  port: 9000\n```\n\n" +
	"| Plan | Price | Seats |\n|---|---|---|\n| Basic | 5 euros | 3 |\n| Pro | 12 euros | 10 |\n"

// blockOf verifies a block of code below a lead-in that cites the source, and tells what became of the block.
func blockOf(t *testing.T, question, lead, block string, level func(*Rules)) Claim {
	t.Helper()
	ev := given(evidence.Chunk{ID: "1", Text: runbook, Title: "Runbook"})
	ev.Question = question
	r := rules()
	r.Accounted = true
	level(&r)
	a := answer.Read(answer.Client, lead+" [1]\n\n"+block+"\n", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
	res := Check(CiteOwnWords(a, ev), ev, r)
	for _, cl := range slices.Backward(res.Claims) {
		if cl.Text != lead {
			return cl
		}
	}
	t.Fatalf("%q: no claim", block)
	return Claim{}
}

func mild(*Rules) {}

func firm(r *Rules) { r.Claims, r.Near = claim.All, true }

// TestABlockOfASourceIsItsOwnWords: a command with a number, a part of a file, a row of a table, under whatever lead.
func TestABlockOfASourceIsItsOwnWords(t *testing.T) {
	for _, c := range []struct{ lead, block string }{
		{"Restore with:", "```sh\nvouch restore --from /srv/backup\n```"},
		{"Restore with:", "```console\n$ vouch restore --from /srv/backup\n```"},
		{"Never run this in production:", "```\nvouch purge --all\n```"},
		{"Edit server.yaml:", "```yaml\nserver:\n  port: 8443\n  retries: 5\n```"},
		{"Edit server.yaml:", "```yaml\nport: 9000\n```"},
		{"The vault stands in:", "```\nHamburg\n```"},
		{"Backups:", "```\nBackups are kept for 21 days. [1]\n```"},
		{"The prices:", "```\n| Plan | Price | Seats |\n|---|---|---|\n| Pro | 12 euros | 10 |\n```"},
		{"Restore with:", "> ```\n> vouch restore --from /srv/backup\n> ```"},
	} {
		for _, level := range []func(*Rules){mild, firm} {
			if cl := blockOf(t, "How do I restore, where is the vault, and what is the port?", c.lead, c.block, level); !cl.Stands || cl.Outcome != report.Carried || len(cl.Citations) != 1 {
				t.Errorf("%s %q: stands %t, %s, %d citations", c.lead, c.block, cl.Stands, cl.Outcome, len(cl.Citations))
			}
		}
	}
}

// TestAnHonestBlockInOtherFormPassesWithoutBeingItsSourcesWords, since all of a line stands in one place.
func TestAnHonestBlockInOtherFormPassesWithoutBeingItsSourcesWords(t *testing.T) {
	for _, block := range []string{
		"```json\n{\"vault\": \"Hamburg\", \"backups\": \"21 days\"}\n```", "```\nvault -> Hamburg\n```", "```xml\n<vault>Hamburg</vault>\n<backups>21 days</backups>\n```",
		"```csv\nvault,Hamburg\n```", "```ini\nvault=Hamburg\n```", "```xml\n<city>Hamburg</city>\n```",
	} {
		for _, level := range []func(*Rules){mild, firm} {
			cl := blockOf(t, "In which city does the vault stand, and how long are backups kept?", "Here it is:", block, level)
			if !cl.Stands || cl.Outcome != report.Open || cl.Unproven() {
				t.Errorf("%q: stands %t, %s", block, cl.Stands, cl.Outcome)
			}
		}
	}
}

// TestALieInABlockIsFound whatever the block is written in: tags, pairs, arrows, changes and commands were nobody's to judge.
func TestALieInABlockIsFound(t *testing.T) {
	for _, c := range []struct {
		lead, block string
		mild        bool // its words are the sources', in another place: it is only open
	}{
		{"The vault stands in:", "```xml\n<city>Berlin</city>\n```", false},
		{"Here it is:", "```\n<answer>The vault stands in Berlin</answer>\n```", false},
		{"Here it is:", "```\n<answer>Der Tresor steht in Berlin und brennt.</answer>\n```", false},
		{"Here it is:", "```csv\nvault,city\n1,Berlin\n```", false},
		{"Here it is:", "```\nvault -> Berlin\n```", false},
		{"Here it is:", "```\ndigraph { vault -> Berlin }\n```", false},
		{"Here it is:", "```diff\n- Hamburg\n+ Berlin\n```", false},
		{"Here it is:", "```\nvault: Bonn\n```", true},
		{"Here it is:", "```json\n{\"restores\": \"forbidden\"}\n```", true},
		{"Backups:", "```\nBackups are kept for 90 days.\n```", false},
		{"Backups:", "```\nBackups are not kept for 21 days.\n```", false},
		{"Restore with:", "```sh\nrm -rf /srv/backup\n```", false},
		{"Restore with:", "```sh\nvouch wipe --from /srv/backup\n```", false},
		{"Restore with:", "```sh\nvouch restore --from /srv/old\n```", false},
		{"Restore with:", "```sh\nvouch restore --from /srv/backup --force\n```", false},
		{"Run:", "```sh\nvouch purge --all\n```", false},
		{"Edit server.yaml:", "```yaml\nserver:\n  port: 8080\n```", false},
		{"Edit server.yaml:", "```yaml\nretries: 8443\n```", false},
		{"Edit server.yaml:", "```yaml\nserver:\n  port: 9000\n```", true},
		{"The prices:", "```\n| Plan | Price | Seats |\n|---|---|---|\n| Pro | 5 euros | 10 |\n```", false},
		{"The prices:", "```\n| Plan | Seats | Price |\n|---|---|---|\n| Pro | 12 euros | 10 |\n```", true},
		{"Here it is:", "```Berlin\n```", false},
		{"Here it is:", "```\nUW05dWJnPT0=\n```", false},
	} {
		for i, level := range []func(*Rules){mild, firm} {
			cl := blockOf(t, "How do I restore, in which city is the vault, and what is the port?", c.lead, c.block, level)
			if cl.Stands && (i > 0 || !c.mild) || cl.Outcome == report.Carried {
				t.Errorf("%s %q, %d: stands %t, %s", c.lead, c.block, i, cl.Stands, cl.Outcome)
			}
		}
	}
}

// TestTheNamesOfAProgramThatWasAskedForAreItsOwn: its figures, comments and strings are not.
func TestTheNamesOfAProgramThatWasAskedForAreItsOwn(t *testing.T) {
	ev := given(evidence.Chunk{ID: "1", Text: runbook})
	ev.Question = "Write a Python script that prints how long backups are kept."
	ev.Orders = func(string) bool { return true }
	r := rules()
	r.Accounted = true
	for code, stands := range map[string]bool{
		"import os\n\ndef keep_days():\n    # days that backups are kept\n    return 21\n": true, "DAYS = 90\nprint(DAYS)\n": false, "print('The vault is in Berlin')\n": false,
	} {
		a := answer.Read(answer.Client, "Backups are kept for 21 days. [1]\n\n```python\n"+code+"```\n", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
		if res := Check(a, ev, r); res.Segments[len(res.Segments)-1].Stands != stands {
			t.Errorf("%q: stands %t: %+v", code, !stands, res.Findings)
		}
	}
}

// TestABlockIsOneWhateverCitesIt: a marker on a line behind it was given to its lines one by one, as to sentences.
func TestABlockIsOneWhateverCitesIt(t *testing.T) {
	t.Parallel()
	block := "```yaml\nserver:\n  retries: 9\n\nproxy:\n  port: 1\n```"
	a := answer.Read(answer.Client, "Edit it:\n\n"+block+"\n[1]", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
	for _, s := range a.Segments {
		if strings.Contains(s.Text, "retries") && !strings.Contains(s.Text, block) {
			t.Errorf("%q", s.Text)
		}
	}
}

func TestALineIsReadWithWhatItStandsBelow(t *testing.T) {
	got := linesOf("```yaml\na:\n  b:\n    c: 1\n  d: 2\n\n| h |\n|---|\n| 1 |\n```")
	want := []string{"a:|", "b:|a:", "c: 1|b:", "d: 2|a:", "| h ||", "|---||| h |", "| 1 ||| h |"}
	for i := range want {
		if i >= len(got) || got[i].said+"|"+got[i].above != want[i] {
			t.Fatalf("%d: %+v, want %q", i, got, want[i])
		}
	}
}

// TestALieInInlineCodeOrBehindALabelIsFound: only a name right behind a colon and a space was looked at.
func TestALieInInlineCodeOrBehindALabelIsFound(t *testing.T) {
	t.Parallel()
	source := runbook + "\nThe operator is called Karla."
	for said, stands := range map[string]bool{
		"Restore with `vouch restore --from /srv/backup`.": true, "Restore with `vouch wipe --from /srv/backup`.": false, "Restore with <code>rm -rf /srv/backup</code>.": false,
		"**Operator:** Karla": true, "**Operator:** Peter": false, "Operator:Peter": false, "operator: peter": false, "Peter: operator": false, "Operator → Peter": false,
		"| Pro | 12 euros |": true, "| Pro | 5 euros |": false, "| Operator | Peter |": false, "Backup retention: 21 days": true,
	} {
		ev := given(evidence.Chunk{ID: "1", Text: source})
		ev.Question = "How do I restore, what do the plans cost, and who is the operator?"
		r := rules()
		r.Accounted = true
		a := answer.Read(answer.Client, said+" [1]", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
		if res := Check(a, ev, r); res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %t: %+v", said, !stands, res.Findings)
		}
	}
}

// TestAFigureIsNotNearToWordsBehindAnotherFigure: arrows of an answer that a stranger wrote, two values changing places.
func TestAFigureIsNotNearToWordsBehindAnotherFigure(t *testing.T) {
	source := "ディスク使用率が85%を超えると警告、95%を超えると重大通知になります。"
	for block, stands := range map[string]bool{"85% 超 → 警告\n95% 超 → 重大通知": true, "85% 超 → 重大通知\n95% 超 → 警告": false} {
		ev := given(evidence.Chunk{ID: "1", Text: source})
		r := rules()
		r.Accounted = true
		firm(&r)
		a := answer.Read(answer.Client, "```\n"+block+"\n```\n[1]", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
		if res := Check(a, ev, r); res.Segments[0].Stands != stands {
			t.Errorf("%s: stands %t, want %t (%+v)", block, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}
