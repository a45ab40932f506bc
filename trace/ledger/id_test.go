package ledger

import (
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestIDsSortByTime(t *testing.T) {
	start := time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC)
	var all []string
	for i := range 100 {
		id, err := NewID(start.Add(time.Duration(i)*time.Millisecond), rand.Reader)
		if err != nil || len(id) != 29 || !strings.HasPrefix(id, "vt_") {
			t.Fatalf("%q: %v", id, err)
		}
		all = append(all, id)
	}
	if !slices.IsSorted(all) {
		t.Error("ids are out of order")
	}
}

func TestIDsUseAllTheirRandomBits(t *testing.T) {
	now := time.UnixMilli(0)
	id, err := NewID(now, strings.NewReader("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))
	if err != nil || id != "vt_0000000000"+strings.Repeat("z", 16) {
		t.Errorf("%s: %v", id, err)
	}
	for i := range 10 {
		noise := make([]byte, 10)
		noise[i] = 1
		id, err := NewID(now, strings.NewReader(string(noise)))
		if err != nil || id == "vt_"+strings.Repeat("0", 26) {
			t.Errorf("byte %d is not used: %v", i, err)
		}
	}
}

func TestNoIDWithoutNoise(t *testing.T) {
	if _, err := NewID(time.Now(), strings.NewReader("short")); err == nil {
		t.Error("an id was made of nothing")
	}
}
