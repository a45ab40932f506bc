package quote

import (
	"math/rand"
	"strings"
	"testing"
)

// prose writes n words of a made-up vocabulary with the skew of real text.
func prose(n int) string {
	random := rand.New(rand.NewSource(7))
	zipf := rand.NewZipf(random, 1.15, 4, 3999)
	vocabulary := make([]string, 4000)
	for i := range vocabulary {
		word := make([]byte, 2+random.Intn(8))
		for k := range word {
			word[k] = "etaoinshrdlucmfwypvbgk"[random.Intn(22)]
		}
		vocabulary[i] = string(word)
	}
	var out strings.Builder
	for i := range n {
		switch {
		case i > 0 && i%17 == 0:
			out.WriteString(". ")
		case i > 0:
			out.WriteByte(' ')
		}
		out.WriteString(vocabulary[zipf.Uint64()])
	}
	return out.String()
}

// cases are one quote of thirty words in a chunk of two thousand, as it is, with
// white space and case changed, with one typo, and one from elsewhere.
func cases() (chunk string, quotes map[string]string) {
	chunk = prose(2000)
	words := strings.Fields(chunk)
	exact := strings.Join(words[1400:1430], " ")
	typo := words[1400:1430:1430]
	typo = append([]string(nil), typo...)
	for i := 12; ; i++ {
		if len(typo[i]) >= 8 {
			typo[i] = typo[i][:4] + typo[i][5:]
			break
		}
	}
	other := prose(4000)
	return chunk, map[string]string{
		"exact":      exact,
		"normalized": strings.ToUpper(strings.Join(words[1400:1430], "  ")),
		"typo":       strings.Join(typo, " "),
		"miss":       strings.Join(strings.Fields(other)[3000:3030], " "),
	}
}

func BenchmarkFind(b *testing.B) {
	chunk, quotes := cases()
	text := Prepare(chunk)
	for _, name := range []string{"exact", "normalized", "typo", "miss"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Find(text, quotes[name], Fuzzy)
			}
		})
	}
	b.Run("strings.Index", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !strings.Contains(chunk, quotes["exact"]) {
				b.Fatal("not found")
			}
		}
	})
}

func BenchmarkPrepare(b *testing.B) {
	for name, text := range map[string]string{
		"ascii":    prose(2000),
		"cyrillic": strings.Repeat("Пациент не должен принимать более одной таблетки за раз. ", 200),
		"chinese":  strings.Repeat("患者一次不得服用超过一片，除非医生另有指示。", 200),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Prepare(text)
			}
		})
	}
}
