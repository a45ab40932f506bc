package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// sizeUnits are the units of byte sizes, longest name first.
var sizeUnits = []struct {
	name  string
	bytes int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1},
}

// parseSize reads a byte size such as 32MiB, 1.5GiB or 4096.
func parseSize(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	unit := int64(1)
	for _, u := range sizeUnits {
		if bare, found := strings.CutSuffix(text, u.name); found {
			text, unit = strings.TrimSpace(bare), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n*float64(unit) <= 1<<50) {
		return 0, false
	}
	return int64(n * float64(unit)), true
}

// formatSize writes a size in the largest binary unit that leaves it whole.
func formatSize(n int64) string {
	for _, u := range []int{2, 1, 0} {
		if unit := sizeUnits[u]; n > 0 && n%unit.bytes == 0 {
			return fmt.Sprint(n/unit.bytes, unit.name)
		}
	}
	return fmt.Sprint(n, "B")
}

const day = 24 * time.Hour

// ParseDuration reads a duration such as 45s, 1m30s or 30d.
func ParseDuration(text string) (time.Duration, bool) {
	if days, found := strings.CutSuffix(text, "d"); found {
		n, err := strconv.ParseFloat(days, 64)
		if err != nil || !(n >= 0 && n <= 100*365.25) {
			return 0, false
		}
		return time.Duration(n * float64(day)), true
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0
}

// ParseMoment reads a point in time: a date (UTC), a time (RFC 3339), or how long
// ago it was, such as 7d.
func ParseMoment(text string, now time.Time) (time.Time, bool) {
	for _, form := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(form, text); err == nil {
			return t, true
		}
	}
	ago, ok := ParseDuration(text)
	return now.Add(-ago), ok
}

// formatDuration writes a duration as people do: 10m, not 10m0s.
func formatDuration(d time.Duration) string {
	if d > 0 && d%day == 0 {
		return fmt.Sprint(int64(d/day), "d")
	}
	text := d.String()
	if d%time.Minute == 0 && d > 0 {
		text = strings.TrimSuffix(text, "0s")
	}
	if d%time.Hour == 0 && d > 0 {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
