package htmlreport

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestTheContentSecurityPolicyAllowsTheStyleAndNothingElse(t *testing.T) {
	got := rendered(t, example())
	_, rest, _ := strings.Cut(got, "<style>")
	inline, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(inline))
	want := "default-src &#39;none&#39;; style-src &#39;sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "'", "&#39;") + "&#39;"
	if !strings.Contains(got, want) {
		t.Errorf("the policy is not %s", want)
	}
	if strings.Contains(style, "</") {
		t.Error("the style sheet can end its element")
	}
}

// Text on its ground has a contrast of at least 4.5 to 1, as WCAG 2.2 wants
// for text of any size (1.4.3), in light, dark and print.
func TestContrast(t *testing.T) {
	roots := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(style, -1)
	if len(roots) != 3 {
		t.Fatalf("%d sets of colours, want 3", len(roots))
	}
	for i, root := range roots {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]+)`).FindAllStringSubmatch(root[1], -1) {
			colours[m[1]] = m[2]
		}
		for _, ink := range []string{"ink", "soft", "accent", "grounded", "healed", "declined", "skipped", "ungrounded", "unreadable"} {
			for _, ground := range []string{"paper", "card"} {
				if c := contrast(t, colours[ink], colours[ground]); c < 4.5 {
					t.Errorf("set %d: %s on %s has a contrast of %.2f", i, ink, ground, c)
				}
			}
		}
		for ink, ground := range map[string]string{"mark-ink": "mark", "ink": "wash-ungrounded"} {
			if c := contrast(t, colours[ink], colours[ground]); c < 4.5 {
				t.Errorf("set %d: %s on %s has a contrast of %.2f", i, ink, ground, c)
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance that WCAG defines.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	hex := strings.TrimPrefix(colour, "#")
	if len(hex) == 3 {
		hex = hex[0:1] + hex[0:1] + hex[1:2] + hex[1:2] + hex[2:3] + hex[2:3]
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		t.Fatalf("%q is no colour", colour)
	}
	linear := func(v uint64) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}
