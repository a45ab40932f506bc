package text

import (
	"strconv"
	"strings"
)

// date reads a date at p.at in one of the usual forms:
// 2024-03-05, 05.03.2024, 3/5/2024, 5 March 2024, March 5th, 2024,
// 5 de marzo de 2024, 2024年3月5日, March 2024.
func (p *parser) date() (Number, bool) {
	n := Number{Kind: Date}
	start := p.at
	if start >= len(p.pieces) {
		return n, false
	}
	n.Start = int(p.pieces[start].start)
	for _, form := range dateForms {
		p.at = start
		if n.Value, n.Alt = form(p); n.Value != "" {
			n.End = int(p.pieces[p.at-1].end)
			return n, true
		}
	}
	p.at = start
	return n, false
}

// dateForms read the ways to write a date.
var dateForms = [...]func(*parser) (value, alt string){
	(*parser).numericDate, (*parser).dayMonth, (*parser).monthDay,
}

// part reads the digits at piece i as a number of at most four digits, -1 else.
func (p *parser) part(i int) int {
	if !p.is(i, digits) {
		return -1
	}
	text := asciiDigits(p.str(i))
	if len(text) > 4 {
		return -1
	}
	return small(text)
}

// numericDate reads three numbers joined by one and the same separator.
func (p *parser) numericDate() (value, alt string) {
	joint := p.str(p.at + 1)
	if !p.separated(p.at+1, "-/.") || !p.separated(p.at+3, joint) {
		return "", ""
	}
	a, b, c := p.part(p.at), p.part(p.at+2), p.part(p.at+4)
	years := len(p.str(p.at+4)) == 4
	p.at += 5
	switch {
	case a >= 1000 && c <= 31:
		return iso(a, b, c), ""
	case !years || c < 1000:
		return "", ""
	case joint == "/" && a <= 12 && b <= 12 && a != b:
		return iso(c, a, b), iso(c, b, a)
	case joint == "/" && a <= 12:
		return iso(c, a, b), ""
	}
	return iso(c, b, a), ""
}

// dayMonth reads "5 March 2024", "5. März", "le 1er mai 2024", "5 de mayo de 2024".
func (p *parser) dayMonth() (value, alt string) {
	day := p.part(p.at)
	if day < 1 || day > 31 {
		return "", ""
	}
	i := p.at + 1
	if p.glued(i) {
		if ending := string(p.folded(i)); ending == "." || ordinalEndings[ending] {
			i++
		}
	}
	i = p.skip(i)
	month := p.month(i)
	if month == 0 {
		return p.firstDay(i, day), ""
	}
	return p.withYear(i+1, month, day), ""
}

// firstDay reads the first of two days that have one month: the 3 of "3 to 6 June",
// with the word between them at piece i.
func (p *parser) firstDay(i, day int) string {
	if !betweenDays[string(p.folded(i))] || p.part(i+1) <= day {
		return ""
	}
	p.at = i + 1
	last, _ := p.dayMonth()
	p.at = i
	if last == "" {
		return ""
	}
	return last[:len(last)-len("06")] + pad(day)
}

// betweenDays stand between the first and the last of some days.
var betweenDays = WordSet("between_days")

// monthDay reads "March 5, 2024", "March 5th" and "March 2024".
func (p *parser) monthDay() (value, alt string) {
	month := p.month(p.at)
	if month == 0 {
		return "", ""
	}
	i := p.at + 1
	if (p.str(i) == "." || p.str(i) == ",") && p.glued(i) {
		i++
	}
	i = p.skip(i)
	number := p.part(i)
	switch {
	case number >= 1000 && number < 2200:
		p.at = i + 1
		return pad4(number) + "-" + pad(month), ""
	case number < 1 || number > 31:
		return "", ""
	}
	i++
	if p.glued(i) {
		if ordinalEndings[string(p.folded(i))] {
			i++
		}
	}
	return p.withYear(i, month, number), ""
}

// month reads a month's name at piece i, 0 for none. The guessed language of a
// short text may be wrong, so long names of any language count; short ones
// ("set", "mar") are words of other languages, English ones apart.
func (p *parser) month(i int) int {
	if !p.is(i, word) {
		return 0
	}
	name := p.opener(i)
	if lexicons[Unknown].months[name] == 0 {
		return 0 // another word, or a number
	}
	if monthsThatMayBeVerbs[p.str(i)] && !p.dates(i+1) {
		return 0 // "trainees under 18 may not …"
	}
	const longEnough = 5 // bytes
	if p.language() != Unknown {
		if month := p.language().Month(name); month != 0 {
			return month
		}
	} else if month := English.Month(name); month != 0 {
		return month
	}
	if len(name) >= longEnough {
		return Unknown.Month(name)
	}
	return 0
}

// monthsThatMayBeVerbs are the names of months that, written small, are other words.
var monthsThatMayBeVerbs = WordSet("may_be_month")

// dates reports whether one of the next pieces is a year.
func (p *parser) dates(i int) bool {
	const near = 3 // "may 5, 2024"
	for k := i; k < i+near; k++ {
		if year := p.part(k); year >= 1900 && year < 2200 {
			return true
		}
	}
	return false
}

// dateParticles stand between the parts of a date.
var dateParticles = WordSet("date_particles")

// skip passes "de", "of", "del" between the parts of a date.
func (p *parser) skip(i int) int {
	if dateParticles[string(p.folded(i))] {
		return i + 1
	}
	return i
}

// withYear looks for a year at piece i and moves behind what it took.
func (p *parser) withYear(i, month, day int) string {
	p.at = i
	if p.str(i) == "," || p.str(i) == "." && p.glued(i) {
		i++
	}
	i = p.skip(i)
	year := p.part(i)
	if year < 1000 || year > 2199 {
		return "--" + pad(month) + "-" + pad(day)
	}
	p.at = i + 1
	return iso(year, month, day)
}

// iso writes a date, or "" where there is no such month or day.
func iso(year, month, day int) string {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return ""
	}
	return pad4(year) + "-" + pad(month) + "-" + pad(day)
}

func pad4(n int) string {
	text := strconv.Itoa(n)
	return strings.Repeat("0", max(0, 4-len(text))) + text
}
