package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checker looks at a text and returns what is wrong with it, or "".
type checker func(string) string

// check returns what is wrong with a text of a key's kind, or "".
func (k *key) check(text string) string {
	check := checks()[k.Type]
	if check == nil || k.Empty && text == "" {
		return ""
	}
	return check(text)
}

// isText reports whether the value is a text: a bare number there is a mistake.
func (k *key) isText() bool {
	_, known := checks()[k.Type]
	return known && k.Type != "status" || k.Type == "word"
}

// hides reports whether what stands there may be a secret, also where it is
// wrong: someone may have put a key in the place of its hash.
func (k *key) hides() bool { return k.Mask != "" || k.Type == "key_hash" || k.Type == "dsn" }

// want says what should stand there.
func (k *key) want() string {
	switch k.Type {
	case "section":
		return "a section with keys"
	case "names", "policies":
		return fmt.Sprintf("a section with a key for each name, such as %s: {NAME: …}", k.name)
	case "word":
		return "one of the allowed words"
	case "share":
		return "a number from 0 to 1"
	case "truth":
		return "true or false"
	case "whole":
		return fmt.Sprintf("a whole number from %s to %s", k.Least, k.Most)
	case "size":
		return fmt.Sprintf("a size from %s to %s, such as 32MiB", k.bound(k.Least), k.bound(k.Most))
	case "duration":
		return fmt.Sprintf("a duration from %s to %s, such as 45s", k.bound(k.Least), k.bound(k.Most))
	}
	return "text"
}

// bound writes a bound as values are written.
func (k *key) bound(text string) string {
	n, _ := k.number(text)
	return k.formatNumber(n)
}

// allowedWords are the words that may stand there; nil where they are not counted.
func (k *key) allowedWords() []string {
	if k.Type == "truth" {
		return []string{"true", "false"}
	}
	return k.Words
}

// set puts a text into its place. It returns false where the text is none of
// the key's values.
func (k *key) set(text string, to reflect.Value) bool {
	if to.Kind() == reflect.Pointer {
		value := reflect.New(to.Type().Elem())
		ok := k.set(text, value.Elem())
		if ok {
			to.Set(value)
		}
		return ok
	}
	switch k.Type {
	case "truth":
		to.SetBool(text == "true")
		return text == "true" || text == "false"
	case "share":
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return false
		}
		to.SetFloat(x)
		return true
	case "whole", "size", "duration":
		return k.setNumber(text, to)
	case "word":
		if !slices.Contains(k.Words, text) && !(k.Empty && text == "") {
			return false
		}
	}
	to.SetString(text)
	return true
}

func (k *key) setNumber(text string, to reflect.Value) bool {
	n, ok := k.number(text)
	least, _ := k.number(k.Least)
	most, _ := k.number(k.Most)
	if !ok || n < least || n > most {
		return false
	}
	to.SetInt(n)
	return true
}

// number reads a number with the unit that the key's values have.
func (k *key) number(text string) (int64, bool) {
	switch k.Type {
	case "size":
		return parseSize(text)
	case "duration":
		d, ok := ParseDuration(text)
		return int64(d), ok
	}
	n, err := strconv.Atoi(text)
	return int64(n), err == nil
}

func (k *key) formatNumber(n int64) string {
	switch k.Type {
	case "size":
		return formatSize(n)
	case "duration":
		return formatDuration(time.Duration(n))
	}
	return strconv.FormatInt(n, 10)
}

// format writes a value as YAML.
func (k *key) format(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	case reflect.Int, reflect.Int64:
		return k.formatNumber(v.Int())
	}
	return quote(v.String())
}

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
