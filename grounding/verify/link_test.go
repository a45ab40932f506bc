package verify

import (
	"net/url"
	"strings"
	"testing"
)

func TestALinkOpensThePageAtItsWords(t *testing.T) {
	for _, tt := range []struct{ page, words, want string }{
		{"https://a.example/p", "opened in 1731", "https://a.example/p#:~:text=opened%20in%201731"},
		{"https://a.example/p#top", "a-b, c & d", "https://a.example/p#top:~:text=a%2Db%2C%20c%20%26%20d"},
		{"https://a.example/", "one two three four five six seven eight nine ten eleven twelve thirteen", "https://a.example/#:~:text=one%20two%20three%20four,ten%20eleven%20twelve%20thirteen"},
		{"https://a.example/", "  ", ""},
		{"s3://bucket/file", "words", ""},
		{"javascript:alert(1)", "words", ""},
		{"", "words", ""},
	} {
		got := Link(tt.page, tt.words)
		if got != tt.want {
			t.Errorf("Link(%q, %q) = %q, want %q", tt.page, tt.words, got, tt.want)
		}
		if got != "" && strings.Count(got, "#") != 1 {
			t.Errorf("%q has more than one fragment", got)
		}
	}
}

func TestALinkDecodesToItsWords(t *testing.T) {
	const words = "50 % — „größer“ (+3), x=1&y=2 # ~ :"
	got := Link("https://a.example/", words)
	_, directive, _ := strings.Cut(got, "text=")
	decoded, err := url.PathUnescape(directive)
	if err != nil || decoded != words || strings.ContainsAny(directive, "-,&#+ ") {
		t.Errorf("%q decodes to %q (%v)", directive, decoded, err)
	}
}
