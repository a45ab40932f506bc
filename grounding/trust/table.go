package trust

import (
	_ "embed" // of the built-in table
	"fmt"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed tiers.yaml
var tiersText []byte

// builtin is the table that stands behind every user's own. It is short on
// purpose: an organisation lists the sources that matter to it.
var builtin = sync.OnceValue(func() Tiers { return readTiers(tiersText) })

// readTiers reads a table whose names stand in groups, each with its reason. A
// table that cannot be read is a fault of the build.
func readTiers(data []byte) Tiers {
	var tiers map[string]struct {
		Score  float64
		Groups []struct {
			Why   string
			Match []string
		}
	}
	if err := yaml.UnmarshalWithOptions(data, &tiers, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("the table of tiers: %v", err))
	}
	out := Tiers{}
	for name, t := range tiers {
		tier := Tier{Score: t.Score}
		for _, group := range t.Groups {
			tier.Match = append(tier.Match, group.Match...)
		}
		out[name] = tier
	}
	return out
}

// lookUp finds the tier that lists the most specific of keys (which are
// ordered so). Where one name stands in two tiers the lower score counts.
func lookUp(table Tiers, keys []string) (string, Tier, bool) {
	name, rank := "", len(keys)
	for tierName, tier := range table {
		at := tier.position(keys[:min(rank+1, len(keys))])
		if at < 0 {
			continue
		}
		if at < rank || before(tierName, tier, name, table[name]) {
			name, rank = tierName, at
		}
	}
	return name, table[name], name != ""
}

// before orders two tiers that list the same name: lower score, then name.
func before(aName string, a Tier, bName string, b Tier) bool {
	if a.Score != b.Score {
		return a.Score < b.Score
	}
	return aName < bName
}

// position returns the place of the first key that a tier lists, or -1.
func (t Tier) position(keys []string) int {
	best := -1
	for _, entry := range t.Match {
		folded := foldMatch(entry)
		for i, key := range keys {
			if key == folded && (best < 0 || i < best) {
				best = i
			}
		}
	}
	return best
}

// foldMatch brings an entry of a table to the form of a key. An entry
// "*.example.org" or ".example.org" means the same as "example.org".
func foldMatch(entry string) string {
	if isFolded(entry) {
		return entry
	}
	name := foldName(entry)
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "*"), ".")
	if host, ok := plainHost(bare); ok {
		return host
	}
	return name
}

// isFolded reports whether an entry is a host in its canonical form, as most
// are, so that looking it up costs nothing.
func isFolded(entry string) bool {
	for i := range len(entry) {
		switch c := entry[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '.' && i > 0:
		default:
			return false
		}
	}
	return !strings.HasSuffix(entry, ".")
}
