package rates

import (
	"math"
	"strings"
	"testing"
)

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
