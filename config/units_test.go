package config

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"
)

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "4096": 4096, "32MiB": 32 << 20, "1.5 KiB": 1536, "10kB": 10_000, "2GB": 2e9, "7B": 7,
		"": -1, "MiB": -1, "-1": -1, "1TiB": -1, "1e99GiB": -1, "NaN": -1, "Inf": -1, "0x10": -1,
	} {
		got, ok := parseSize(text)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0s": 0, "45s": 45 * time.Second, "1m30s": 90 * time.Second, "30d": 30 * day, "0.5d": day / 2,
		"": -1, "45": -1, "-1s": -1, "d": -1, "1e9d": -1, "NaNd": -1,
	} {
		got, ok := ParseDuration(text)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestWhatIsFormattedReadsBack(t *testing.T) {
	for _, d := range []time.Duration{0, time.Second, 90 * time.Second, 10 * time.Minute, time.Hour, 90 * time.Minute, 30 * day} {
		if got, ok := ParseDuration(formatDuration(d)); !ok || got != d {
			t.Errorf("%v: %s", d, formatDuration(d))
		}
	}
	for _, n := range []int64{0, 1, 1024, 1536, 32 << 20, 3 << 30} {
		if got, ok := parseSize(formatSize(n)); !ok || got != n {
			t.Errorf("%d: %s", n, formatSize(n))
		}
	}
}

func TestExpand(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "${N}": "7", "a${N}b${N}": "a7b7", "${NONE:-x}": "x", "${NONE:-}": "", "${N:-x}": "7",
		"${EMPTY}": "", "${EMPTY:-x}": "x", "$$": "$", "$${N}": "${N}", "$5": "$5", "a$": "a$", "${NONE:-a:-b}": "a:-b",
		"${NONE}": "!", "${": "!", "${}": "!", "${a b}": "!", "${1}": "!",
	} {
		got, err := expand(text, environ)
		if err != nil {
			got = "!"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	key, hash, err := NewKey(rand.Reader)
	if err != nil || !strings.HasPrefix(key, "vs-") || len(key) != 35 || !isHash(hash) {
		t.Fatalf("%s %s: %v", key, hash, err)
	}
	other, _, _ := NewKey(rand.Reader)
	if HashKey(key) != hash || HashKey(other) == hash || key == other {
		t.Error("keys and hashes do not go together")
	}
	if _, _, err := NewKey(strings.NewReader("short")); err == nil {
		t.Error("a key was made of nothing")
	}
}

func TestMoments(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2026-03-01": "2026-03-01T00:00:00Z", "2026-03-01T10:30:00+02:00": "2026-03-01T08:30:00Z", "2026-03-01T10:30:00.5Z": "2026-03-01T10:30:00Z",
		"7d": "2026-03-03T12:00:00Z", "90m": "2026-03-10T10:30:00Z",
	} {
		if got, ok := ParseMoment(text, now); !ok || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "yesterday", "7", "-7d", "2026-13-01", "2026-03-01 10:30"} {
		if got, ok := ParseMoment(text, now); ok {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}
