package trust

import (
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

func TestDrugReferencesRankAboveForums(t *testing.T) {
	score := func(s Source) float64 { return Score(s, nil, time.Now()).Score }
	unknown := score(Source{Name: "somebody"})
	for _, name := range []string{"Lexicomp", "UpToDate", "Micromedex", "Medscape"} {
		if got := score(Source{Name: name}); got <= unknown {
			t.Errorf("%s has %v, an unknown source %v", name, got, unknown)
		}
	}
	for _, page := range []string{"https://www.uptodate.com/contents/x", "https://online.lexi.com/lco", "https://reference.medscape.com/drug/x"} {
		if got := score(Source{URL: page}); got != 0.88 {
			t.Errorf("%s has %v", page, got)
		}
	}
	for _, forum := range []Source{{Name: "Reddit"}, {URL: "https://old.reddit.com/r/x"}, {URL: "https://www.quora.com/x"}} {
		if got := score(forum); got >= unknown {
			t.Errorf("%+v has %v, an unknown source %v", forum, got, unknown)
		}
	}
}

func TestEveryGroupOfSourcesSaysWhy(t *testing.T) {
	var tiers map[string]struct {
		Score  float64
		Groups []struct {
			Why   string
			Match []string
		}
	}
	if err := yaml.Unmarshal(tiersText, &tiers); err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for name, tier := range tiers {
		for _, g := range tier.Groups {
			if g.Why == "" || len(g.Match) == 0 {
				t.Errorf("%s: a group without a reason or without names: %+v", name, g)
			}
			for _, m := range g.Match {
				if seen[m] != "" {
					t.Errorf("%s stands in %s and in %s", m, seen[m], name)
				}
				seen[m] = name
			}
		}
	}
}
