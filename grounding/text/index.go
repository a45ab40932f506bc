package text

import "encoding/binary"

// Index numbers the words of a closed list, from 1 on, and finds them by their letters. It
// does what a map of strings would, at a fraction of the cost: every word of a
// text is asked for, most are short and most are not listed.
type Index struct {
	words   []string    // by number
	starts  []uint64    // by number: what startOf gives
	slots   []slot      // open addressing; their count is a power of two
	lengths [256]uint64 // by first byte: the lengths of its words as bits, the last one for all longer ones
}

// slot is a place of the index: the upper half of a word's hash, by which most
// other words are told apart without being compared, and its number.
type slot struct {
	tag    uint16
	number uint16 // 0 for a free place
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{words: []string{""}, starts: []uint64{0}, slots: make([]slot, 64)}
}

// mostWords is how many words an index has numbers for.
const mostWords = 1<<16 - 1

// Add returns the number of a word, a new one if it was not listed; 0 beyond
// 65,535 words. It must not be called while others call Find.
func (x *Index) Add(word string) int {
	n := x.Find([]byte(word))
	if n > 0 || len(x.words) > mostWords {
		return n
	}
	x.words, x.starts = append(x.words, word), append(x.starts, startOf([]byte(word)))
	if 4*len(x.words) > len(x.slots) {
		x.slots = make([]slot, 2*len(x.slots))
		for n := 1; n < len(x.words)-1; n++ {
			x.put(n)
		}
	}
	x.put(len(x.words) - 1)
	return len(x.words) - 1
}

// put enters word n, which is not there yet.
func (x *Index) put(n int) {
	if word := x.words[n]; word != "" {
		x.lengths[word[0]] |= lengthBit(len(word))
	}
	h := mix(x.starts[n], []byte(x.words[n]))
	i := h & uint32(len(x.slots)-1)
	for x.slots[i].number != 0 {
		i = (i + 1) & uint32(len(x.slots)-1)
	}
	x.slots[i] = slot{uint16(h >> 16), uint16(n)}
}

// Find returns the number of a word, 0 if it is not listed.
func (x *Index) Find(word []byte) int {
	if len(word) > 0 && !x.may(word[0], len(word)) {
		return 0
	}
	start := startOf(word)
	h := mix(start, word)
	for i := h & uint32(len(x.slots)-1); ; i = (i + 1) & uint32(len(x.slots)-1) {
		s := x.slots[i]
		if s.number == 0 {
			return 0
		}
		if s.tag == uint16(h>>16) && x.starts[s.number] == start && x.is(s.number, word) {
			return int(s.number)
		}
	}
}

// is reports whether a word that starts as the one of a number does is that
// word.
func (x *Index) is(number uint16, word []byte) bool {
	listed := x.words[number]
	return len(listed) == len(word) && (len(word) <= startLength || listed == string(word))
}

// may reports whether a word with that first byte and of that length is listed.
func (x *Index) may(first byte, length int) bool { return x.lengths[first]&lengthBit(length) != 0 }

// lengthBit is the bit for a length in bytes.
func lengthBit(length int) uint64 { return 1 << min(length, 63) }

// Word returns the word of a number that Add has given.
func (x *Index) Word(number int) string { return x.words[number] }

// startLength is how many bytes of a word startOf takes: all of most words.
const startLength = 8

// startOf returns the first eight bytes of a word in one number.
func startOf(word []byte) uint64 {
	switch n := len(word); {
	case n >= startLength:
		return binary.LittleEndian.Uint64(word)
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(word)) | uint64(binary.LittleEndian.Uint32(word[n-4:]))<<(8*(n-4))
	case n > 0:
		return uint64(word[0]) | uint64(word[n/2])<<(8*(n/2)) | uint64(word[n-1])<<(8*(n-1))
	}
	return 0
}

// mix hashes a word by its start and its last eight bytes. The list is closed,
// so nobody can crowd it.
func mix(start uint64, word []byte) uint32 {
	const odd1, odd2 = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F // of the golden ratio, and a prime
	h := start * odd1
	if n := len(word); n > startLength {
		h ^= binary.LittleEndian.Uint64(word[n-startLength:]) * odd2
	}
	h ^= h >> 29
	return uint32(h * odd1 >> 32)
}
