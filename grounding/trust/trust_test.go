package trust

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var today = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

func TestHostsMatchByLabel(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"https://fda.gov", Tier1},
		{"https://www.fda.gov/drugs?x=1", Tier1},
		{"http://FDA.GOV./", Tier1},
		{"https://fda.gov:8443/a", Tier1},
		{"//www.fda.gov/a", Tier1},
		{"www.fda.gov/a", Tier1},
		{"https://en.wikipedia.org/wiki/Aspirin", Tier3},
		{"https://someone.github.io/", Tier4},
		{"https://docs.python.org/3/", Tier2},

		{"https://evil.example/?x=fda.gov", Tier5},
		{"https://evil.example/fda.gov", Tier5},
		{"https://evil.example/#fda.gov", Tier5},
		{"https://fda.gov@evil.example/", Tier5},
		{"https://fda.gov:pw@evil.example/", Tier5},
		{`https://evil.example\@fda.gov/`, Tier5},
		{`https://evil.example\.fda.gov/`, Tier5},
		{"https://fda.gov.evil.example/", Tier5},
		{"https://notfda-gov.example", Tier5},
		{"https://fakewho.int.example", Tier5},
		{"https://xwho.int", Tier5},
		{"https://nаture.com", Tier5}, // a Cyrillic letter
		{"https://xn--nture-7fg.com", Tier5},
		{"https://", Tier5},
		{"https://[::1]/", Tier5},
		{"https://10.0.0.1/fda.gov", Tier5},
		{"https://%66da.gov.evil.example", Tier5},
		{"javascript://fda.gov/%0aalert(1)", Tier5},
		{"", Tier5},
	} {
		if got := Score(Source{URL: c.url}, nil, today).Tier; got != c.want {
			t.Errorf("%q: got %s, want %s", c.url, got, c.want)
		}
	}
}

func TestAUnicodeHostIsItsPunycode(t *testing.T) {
	own := Tiers{"house": {Score: 0.9, Match: []string{"bücher.example"}}}
	for _, u := range []string{"https://bücher.example/a", "https://www.xn--bcher-kva.example", "https://BÜCHER.example"} {
		if got := Score(Source{URL: u}, own, today).Tier; got != "house" {
			t.Errorf("%q: got %s", u, got)
		}
	}
}

func TestNamesCountOnlyWithoutAHost(t *testing.T) {
	own := Tiers{"house": {Score: 0.9, Match: []string{"Clinical  Handbook", "intranet.example"}}}
	for _, c := range []struct {
		source Source
		want   string
	}{
		{Source{Name: "clinical handbook"}, "house"},
		{Source{Name: "The Clinical Handbook"}, Tier5},
		{Source{Name: "who.int"}, Tier1},
		{Source{Name: "who.int.pdf"}, Tier5},
		{Source{Name: "wiki.intranet.example"}, "house"},
		{Source{Name: "clinical handbook", URL: "https://evil.example"}, Tier5},
		{Source{Name: "clinical handbook", URL: "https://"}, Tier5},
		{Source{Name: "clinical handbook", URL: "s3://bucket/a.pdf"}, "house"},
		{Source{Name: "clinical handbook", URL: "handbook.pdf"}, "house"},
	} {
		if got := Score(c.source, own, today).Tier; got != c.want {
			t.Errorf("%+v: got %s, want %s", c.source, got, c.want)
		}
	}
}

func TestOwnTiersComeFirst(t *testing.T) {
	own := Tiers{
		"low":  {Score: 0.2, Match: []string{"wikipedia.org"}},
		"high": {Score: 0.9, Match: []string{"de.wikipedia.org", "*.press.example"}},
		"twin": {Score: 0.1, Match: []string{"de.wikipedia.org"}},
	}
	for _, c := range []struct {
		url, tier string
		score     float64
	}{
		{"https://en.wikipedia.org", "low", 0.2},
		{"https://de.wikipedia.org", "twin", 0.1}, // in two tiers: the lower counts
		{"https://a.press.example", "high", 0.9},
		{"https://fda.gov", Tier1, 0.95},
	} {
		got := Score(Source{URL: c.url}, own, today)
		if got.Tier != c.tier || got.Score != c.score {
			t.Errorf("%s: got %+v, want %s %v", c.url, got, c.tier, c.score)
		}
	}
}

func TestAgeCostsOnce(t *testing.T) {
	days := func(n int) *int { return &n }
	for _, c := range []struct {
		date  string
		year  int
		score float64
		age   *int
	}{
		{"", 0, 0.95, nil},
		{"2026-11-19", 0, 0.95, days(1)},
		{"2030-01-01", 0, 0.95, days(0)},
		{"2021-11-21", 0, 0.95, days(1825)},
		{"2021-11-19", 0, 0.855, days(1827)},
		{"2016-11-19", 0, 0.76, days(3653)}, // 0.95 x 0.8, not 0.95 x 0.9 x 0.8
		{"2021-11", 0, 0.95, days(1816)},
		{"2021", 0, 0.95, days(1785)},
		{"", 2021, 0.95, days(1785)},
		{"", 2020, 0.855, days(2150)},
		{"2021-11-19T10:00:00Z", 0, 0.855, days(1827)},
		{"2021-11-19T10:00:00", 0, 0.855, days(1827)},
		{"20211119", 0, 0.855, days(1827)},
		{"last spring", 2001, 0.95, nil},
		{"", -4, 0.95, nil},
	} {
		got := Score(Source{URL: "https://fda.gov", Date: c.date, Year: c.year}, nil, today)
		want := Assessment{Tier: Tier1, Score: c.score, AgeDays: c.age}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q %d: %s", c.date, c.year, diff)
		}
	}
}

func TestAnswer(t *testing.T) {
	a := func(tier string, score float64) Assessment { return Assessment{Tier: tier, Score: score} }
	for _, c := range []struct {
		name   string
		scores []Assessment
		want   Total
	}{
		{"none", nil, Total{Level: Low, Explanation: "no sources were used"}},
		{"one", []Assessment{a(Tier1, 0.95)}, Total{0.95, High, Tier1, 1, "sources: 1, best tier_1 at 0.95, mean 0.95"}},
		{"mixed", []Assessment{a(Tier5, 0.5), a(Tier1, 0.95)}, Total{0.8825, High, Tier1, 2, "sources: 2, best tier_1 at 0.95, mean 0.72"}},
		{"medium", []Assessment{a(Tier3, 0.75)}, Total{0.75, Medium, Tier3, 1, "sources: 1, best tier_3 at 0.75, mean 0.75"}},
		{"low", []Assessment{a(Tier5, 0.5)}, Total{0.5, Low, Tier5, 1, "sources: 1, best tier_5 at 0.50, mean 0.50"}},
	} {
		if diff := cmp.Diff(c.want, Answer(c.scores)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func FuzzScore(f *testing.F) {
	f.Add("https://fda.gov@evil.example", "WHO", "2020-01")
	f.Add(`http://a\b`, "x.y", "")
	f.Fuzz(func(t *testing.T, url, name, date string) {
		got := Score(Source{URL: url, Name: name, Date: date}, Tiers{"a": {Score: 1, Match: []string{name}}}, today)
		if got.Score < 0 || got.Score > 1 || got.Tier == "" {
			t.Fatalf("%+v", got)
		}
	})
}

func BenchmarkScore(b *testing.B) {
	b.ReportAllocs()
	s := Source{URL: "https://www.accessdata.fda.gov/drugs/label.pdf", Date: "2019-03-01"}
	for b.Loop() {
		Score(s, nil, today)
	}
}
