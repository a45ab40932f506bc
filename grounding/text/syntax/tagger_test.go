package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// tagged writes a sentence with its tags.
func tagged(sentence string) string {
	var out []string
	for _, w := range new(Reader).Read(sentence).Words {
		if w.Tag > Quote {
			out = append(out, fmt.Sprintf("%s/%s", sentence[w.Start:w.End], w.Tag))
		}
	}
	return strings.Join(out, " ")
}

func TestTagsOfWordsThatMayBeSeveralThings(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"Store your rain barrel in a dry place.", "Store/Base your/Determiner rain/Noun barrel/Noun in/Preposition a/Determiner dry/Adjective place/Noun"},
		{"The store opened in May.", "The/Determiner store/Noun opened/Past in/Preposition May/Name"},
		{"The first start rebuilds the index.", "The/Determiner first/Adjective start/Noun rebuilds/PresentS the/Determiner index/Noun"},
		{"Management had noticed his abilities.", "Management/Noun had/Have noticed/Participle his/Determiner abilities/Nouns"},
		{"You can also help them.", "You/Pronoun can/Modal also/Adverb help/Base them/Pronoun"},
		{"The growth slowed because of the war.", "The/Determiner growth/Noun slowed/Past because/Preposition of/Preposition the/Determiner war/Noun"},
		{"The lights are off.", "The/Determiner lights/Nouns are/Be off/Adverb"},
		{"She lights the fire that warms us.", "She/Pronoun lights/PresentS the/Determiner fire/Noun that/Relative warms/PresentS us/Pronoun"},
		{"We show that it works.", "We/Pronoun show/Present that/Subordinator it/Pronoun works/PresentS"},
		{"It isn't the mayor's.", "It/Pronoun is/Be n't/Not the/Determiner mayor/Noun 's/Possessive"},
	} {
		if got := tagged(c.sentence); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

const long = "The board proposes a dividend of NOK 2.75 per share, payable on 12 December, and expects that " +
	"shareholders who registered before the meeting will be paid within two weeks. "

func BenchmarkRead(b *testing.B) {
	r := &Reader{}
	words := 0
	for b.Loop() {
		words += len(r.Read(long).Words)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(words), "ns/word")
}

func BenchmarkTag(b *testing.B) {
	r := &Reader{}
	r.Read(long)
	words := 0
	for b.Loop() {
		r.tags.tag(r.cut.words, r.cut.forms)
		words += len(r.cut.words)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(words), "ns/word")
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		readLexicon()
		readFollows()
	}
}
