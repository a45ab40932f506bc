package quotes

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"testing"
)

// Table counts by label and mutation. The zero value is ready for use.
type Table struct {
	counts map[key]*count
}

type key struct{ label, mutation string }

type count struct{ verified, total int }

// Add counts one quote.
func (t *Table) Add(label, mutation string, verified bool) {
	if t.counts == nil {
		t.counts = map[key]*count{}
	}
	for _, k := range []key{{label, mutation}, {label, "all"}} {
		c := t.counts[k]
		if c == nil {
			c = &count{}
			t.counts[k] = c
		}
		c.total++
		if verified {
			c.verified++
		}
	}
}

// String prints a line for each kind: label, mutation, verified of total, the
// share in percent and its Wilson 95 % interval.
func (t *Table) String() string {
	keys := make([]key, 0, len(t.counts))
	for k := range t.counts {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if keys[i].label != keys[j].label {
			return keys[i].label < keys[j].label
		}
		return keys[i].mutation < keys[j].mutation
	})
	var out strings.Builder
	for _, k := range keys {
		c := t.counts[k]
		low, high := Wilson(c.verified, c.total)
		fmt.Fprintf(&out, "%-9s %-24s %5d of %5d  %6.2f %%  [%.2f, %.2f]\n", k.label, k.mutation, c.verified, c.total,
			100*float64(c.verified)/float64(c.total), 100*low, 100*high)
	}
	return out.String()
}

// Rate returns the share of quotes of a label that were verified.
func (t *Table) Rate(label string) float64 {
	c := t.counts[key{label, "all"}]
	if c == nil {
		return 0
	}
	return float64(c.verified) / float64(c.total)
}

// Wilson returns the 95 % score interval of a proportion (Wilson 1927): unlike
// the normal interval it stays sensible for shares of 0 and 1.
func Wilson(successes, total int) (low, high float64) {
	if total == 0 {
		return 0, 1
	}
	const z = 1.959964
	n, p := float64(total), float64(successes)/float64(total)
	centre := p + z*z/(2*n)
	spread := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return max(0, (centre-spread)/scale), min(1, (centre+spread)/scale)
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		successes, total int
		low, high        float64
	}{{0, 0, 0, 1}, {0, 118, 0, 0.0315}, {118, 118, 0.9685, 1}, {5, 10, 0.2366, 0.7634}} {
		low, high := Wilson(c.successes, c.total)
		if math.Abs(low-c.low) > 0.0001 || math.Abs(high-c.high) > 0.0001 {
			t.Errorf("Wilson(%d, %d) = %.4f, %.4f", c.successes, c.total, low, high)
		}
	}
}

func TestTable(t *testing.T) {
	var table Table
	if table.Rate("faithful") != 0 {
		t.Error("an empty table has a rate")
	}
	table.Add("faithful", "exact", true)
	table.Add("faithful", "case", false)
	if got := table.Rate("faithful"); got != 0.5 {
		t.Errorf("rate %v", got)
	}
	if lines := strings.Count(table.String(), "\n"); lines != 3 {
		t.Errorf("%d lines", lines)
	}
}
