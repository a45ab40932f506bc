package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	sqlite3 "modernc.org/sqlite/lib"
)

// Terms are what a trace is found by where no column tells: the words of its question, its
// answer and what the model wrote in every attempt, and what it cites. One index of the
// database holds them, so that lists and their totals are made by the query itself. A sign
// in front, which no word begins with, tells what is cited from words.
const (
	termDocument = "\u00b6d"
	termChunk    = "\u00b6c" // by the hash of its text
	termChunkID  = "\u00b6i"
)

// Bounds of the words of one trace.
const (
	mostWords = 5000 // different ones
	wordBytes = 48
)

// named is the term of what is called so: as long as any other, and without signs.
func named(sign, name string) string {
	sum := sha256.Sum256(view(plain(name)))
	return sign + hex.EncodeToString(sum[:12])
}

// wordSet are terms, each once, in the order in which they came.
type wordSet struct {
	all  []string
	seen map[string]bool
}

// reset empties the set. The terms that were in it stay whole.
func (w *wordSet) reset() {
	if w.all = make([]string, 0, 32); w.seen == nil {
		w.seen = map[string]bool{}
	}
	clear(w.seen)
}

func (w *wordSet) add(term string) {
	if !w.seen[term] {
		w.seen[term] = true
		w.all = append(w.all, term)
	}
}

// text adds the words of a text.
func (w *wordSet) text(s string) {
	if strings.HasPrefix(s, hashedText) {
		return
	}
	eachWord(s, func(word string) {
		if len(w.all) < mostWords {
			w.add(word)
		}
	})
}

// eachWord hands on the words of a text in small letters, clipped: runs of letters, marks and
// digits. Where a script sets no spaces, they are its signs two by two, and the last one.
func eachWord(s string, word func(string)) {
	s = strings.ToLower(s)
	begin, before, run := -1, -1, false // of a word; of the sign before, in a run of such signs
	end := func(at int) {
		if begin >= 0 {
			word(clip(s[begin:at], wordBytes))
		}
		if before >= 0 {
			word(s[before:at])
		}
		begin, before, run = -1, -1, false
	}
	for at, size := 0, 0; at < len(s); at += size {
		r := rune(s[at])
		if size = 1; r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[at:])
		} else if begin >= 0 && inASCIIWord[r] {
			continue
		}
		switch {
		case unspaced(r):
			if !run {
				end(at)
			}
			if before >= 0 {
				word(s[before : at+size])
			}
			before, run = at, true
		case inWord(r):
			if run {
				end(at)
			}
			if begin < 0 {
				begin = at
			}
		case begin >= 0 || before >= 0:
			end(at)
		}
	}
	end(len(s))
}

// inWord reports whether a sign, which is no capital of ASCII, is part of a word.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return inASCIIWord[r]
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// inASCIIWord are the signs of ASCII in words.
var inASCIIWord = func() (in [utf8.RuneSelf]bool) {
	for _, r := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		in[r] = true
	}
	return in
}()

func unspaced(r rune) bool {
	return r >= 0xe00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

// unescaped is a reply with the escapes of the JSON in it undone, at least where words stand in them.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for {
		text, rest, found := strings.Cut(s, `\`)
		b.WriteString(text)
		switch code, bad := strconv.ParseUint(rest[min(1, len(rest)):min(5, len(rest))], 16, 32); {
		case !found:
			return b.String()
		case strings.HasPrefix(rest, "u") && len(rest) >= 5 && bad == nil:
			b.WriteRune(rune(code))
			s = rest[5:]
		default:
			b.WriteByte(' ')
			s = rest[min(1, len(rest)):]
		}
	}
}

// sought are the terms that a filter asks for; all have to be there. ok is false where it asks
// for what has no word.
func (f Filter) sought() (out []string, ok bool) {
	if f.Document != "" {
		out = append(out, named(termDocument, f.Document))
	}
	if f.Chunk != "" {
		term := named(termChunkID, f.Chunk)
		if _, err := hex.DecodeString(f.Chunk); err == nil && len(f.Chunk) == 2*len(hash{}) {
			term = termChunk + strings.ToLower(f.Chunk)
		}
		out = append(out, term)
	}
	before := len(out)
	eachWord(plain(f.Text), func(word string) {
		if len(out) == before || !unspacedAlone(word) || !strings.HasSuffix(out[len(out)-1], word) {
			out = append(out, word)
		}
	})
	for i := before; i < len(out); i++ {
		out[i] += begins(out[i], i == len(out)-1)
	}
	return out, f.Text == "" || len(out) > before
}

// begins marks a word that is sought as the beginning of one: the last one, which may not be whole
// yet, unless it is a figure or short.
func begins(word string, last bool) string {
	first, _ := utf8.DecodeRuneInString(word)
	if unspacedAlone(word) || last && unicode.IsLetter(first) && utf8.RuneCountInString(word) >= 3 {
		return "*"
	}
	return ""
}

// unspacedAlone reports whether a word is one sign of a script that sets no spaces.
func unspacedAlone(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return unspaced(first) && size == len(word)
}

// termRows are the terms of some traces.
func termRows(s *database, rows []*row) bulk {
	b := bulk{head: `INSERT INTO terms (rowid, words) VALUES`, columns: 2, values: make([]any, 0, 2*len(rows))}
	for _, r := range rows {
		b.values = append(b.values, r.seq, s.d.terms.value(r.terms))
	}
	return b
}

// mends makes the index of words again, from the traces, where an error tells that it is broken or gone: such a store would take
// none, and delete none.
func (s *database) mends(ctx context.Context, err error) bool {
	code := codeOf(err) & 0xff
	if code != sqlite3.SQLITE_CORRUPT && code != sqlite3.SQLITE_ERROR ||
		!strings.Contains(err.Error(), "fts5") && !strings.Contains(err.Error(), "terms") {
		return false
	}
	ctx = context.WithoutCancel(ctx)
	again := s.transactOnce(ctx, func(tx *sql.Tx) error { return s.index(ctx, tx) })
	_, _ = s.write.ExecContext(ctx, `VACUUM`) // frees pages of a table that was taken away; they cost room alone
	if again == nil && s.told != nil {
		s.told(err)
	}
	return again == nil
}

// index makes the index of words anew. A trace that cannot be read is left out.
func (s *database) index(ctx context.Context, tx *sql.Tx) error {
	if err := s.exec(ctx, tx, withoutTerms+s.d.terms.schema); err != nil {
		return err
	}
	return s.rowsIn(ctx, tx, `SELECT seq, body FROM bodies`, nil, func(r *sql.Rows) error {
		var seq int64
		var packed []byte
		err := r.Scan(&seq, &packed)
		one, bad := new(maker).ofStored(packed)
		if err != nil || bad != nil {
			return err
		}
		one.seq = seq
		return termRows(s, []*row{one}).run(ctx, tx, s)
	})
}

// forgetTerms rewrites the index without the terms of traces that are deleted, a piece at a time, so
// that those who write do not wait long.
func forgetTerms(ctx context.Context, db *database) error {
	const pages = 1000
	for step, left := -pages, db.d.terms.forget != ""; left; step = pages {
		err := db.transact(ctx, func(tx *sql.Tx) error {
			var before, after int64
			err := tx.QueryRowContext(ctx, `SELECT total_changes()`).Scan(&before)
			err = errors.Join(err, db.exec(ctx, tx, db.d.terms.forget, step),
				tx.QueryRowContext(ctx, `SELECT total_changes()`).Scan(&after))
			left = after-before >= 2 // as SQLite's documentation tells the end
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// termIndex is how a database indexes terms.
type termIndex struct {
	schema    string
	condition string
	value     func(terms []string) string // what is stored
	query     func(terms []string) string // what is asked
	newest    string                      // has the newest of what is found come first, where that costs nothing
	open, all string                      // all reads every term with its trace, once open is done
	sizes     string                      // reads of every trace how many there are, as termCount tells it; "" where that is not kept
	// takes deleted terms out of it, where they stay until it is merged: begins, and goes on with so many pages
	forget string
}

// withoutTerms takes the index out of a file, whatever is left of it: SQLite drops none that it cannot read.
const withoutTerms = `PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'terms'; PRAGMA writable_schema = RESET;
	DROP TABLE IF EXISTS terms_data; DROP TABLE IF EXISTS terms_idx; DROP TABLE IF EXISTS terms_docsize; DROP TABLE IF EXISTS terms_config; `

// The tokenizer "ascii" leaves letters beyond ASCII, and the sign, within a term, so that terms are what is cut here.
var fullText = termIndex{
	schema: `CREATE VIRTUAL TABLE terms USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii');
		INSERT INTO terms (terms, rank) VALUES ('automerge', 16);`, // merged less often
	open: `CREATE VIRTUAL TABLE IF NOT EXISTS temp.every_word USING fts5vocab('main', 'terms', 'row');
		CREATE VIRTUAL TABLE IF NOT EXISTS temp.every_term USING fts5vocab('main', 'terms', 'instance')`,
	// each sought as a search does
	all: `SELECT i.doc, i.term FROM temp.every_word w CROSS JOIN temp.every_term i WHERE i.term = w.term`,
	// with its totals and its structure
	sizes:     `SELECT id, sz FROM terms_docsize WHERE (SELECT count(*) FROM terms_data WHERE id IN (1, 10)) = 2`,
	newest:    ` ORDER BY f.rowid DESC`,
	condition: `f.terms MATCH ?`, forget: `INSERT INTO terms (terms, rank) VALUES ('merge', ?)`,
	value: func(terms []string) string { return strings.Join(terms, " ") },
	query: func(terms []string) string {
		return joined(terms, `"`, `" *`, " AND ")
	},
}

// termCount is how SQLite's index writes a number: seven bits a byte, the highest first, the last byte without the eighth bit.
func termCount(n int) []byte {
	out := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		out = append([]byte{byte(n&0x7f) | 0x80}, out...)
	}
	return out
}

var vectors = termIndex{
	schema:    `CREATE TABLE terms (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL); CREATE INDEX terms_words ON terms USING GIN (words);`,
	all:       `SELECT t.rowid, w.lexeme FROM terms t, unnest(t.words) w`,
	condition: `f.words @@ CAST(CAST(? AS TEXT) AS TSQUERY)`,
	value:     func(terms []string) string { return joined(terms, `'`, `':*`, " ") },
	query:     func(terms []string) string { return joined(terms, `'`, `':*`, " & ") },
}

// joined quotes terms and joins them; one that ends with a star is the beginning of a word.
func joined(terms []string, quote, star, by string) string {
	var b bytes.Buffer
	for i, term := range terms {
		if i > 0 {
			b.WriteString(by)
		}
		word, beginning := strings.CutSuffix(term, "*")
		b.WriteString(quote + word)
		if beginning {
			b.WriteString(star)
		} else {
			b.WriteString(quote)
		}
	}
	return b.String()
}
