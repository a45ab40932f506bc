package text

import (
	"strconv"
	"strings"
)

// Words that make a number an hour, by what they say of the day's half: "a" for
// the morning, "p" for the afternoon, "h" for neither. clockWords stand behind
// the number, dayHalves in front of it.
var (
	clockWords = Pairs("clock_words")
	dayHalves  = Pairs("day_halves")
	clockTimes = Pairs("clock_times") // "noon"
)

// Halves of the day, as the data name them.
const (
	morning   = "a"
	afternoon = "p"
	plainHour = "h"
)

// clock reads a number as an hour by the words around it: "7.30 pm", "9 a.m.",
// "9 Uhr", "午後5時".
func (p *parser) clock(n *Number, start int) bool {
	if time := clockTimes[string(p.folded(p.at))]; time != "" && n.Value == "12" && n.Kind == Plain { // "12 noon"
		n.Kind, n.Value, n.Alt = Time, time, ""
		p.take(n, 1)
		return true
	}
	half, width := p.longest(p.at, clockWords)
	if half == "" || n.Kind != Plain && n.Kind != Time {
		return false
	}
	if before := dayHalves[p.str(start-2)+p.str(start-1)]; half == plainHour && before != "" {
		half = before
	}
	first, ok := hourOf(n.Value, p.text[n.Start:n.End], half)
	if !ok {
		return false
	}
	n.Kind, n.Value, n.Alt = Time, first, ""
	p.take(n, width)
	return true
}

// hourOf brings an hour, with or without minutes, to hh:mm. written is the number
// as it stands in the text: "7.30" has minutes, 7.3 has not.
func hourOf(value, written, half string) (string, bool) {
	hour, minute, clock := strings.Cut(value, ":")
	if !clock {
		minute = "00"
		if h, m, ok := strings.Cut(written, "."); ok && len(m) == 2 {
			hour, minute = strings.TrimSpace(h), m
		}
	}
	h, err := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	if err != nil || err2 != nil || h < 0 || h > 24 || m > 59 {
		return "", false
	}
	if half != plainHour && h <= 12 {
		h %= 12
		if half == afternoon {
			h += 12
		}
	}
	return pad(h) + ":" + minute, true
}

// longest returns the value of the longest phrase of up to four pieces that begins
// at a piece, and how many pieces it takes; 0 for none. The pieces of a phrase are
// joined by "_" in the data.
func (p *parser) longest(i int, phrases map[string]string) (value string, width int) {
	const most = 4 // "a.m."
	var room [96]byte
	joined := room[:0]
	for k := range most {
		if i+k >= len(p.pieces) {
			break
		}
		if k > 0 {
			joined = append(joined, '_')
		}
		joined = AppendFold(joined, p.str(i+k))
		if v, ok := phrases[string(joined)]; ok {
			value, width = v, k+1
		}
	}
	return value, width
}
