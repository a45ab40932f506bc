package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// TestTwoHundredRandomEditsAreNamed: of the trace file by the line, of the store by what was changed. The seed is told, so that an edit
// that goes unnoticed can be made again.
func TestTwoHundredRandomEditsAreNamed(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		a := ledger.Access{At: time.Now(), Who: "anna", Role: "officer", Action: "read", Target: r.ids[0], Count: 1}
		gone, err := n.ledger.Erase(context.Background(), ledger.Whose{ID: r.ids[1]})
		_, failed := n.store.Delete(context.Background(), store.Selector{ID: r.ids[1], Gone: gone})
		if err := errors.Join(err, failed, n.store.Notes.LogAccess(context.Background(), a), n.ledger.Accessed(a)); err != nil {
			t.Fatal(err)
		}
	})
	late, err := os.ReadFile(r.db)
	if err != nil {
		t.Fatal(err)
	}
	r.late = late
	file, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range 200 {
		if i%2 == 0 {
			r.put(t, r.late)
			what, lines, edited := editFile(random, file)
			if err := os.WriteFile(r.traces, edited, 0o600); err != nil {
				t.Fatal(err)
			}
			code, said := r.verify()
			if code != exitFailed || !namesOneOf(said, r.traces, lines) {
				t.Errorf("seed %d, %s, lines %v: exit code %d\n%s", seed, what, lines, code, said)
			}
			continue
		}
		if err := os.WriteFile(r.traces, file, 0o600); err != nil {
			t.Fatal(err)
		}
		r.put(t, r.late)
		statement := editStore(random)
		r.sql(t, statement)
		if code, said := r.verify(); code != exitFailed {
			t.Errorf("seed %d, %s: exit code %d\n%s", seed, statement, code, said)
		}
	}
}

func (r *twoRuns) verify() (code int, said string) {
	var out bytes.Buffer
	code = run([]string{"verify-ledger", "-c", r.config, "--store"}, streams{nil, &out, &out})
	return code, out.String()
}

// namesOneOf reports whether one of some lines of a file is named.
func namesOneOf(said, file string, lines []int) bool {
	for _, m := range regexp.MustCompile(regexp.QuoteMeta(file)+`:(\d+)`).FindAllStringSubmatch(said, -1) {
		if n, _ := strconv.Atoi(m[1]); slices.Contains(lines, n) {
			return true
		}
	}
	return false
}

// editFile changes a file of lines somewhere, and returns which lines somebody would have to look at: those that were
// changed, and their neighbours.
func editFile(random *rand.Rand, file []byte) (what string, at []int, edited []byte) {
	lines := slices.Collect(bytes.Lines(file))
	i, j := random.IntN(len(lines)), random.IntN(len(lines)-1)
	if j >= i {
		j++ // another one
	}
	near := func(all ...int) (out []int) {
		for _, n := range all {
			out = append(out, n, n+1, n+2)
		}
		return out
	}
	switch random.IntN(6) {
	case 0:
		line := bytes.Clone(lines[i])
		at := random.IntN(len(line) - 1)
		line[at] ^= byte(1 + random.IntN(31))
		if line[at] == '\n' {
			line[at] = '\t'
		}
		return "a byte changed", near(i), bytes.Join(slices.Replace(lines, i, i+1, line), nil)
	case 1:
		return "a line removed", near(i, i-1), bytes.Join(slices.Delete(lines, i, i+1), nil)
	case 2:
		return "a line copied", near(i, j, i+1, j+1), bytes.Join(slices.Insert(slices.Clone(lines), j, lines[i]), nil)
	case 3:
		lines[i], lines[j] = lines[j], lines[i]
		return "two lines swapped", near(i, j), bytes.Join(lines, nil)
	case 4:
		line := fmt.Appendf(nil, `{"query_id":"vt_%d","app":"default","answer":"90 days"}`+"\n", random.Uint64())
		return "a line inserted", near(i, i-1), bytes.Join(slices.Insert(slices.Clone(lines), i, line), nil)
	}
	end := random.IntN(len(file) - 1)
	n := bytes.Count(file[:end], []byte{'\n'})
	return "the end cut off", near(n, n-1, n-2), file[:end]
}

// editStore is a statement that changes something in a store that somebody who looks at it would see.
func editStore(random *rand.Rand) string {
	row := func(table, key string) string {
		return fmt.Sprintf(`(SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d)`, key, table, key, random.IntN(6))
	}
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	trace := row("traces", "seq")
	switch random.IntN(12) {
	case 0:
		column := pick("app", "usr", "conversation", "policy", "model", "verdict", "reason", "question", "findings", "counts_as")
		return fmt.Sprintf(`UPDATE traces SET %s = %s || 'x' WHERE seq = %s`, column, column, trace)
	case 1:
		column := pick("citations", "attempts", "total_ms", "at")
		return fmt.Sprintf(`UPDATE traces SET %s = %s + %d WHERE seq = %s`, column, column, 1+random.IntN(1000), trace)
	case 2:
		return fmt.Sprintf(`DELETE FROM %s = %s`, pick("traces WHERE seq", "bodies WHERE seq", "terms WHERE rowid"), trace)
	case 3:
		return fmt.Sprintf(`UPDATE bodies SET body = (SELECT body FROM bodies WHERE seq <> %s ORDER BY seq LIMIT 1) WHERE seq = %s`, trace, trace)
	case 4:
		return fmt.Sprintf(`UPDATE cells SET %s WHERE (span, kind, start, app, name) IN (SELECT span, kind, start, app, name FROM cells WHERE n > 0 LIMIT 1 OFFSET %d)`,
			pick("n = n + 1", "failed = failed + 1"), random.IntN(10))
	case 5:
		return fmt.Sprintf(`INSERT INTO cells VALUES (3600, 'verdict', 1700000000, 'app%d', 'grounded', 7, 0)`, random.IntN(1000))
	case 6:
		return fmt.Sprintf(`UPDATE meta SET n = n + %d WHERE name = '%s'`, 1+random.IntN(100000), pick("begun", "exact", "erasure", "identity"))
	case 7:
		return fmt.Sprintf(`UPDATE traces SET %s WHERE seq = %s`, pick(`proof = 'x'`, `proof = ''`, `chunks = 'x'`), trace)
	case 8:
		return pick(`UPDATE heads SET n = n + 1`, `UPDATE heads SET line = 'x'`, `UPDATE heads SET instance = 'x'`, `DELETE FROM heads`,
			`INSERT INTO erased VALUES (1, 'vt_x', 5)`, `INSERT INTO erasers VALUES ('x', 9)`)
	case 9:
		return pick(`INSERT INTO bodies SELECT seq + 1, body FROM bodies LIMIT 1`, `INSERT INTO terms (rowid, words) VALUES (7, 'x')`, `INSERT INTO findings VALUES ('x', 7, 'x')`,
			`UPDATE terms_docsize SET sz = x'7f'`, `UPDATE bodies SET body = x'00' WHERE seq = `+trace)
	case 10:
		return `UPDATE accesses SET ` + pick(`at = at + 1`, `who = 'x'`, `role = 'admin'`, `action = 'x'`, `target = 'x'`, `n = n + 1`)
	case 11:
		return fmt.Sprintf(`INSERT INTO findings VALUES ('claim-number', %s, 'default')`, trace)
	}
	return pick(`UPDATE policies SET name = 'other'`, `UPDATE policies SET body = 'x'`, `UPDATE traces SET id = 'vt_x' WHERE seq = `+trace,
		`UPDATE traces SET feedback = '{"kind":"right","at":"2020-01-01T00:00:00Z"}', verdict = 'grounded ' WHERE seq = `+trace)
}
