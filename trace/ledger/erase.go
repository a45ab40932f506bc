package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/trace/chain"
)

// Whose says whose traces are meant: those of one id, one app, one user, or one user of
// one app. An empty one means none.
type Whose struct{ ID, App, User string }

func (s Whose) means(line []byte) bool {
	of := gjson.GetManyBytes(line, "query_id", "app", "user")
	switch {
	case s.ID != "":
		return of[0].Str == s.ID
	case s.App != "" && of[1].Str != s.App:
		return false
	case s.User != "":
		return of[2].Str == s.User
	}
	return s.App != ""
}

// Reasons for deleting a line, as its place tells.
const (
	ErasedOnRequest = "request"
	ErasedByAge     = "age"
)

// Erase takes traces out of the ledger's files, the rotated ones and the spilled ones too,
// and returns the ids of those. In the place of each in a chain a signed line
// tells that one was deleted there: its words are overwritten, the chain still
// holds. The store is not the ledger's to delete from.
func (w *Writer) Erase(ctx context.Context, whose Whose) (ids []string, err error) {
	if whose == (Whose{}) {
		return nil, errors.New("cannot delete from the ledger: it is not said whose traces")
	}
	return w.erase(ctx, whose.means)
}

// EraseIDs does the same with traces of some ids.
func (w *Writer) EraseIDs(ctx context.Context, ids map[string]bool) (erased []string, err error) {
	return w.erase(ctx, func(line []byte) bool { return ids[gjson.GetBytes(line, "query_id").Str] })
}

func (w *Writer) erase(ctx context.Context, chosen func(line []byte) bool) (ids []string, err error) {
	settle := func() {
		for _, q := range w.queues {
			err = errors.Join(err, q.settled(ctx))
		}
	}
	settle()
	means := func(line []byte) bool {
		if !chosen(line) {
			return false
		}
		if id := gjson.GetBytes(line, "query_id").Str; id != "" {
			ids = append(ids, id)
		}
		return true
	}
	if w.file != nil && w.file.chain != nil {
		var failed error
		_, failed = w.file.overwrite(ctx, means, func() bool { return false }, ErasedOnRequest, nil)
		err = errors.Join(err, failed)
	}
	settle() // what came meanwhile may have been erased in the file, and be on its way to the store
	if w.database != nil {
		err = errors.Join(err, w.database.spill.blank(means))
	}
	if err != nil {
		return ids, fmt.Errorf("cannot delete from the ledger: %w", err)
	}
	return ids, nil
}

// Expire takes traces out of the file that are older than a time, as Erase does, and
// deletes rotated files in which none is left, from the oldest on. It returns how many
// lines it has overwritten.
func (w *Writer) Expire(ctx context.Context, before time.Time) (int, error) {
	if w.file == nil || w.file.chain == nil {
		return 0, nil
	}
	limit := string(AppendTime(nil, before)) // times of one length, which sort as they are
	young := 0
	dropped := func(r chain.Record) error { // it is told before the file is deleted
		if _, err := w.fileQueue.put(recordEntry(r)); err != nil {
			return err
		}
		return w.fileQueue.settled(ctx)
	}
	n, err := w.file.overwrite(ctx, func(line []byte) bool {
		if gjson.GetBytes(line, "timestamp").Str < limit {
			young = 0
			return true
		}
		young++
		return false
	}, func() bool { return young > manyYoung }, ErasedByAge, dropped)
	if err != nil {
		return n, fmt.Errorf("cannot delete old traces from the file: %w", err)
	}
	return n, nil
}

// manyYoung traces in a row that stay mean that all behind them stay: an exchange is
// written when it ends, and told under the time at which it began.
const manyYoung = 1000

// overwrite overwrites the traces that are chosen in all files of the ledger, from the
// oldest on, until there are enough.
func (l *file) overwrite(ctx context.Context, chosen func(line []byte) bool, enough func() bool, why string,
	dropped func(chain.Record) error) (int, error) {
	key, err := chain.OpenKey(l.chain.dir)
	if err != nil {
		return 0, err
	}
	by := chained{dir: l.chain.dir, key: key}
	files, err := l.openAll()
	defer func() {
		for _, f := range files {
			_ = f.Close() // what matters was synced
		}
	}()
	total, dropping := 0, dropped != nil
	for _, f := range files {
		if err != nil || enough() {
			break
		}
		left := 0
		n, failed := overwriteIn(ctx, f, func(line []byte) ([]byte, error) {
			what := personal(line)
			if what == nil {
				return nil, nil
			}
			if enough() || !chosen(what) {
				left++
				return nil, nil
			}
			by.renewKey()
			return chain.Tombstone(line, chain.Deletion{Why: why, Trace: gjson.GetBytes(what, "query_id").Str, Time: time.Now()}, by.key)
		}, enough)
		if total, err = total+n, failed; err == nil && dropping {
			if dropping = left == 0; dropping {
				err = l.drop(f, dropped)
			}
		}
	}
	return total, err
}

// feedbackStart begins the line of a feedback, and of nothing else.
var feedbackStart = []byte(`{"record":"` + chain.Feedback + `",`)

// personal is what in a line is about an exchange: all of a trace's, what a feedback tells; nil for other lines.
func personal(line []byte) []byte {
	switch {
	case bytes.HasPrefix(line, feedbackStart):
		return []byte(gjson.GetBytes(line, "told").Raw)
	case chain.IsRecord(line), chain.IsBlank(line):
		return nil
	}
	return line
}

// drop deletes a rotated file in which no trace is left, once that is told in the chain.
func (l *file) drop(f *os.File, dropped func(chain.Record) error) error {
	l.naming.Lock()
	_, rotated := l.rotatedName(f)
	l.naming.Unlock()
	if !rotated {
		return nil
	}
	r, err := dropOf(f, ErasedByAge)
	if err == nil {
		err = dropped(r)
	}
	if err != nil {
		return err
	}
	l.naming.Lock()
	defer l.naming.Unlock()
	if name, rotated := l.rotatedName(f); rotated {
		return os.Remove(name)
	}
	return nil
}

// rotatedName is what a file is called that was rotated.
func (l *file) rotatedName(f *os.File) (name string, rotated bool) {
	for i := l.keep; i > 0; i-- {
		if info, err := os.Stat(numbered(l.path, i)); err == nil && sameAs(f, info) {
			return numbered(l.path, i), true
		}
	}
	return "", false
}

// openAll opens all files of the ledger, while none is given another name.
func (l *file) openAll() ([]*os.File, error) {
	l.naming.Lock()
	defer l.naming.Unlock()
	var files []*os.File
	for i := l.keep; i >= 0; i-- {
		f, err := os.OpenFile(numbered(l.path, i), os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return files, err
		}
		files = append(files, f)
	}
	return files, nil
}

// overwriteIn gives every whole line of a file to a function, and writes what that returns in
// its place: as many bytes, or none for a line that stays. It ends where enough says so.
func overwriteIn(ctx context.Context, f *os.File, by func(line []byte) ([]byte, error), enough func() bool) (n int, err error) {
	at := int64(0)
	err = chain.EachLine(f, func(_ int, line []byte) error {
		if enough() || line[len(line)-1] != '\n' { // a last line without its end is still being written
			return io.EOF
		}
		text, err := by(line)
		if err == nil && text != nil {
			n++
			_, err = f.WriteAt(text, at)
		}
		at += int64(len(line))
		return errors.Join(err, ctx.Err())
	})
	if err != nil && !errors.Is(err, io.EOF) {
		return n, err
	}
	err = nil
	if n > 0 {
		err = f.Sync()
	}
	return n, err
}

// blank overwrites lines that wait for the store, or were refused by it, with white
// space, which nobody brings back.
func (s *spill) blank(chosen func(line []byte) bool) error {
	paths, err := filepath.Glob(filepath.Join(s.dir, "*.jsonl"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = overwriteIn(context.Background(), f, func(line []byte) ([]byte, error) {
			if !chosen(line) {
				return nil, nil
			}
			return append(bytes.Repeat([]byte{' '}, len(line)-1), '\n'), nil
		}, func() bool { return false })
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// RenewKey makes a new key for the chain in a ledger's file: the one before signs that
// the new one may sign from here on. A gateway that runs takes it up with its next line.
// It returns the id of the new key.
func RenewKey(path, engine string) (string, error) {
	l, err := openFile(Options{Path: path, Engine: engine})
	if err != nil {
		return "", err
	}
	if l.chain == nil {
		return "", errors.Join(fmt.Errorf("%s is no file with a chain", path), l.close())
	}
	id, err := l.renewKey()
	return id, errors.Join(err, l.close())
}

func (l *file) renewKey() (string, error) {
	key, err := chain.MakeKey()
	if err != nil {
		return "", err
	}
	public, err := chain.EncodePublic(key.Public())
	if err != nil {
		return "", err
	}
	r := chain.Record{Record: chain.NewKey, Time: time.Now(), Public: string(public)}
	release, err := l.claim() // until all is done: a gateway that starts meanwhile finds no other process, and no two lose each other's key
	if err != nil {
		return "", err
	}
	defer release()
	if err := key.Install(l.chain.dir); err != nil {
		return "", err
	}
	if _, err := l.put([]entry{recordEntry(r)}); err != nil { // the last line of the key before, which must not sign behind it
		return "", errors.Join(err, l.chain.key.Install(l.chain.dir))
	}
	l.chain.renewKey()
	_, err = l.put([]entry{recordEntry(checkpoint(chain.Closed))})
	l.chain.opened = false
	return key.ID, errors.Join(err, l.chain.presence.end())
}
