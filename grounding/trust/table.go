package trust

import "strings"

// builtin is the table that stands behind every user's own. It is short on
// purpose: an organisation lists the sources that matter to it.
var builtin = Tiers{
	Tier1: {Score: 0.95, Match: []string{
		"gov", "gov.uk", "gc.ca", "gov.au", "govt.nz", "gov.ie", "gov.in", "admin.ch", "bund.de", "gouv.fr", "go.jp", "mil",
		"europa.eu", "who.int", "un.org", "oecd.org", "imf.org", "worldbank.org",
		"iso.org", "iec.ch", "ietf.org", "rfc-editor.org", "w3.org", "ieee.org", "itu.int", "etsi.org",
		"nature.com", "science.org", "nejm.org", "thelancet.com", "bmj.com", "jamanetwork.com", "cell.com", "pnas.org",
		"cochranelibrary.com", "acm.org", "plos.org", "doi.org",
	}},
	Tier2: {Score: 0.88, Match: []string{
		"edu", "ac.uk", "edu.au", "ac.jp", "docs.python.org", "go.dev", "docs.oracle.com", "learn.microsoft.com",
		"docs.aws.amazon.com", "cloud.google.com", "developer.mozilla.org", "developer.apple.com", "kubernetes.io",
		"postgresql.org", "springer.com", "sciencedirect.com", "wiley.com", "oup.com", "cambridge.org", "mayoclinic.org",
	}},
	Tier3: {Score: 0.75, Match: []string{
		"reuters.com", "apnews.com", "bbc.co.uk", "bbc.com", "ft.com", "economist.com", "nytimes.com", "theguardian.com",
		"lemonde.fr", "zeit.de", "faz.net", "nikkei.com", "britannica.com", "wikipedia.org", "merriam-webster.com",
	}},
	Tier4: {Score: 0.60, Match: []string{
		"medium.com", "substack.com", "wordpress.com", "blogspot.com", "github.io", "reddit.com", "quora.com",
		"stackoverflow.com", "stackexchange.com", "dev.to", "github.com", "arxiv.org", "youtube.com", "x.com",
	}},
	Tier5: {Score: 0.50},
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
