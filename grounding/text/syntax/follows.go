package syntax

import (
	_ "embed"
	"strings"
	"sync"
)

// followsText tells how often a tag follows two others. The command test/syntax has
// estimated it.
//
//go:embed follows.txt
var followsText string

// follows is the costs of tags, in quarters of a bit.
type follows struct {
	alone  [tagCount]int32                     // of a tag, whatever stands before it
	behind [tagCount][tagCount][tagCount]int32 // of the third behind the first and the second
}

const (
	tagCount = len(tagNames)
	zeroCost = '!' // how the table writes no cost
	maxCost  = '~' - zeroCost
)

// loadFollows reads the table once. A line is the names of two tags, or of "*" for all
// of which no other line speaks, and the costs of the tags behind them, a character for each.
var loadFollows = sync.OnceValue(readFollows)

func readFollows() *follows {
	f := &follows{}
	codes := loadLexicon().tagCodes
	given := [tagCount][tagCount]bool{}
	rows := [tagCount][tagCount]int32{}
	for line := range strings.Lines(followsText) {
		fields := strings.Fields(line)
		if len(fields) != 3 || fields[0] == "#" {
			continue
		}
		costs := readCosts(fields[2])
		first, second := fields[0], fields[1]
		switch {
		case second == "*":
			f.alone = costs
		case first == "*":
			rows[codes[second]] = costs
		default:
			f.behind[codes[first]][codes[second]] = costs
			given[codes[first]][codes[second]] = true
		}
	}
	for a := range tagCount {
		for b := range tagCount {
			if !given[a][b] {
				f.behind[a][b] = rows[b]
			}
		}
	}
	loadLexicon().weigh(&f.alone)
	return f
}

func readCosts(s string) (costs [tagCount]int32) {
	for i := range min(len(s), tagCount) {
		costs[i] = int32(s[i]) - zeroCost
	}
	return costs
}
