package chain

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

func newTestKey(t testing.TB) (*Key, Keys) {
	t.Helper()
	key, err := MakeKey()
	if err != nil {
		t.Fatal(err)
	}
	return key, Keys{key.ID: {PublicKey: key.Public()}}
}

// sealed is a chain of a signed line, some traces and another signed line.
func sealed(t testing.TB, key *Key, traces int) []byte {
	t.Helper()
	var text []byte
	var at Link
	tell := func(kind string) {
		object, err := Record{Record: kind, Time: time.Unix(1, 0), Key: key.ID}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		text, at = Seal(text, object, at, key)
	}
	tell(Opened)
	for i := range traces {
		text, at = Seal(text, fmt.Appendf(nil, `{"query_id":"vt_%d","prev":"x","n":7}`, i), at, nil)
	}
	tell(Closed)
	return text
}

// read verifies a text.
func read(t testing.TB, keys Keys, text []byte) (problems []Said, s Summary) {
	t.Helper()
	v := Verifier{Keys: keys, Note: func(Said) {}, Problem: func(s Said) { problems = append(problems, s) }}
	if err := v.Read("f", bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return problems, v.Done()
}

func TestALineIsWhatWasSealed(t *testing.T) {
	key, keys := newTestKey(t)
	text := sealed(t, key, 3)
	if problems, s := read(t, keys, text); len(problems) > 0 || s.Traces != 3 || s.Records != 2 || s.Last != 5 {
		t.Errorf("%v, %+v", problems, s)
	}
	for line := range bytes.Lines(text) {
		l, ok := Parse(line)
		if !json.Valid(line) || !ok || !json.Valid(append(bytes.Clone(l.Object), '}')) {
			t.Errorf("%s", line)
		}
	}
}

// TestASignatureCanBeCheckedByHand: of the bytes in front of ,"signature".
func TestASignatureCanBeCheckedByHand(t *testing.T) {
	key, _ := newTestKey(t)
	line, _, _ := bytes.Cut(sealed(t, key, 0), []byte{'\n'})
	before, _, _ := bytes.Cut(line, []byte(`,"signature":"`))
	var read struct{ Signature []byte }
	if err := json.Unmarshal(line, &read); err != nil || !ed25519.Verify(key.Public(), before, read.Signature) {
		t.Errorf("%v: %s", err, line)
	}
}

// TestEveryFlippedBitIsNoticed tries each byte of a chain.
func TestEveryFlippedBitIsNoticed(t *testing.T) {
	key, keys := newTestKey(t)
	text := sealed(t, key, 3)
	for i := range text[:len(text)-1] {
		changed := bytes.Clone(text)
		changed[i] ^= 1 << (i % 7)
		if problems, _ := read(t, keys, changed); len(problems) == 0 {
			t.Errorf("byte %d, %q, was changed to %q", i, text[i], changed[i])
		}
	}
}

func TestALineWithoutASignatureIsMissedAfterAThousand(t *testing.T) {
	key, keys := newTestKey(t)
	text := sealed(t, key, MostUnsigned)
	if problems, _ := read(t, keys, text); len(problems) > 0 {
		t.Error(problems)
	}
	if problems, _ := read(t, keys, sealed(t, key, MostUnsigned+1)); len(problems) != 1 || problems[0].Line != MostUnsigned+2 {
		t.Error(problems)
	}
}

func TestATombstoneIsAsLongAsItsLine(t *testing.T) {
	key, keys := newTestKey(t)
	object, _ := Record{Record: Opened, Key: key.ID}.Encode()
	text, at := Seal(nil, object, Link{}, key)
	first := len(text)
	text, at = Seal(text, []byte(`{"query_id":"vt_1","answer":"`+strings.Repeat("secret ", 100)+`"}`), at, nil)
	second := len(text)
	text, _ = Seal(text, object, at, key)
	stone, _ := Tombstone(text[first:second], Deletion{Why: "request", Time: time.Now()}, key)
	if len(stone) != second-first || !json.Valid(stone) {
		t.Fatalf("%d bytes for %d: %s", len(stone), second-first, stone)
	}
	copy(text[first:], stone)
	if problems, s := read(t, keys, text); len(problems) > 0 || s.Removed != 1 || bytes.Contains(text, []byte("secret")) {
		t.Errorf("%v, %+v", problems, s)
	}
	again, _ := Tombstone(stone, Deletion{Why: "age", Time: time.Now()}, key)
	copy(text[first:], again)
	if problems, _ := read(t, keys, text); len(problems) > 0 {
		t.Errorf("of a second one: %v", problems)
	}
	if short, err := Tombstone([]byte("{}\n"), Deletion{Why: "request", Time: time.Now()}, key); string(short) != "  \n" || err != nil {
		t.Errorf("a line of two bytes gives way to %q, %v", short, err)
	}
}

func TestAHeadStandsInNoChain(t *testing.T) {
	key, keys := newTestKey(t)
	text := sealed(t, key, 1)
	head, err := EncodeHead(Link{3, HashOf(lastLine(text))}, Front{}, time.Now(), key)
	if err != nil {
		t.Fatal(err)
	}
	if h, err := ReadHead(head); err != nil || h.Link.N != 3 || h.Check(keys) != nil || h.Check(Keys{}) == nil {
		t.Errorf("%v, %v", h, err)
	}
	if _, err := ReadHead(lastLine(text)); err == nil {
		t.Error("a line of the chain was taken for a head")
	}
	if problems, _ := read(t, keys, append(text, head...)); len(problems) == 0 {
		t.Error("a head was taken for a line of the chain")
	}
}

func lastLine(text []byte) (last []byte) {
	for line := range bytes.Lines(text) {
		last = line
	}
	return last
}

func TestKeysAreFoundAgain(t *testing.T) {
	dir := t.TempDir()
	a, err := OpenKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, err := OpenKey(dir)
	if err != nil || a.ID != b.ID {
		t.Error(b, err)
	}
	for _, broken := range []string{"", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"} {
		if _, err := ReadKeys([]byte(broken)); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
}

// FuzzVerifier: whatever stands in a file, every line is counted, and none is taken for good that was
// not written.
func FuzzVerifier(f *testing.F) {
	key, keys := newTestKey(f)
	text := sealed(f, key, 3)
	good := map[string]bool{}
	for line := range bytes.Lines(text) {
		good[string(line)] = true
	}
	f.Add(text)
	f.Add([]byte("{}\n"))
	f.Add(text[50:])
	f.Add(append(bytes.Clone(text), text...))
	f.Fuzz(func(t *testing.T, other []byte) {
		problems, s := read(t, keys, other)
		if want := bytes.Count(other, []byte{'\n'}); s.Lines != want && s.Lines != want+1 {
			t.Errorf("%d lines of %d", s.Lines, want)
		}
		if s.Lines > 0 && len(problems) == 0 && !bytes.HasPrefix(text, other) && s.Unsigned == 0 && s.Unchained == 0 {
			t.Errorf("%q was believed", other)
		}
	})
}

// FuzzParse: what was sealed is read back, whatever it is.
func FuzzParse(f *testing.F) {
	key, _ := newTestKey(f)
	f.Add(`"a":1`, uint64(0), true)
	f.Add(`"prev":"x","n":3,"signature":""`, uint64(1<<63), false)
	f.Fuzz(func(t *testing.T, members string, n uint64, signed bool) {
		with := key
		if !signed {
			with = nil
		}
		object := []byte("{" + members + "}")
		line, _ := Seal(nil, object, Link{N: n, Hash: HashOf(object)}, with)
		l, ok := Parse(line)
		if n+1 == 0 { // no chain is that long
			return
		}
		if !ok || l.N != n+1 || l.Prev != HashOf(object) || (l.Signature != nil) != signed || string(l.Object) != "{"+members {
			t.Errorf("%q: %+v", line, l)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	key, keys := newTestKey(b)
	text := sealed(b, key, 900)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		read(b, keys, text)
	}
}

// TestAKeyForWhichNoKeyBeforeSignedIsNoted though it is among those that are believed.
func TestAKeyForWhichNoKeyBeforeSignedIsNoted(t *testing.T) {
	first, keys := newTestKey(t)
	second, _ := newTestKey(t)
	keys[second.ID] = &Public{PublicKey: second.Public()}
	public, err := EncodePublic(second.Public())
	if err != nil {
		t.Fatal(err)
	}
	for name, handedOn := range map[string]bool{"lost": false, "handed on": true} {
		t.Run(name, func(t *testing.T) {
			var text []byte
			var at Link
			tell := func(key *Key, r Record) {
				r.Time, r.Key = time.Unix(1, 0), key.ID
				object, err := r.Encode()
				if err != nil {
					t.Fatal(err)
				}
				text, at = Seal(text, object, at, key)
			}
			tell(first, Record{Record: Opened})
			if handedOn {
				tell(first, Record{Record: NewKey, Public: string(public)})
			}
			tell(second, Record{Record: Opened})
			tell(second, Record{Record: Checkpoint})
			var notes []string
			v := Verifier{Keys: keys, Problem: func(s Said) { t.Error(s) }, Note: func(s Said) { notes = append(notes, s.What) }}
			if err := v.Read("f", bytes.NewReader(text)); err != nil {
				t.Fatal(err)
			}
			v.Done()
			told := 0
			for _, note := range notes {
				if strings.Contains(note, second.ID) {
					told++
				}
			}
			if want := map[bool]int{false: 1, true: 0}[handedOn]; told != want {
				t.Errorf("%d notes of the key: %q", told, notes)
			}
		})
	}
}
