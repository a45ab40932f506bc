package trust

import "time"

// Age penalties. The convention that these tiers follow names a factor for
// sources older than five years and another for those older than ten. Read as
// two rungs of one ladder, as here, an old source keeps 80 % of its score;
// multiplying both would leave it 72 %, which nobody who stated the two
// figures seems to have meant.
const (
	oldYears      = 5
	oldFactor     = 0.9
	veryOldYears  = 10
	veryOldFactor = 0.8
)

// penalty returns the factor for the age of a source published on day.
func penalty(day, now time.Time) float64 {
	switch {
	case day.Before(now.AddDate(-veryOldYears, 0, 0)):
		return veryOldFactor
	case day.Before(now.AddDate(-oldYears, 0, 0)):
		return oldFactor
	}
	return 1
}

// ageDays counts whole days, and none for a date in the future.
func ageDays(day, now time.Time) int {
	return max(0, int(now.Sub(day).Hours()/24))
}

// dateForms are the shapes of ISO 8601 that occur in metadata, with what
// completes a shortened one to its last day: a source is never taken for
// older than it is known to be.
var dateForms = []struct {
	layout              string
	years, months, days int
}{
	{layout: time.RFC3339},
	{layout: "2006-01-02T15:04:05"},
	{layout: "2006-01-02 15:04:05"},
	{layout: "2006-01-02"},
	{layout: "20060102"},
	{layout: "2006-01", months: 1, days: -1},
	{layout: "2006", years: 1, days: -1},
}

// published returns the day of a source, and false where it is unknown or
// cannot be read.
func published(s Source) (time.Time, bool) {
	if s.Date == "" {
		if s.Year < 1 || s.Year > 9999 {
			return time.Time{}, false
		}
		return time.Date(s.Year, time.December, 31, 0, 0, 0, 0, time.UTC), true
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form.layout, s.Date); err == nil {
			return t.AddDate(form.years, form.months, form.days), true
		}
	}
	return time.Time{}, false
}
