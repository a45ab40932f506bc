package claim

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// clock reads a time of day by the word behind its figures, or in front of them:
// "7.30 pm", "9 a.m.", "9 Uhr", "午後5時".
func clock(n *lexis.Number, text string) {
	if n.Kind != lexis.Plain && n.Kind != lexis.Time || n.Unit != "" {
		return
	}
	half := halfOfDay(text, n.Start, n.End)
	if half == "" {
		return
	}
	first, ok := timeOf(n, text[n.Start:n.End], half)
	if !ok {
		return
	}
	if n.High != "" {
		high := lexis.Number{Kind: lexis.Plain, Value: n.High}
		if n.High, ok = timeOf(&high, n.High, half); !ok {
			return
		}
		if half != plainHour && first > n.High { // "9 to 5 pm"
			first, _ = timeOf(n, "", otherHalf[half])
		}
	}
	n.Kind, n.Value, n.Alt = lexis.Time, first, ""
}

// Halves of the day, and hours of all of it.
const (
	morning   = "a"
	afternoon = "p"
	plainHour = "h"
)

var otherHalf = map[string]string{morning: afternoon, afternoon: morning}

// halfOfDay tells by what stands around a number which half of the day it is an hour
// of; "" where it is none.
func halfOfDay(text string, start, end int) string {
	rest := strings.TrimLeft(text[end:], " \u00a0\u202f")
	if r, _ := utf8.DecodeRuneInString(rest); r == '時' || r == '点' || r == '點' {
		switch before := text[:start]; {
		case strings.HasPrefix(rest, "時間"):
			return ""
		case hasAnySuffix(before, "午後", "下午", "晚上", "夜"):
			return afternoon
		case hasAnySuffix(before, "午前", "上午", "早上", "凌晨", "朝"):
			return morning
		}
		return plainHour
	}
	switch word := strings.ToLower(lexis.FirstLetters(rest)); word {
	case "am", "pm":
		return word[:1]
	case "a", "p":
		if behind := strings.ToLower(rest[1:]); strings.HasPrefix(behind, ".m") || strings.HasPrefix(behind, ". m") {
			return word
		}
	case "uhr":
		return plainHour
	}
	return ""
}

func hasAnySuffix(s string, of ...string) bool {
	for _, suffix := range of {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// timeOf brings an hour, with or without minutes, to hh:mm.
func timeOf(n *lexis.Number, written, half string) (string, bool) {
	hour, minute := n.Value, "00"
	if n.Kind == lexis.Time {
		hour, minute, _ = strings.Cut(n.Value, ":")
	} else if h, m, ok := strings.Cut(written, "."); ok && len(m) == 2 { // "7.30"
		hour, minute = strings.TrimSpace(h), m
	}
	h, err := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	switch {
	case err != nil || err2 != nil || h < 0 || h > 24 || m > 59:
		return "", false
	case half == plainHour || h > 12:
		return fmt.Sprintf("%02d:%s", h, minute), true
	case half == afternoon:
		return fmt.Sprintf("%02d:%s", h%12+12, minute), true
	}
	return fmt.Sprintf("%02d:%s", h%12, minute), true
}

// clockPair brings the first of two hours to the second's half of the day: "between 6
// and 9 a.m.".
func clockPair(text string, a, b *lexis.Number) {
	if a.Kind != lexis.Plain || a.Unit != "" || a.High != "" || b.Kind != lexis.Time || !pairs(text, *a, *b) {
		return
	}
	half := halfOfDay(text, b.Start, b.End)
	if half == "" {
		return
	}
	value, ok := timeOf(a, text[a.Start:a.End], half)
	if ok && half != plainHour && value > b.Value {
		value, ok = timeOf(a, text[a.Start:a.End], otherHalf[half])
	}
	if ok {
		a.Kind, a.Value, a.Alt = lexis.Time, value, ""
	}
}
