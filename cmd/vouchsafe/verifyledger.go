package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vouchsafe/config"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
)

// Flags of verify-ledger and ledger-key.
var (
	ledgerPublic = &flag{name: "key", about: "believe the public keys in this `FILE` (PEM) and no others"}
	ledgerStore  = &flag{name: "store", isSwitch: true, about: "hold the configuration's store against the files too"}
	keyRenew     = &flag{name: "renew", isSwitch: true, about: "make a new key; the one before signs that it may be used"}
)

var verifyLedgerCommand = command{
	page: "traces#was-anything-changed",
	use:  "verify-ledger [FILE…]", does: "Tell whether traces were changed, removed or added since they were written",
	more: `Reads the files of traces, those of the configuration's ledger or those that are named, and tells every line that is
not as it was written: changed, removed, added or moved. The public keys are those beside the ledger, or in --key;
nothing else is needed. Exit code 0: nothing was found; 1: something was; 2: a file cannot be read.`,
	arguments: [2]int{0, -1},
	flags:     []*flag{ledgerPublic, ledgerStore, configFlag},
	do:        verifyLedger,
}

var ledgerKeyCommand = command{
	page: "traces",
	use:  "ledger-key", does: "Print the public keys that verify the ledger, or make a new key",
	more: `Prints the public keys of the configuration's ledger, of all keys that there ever were (PEM). Keep them where nobody
who can write the ledger can: verify-ledger --key believes them alone.`,
	flags: []*flag{keyRenew, configFlag},
	do:    showLedgerKey,
}

// verifyLedger tells every line that is not as it was written.
func verifyLedger(c call) error {
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return err
	}
	l := &lookAtLedger{call: c, names: c.args, complete: len(c.args) == 0, deleted: map[string]bool{}}
	gone := c.isOn(ledgerStore) && settings.Ledger.Store.Driver == config.SQLite && !isThere(settings.Ledger.Store.DSN)
	if c.isOn(ledgerStore) && !gone {
		db, err := openStored(settings.Ledger.Store)
		if err != nil {
			return err
		}
		defer db.Close()
		if l.against, err = newComparison(db, settings.Ledger, l.problem, l.note); err != nil {
			return fmt.Errorf("cannot hold the store against the files: %w", err)
		}
	}
	defer func() { closeAll(l.files) }()
	if err := l.open(settings.Ledger); err != nil {
		return err
	}
	if err := l.findKeys(settings.Ledger); err != nil {
		return err
	}
	// What was deleted since a key was renewed is signed with the new key, in front of the record that names it.
	for _, kind := range [...]string{chain.NewKey, chain.Checkpoint} {
		if err := ledger.EachRecord(l.names, kind, l.keys, func(chain.Record) {}); err != nil {
			return err
		}
	}
	if l.against != nil {
		err = l.against.believe(l.names, l.keys, l.head)
	} else if gone {
		err = l.tellStoreGone(settings.Ledger.Store.DSN)
	}
	if err != nil {
		return err
	}
	if err := l.read(); err != nil {
		return err
	}
	return l.sumUp()
}

// open opens the files as they are named at one moment: a gateway that writes meanwhile gives them other names.
func (l *lookAtLedger) open(of config.Ledger) (err error) {
	const tries = 50
	for try := range tries {
		if l.complete {
			if l.names, err = ledgerFiles(of); err != nil {
				return l.orGone(of, err)
			}
		}
		listed := l.names
		if l.names, err = inOrder(l.names); err == nil {
			l.files, err = openAll(l.names)
		}
		if !l.complete || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if now, gone := ledgerFiles(of); err == nil && gone == nil && len(now) == len(listed) && (slices.Equal(listed, l.names) ||
			try == tries-1) {
			l.tellNames(listed)
			return nil
		}
		closeAll(l.files)
		l.files = nil
		time.Sleep(10 * time.Millisecond)
	}
	return errors.Join(err, errors.New("the files of the ledger get other names all the time"))
}

// tellNames names the first file whose name is that of another one: the older a file, the higher its number.
func (l *lookAtLedger) tellNames(listed []string) {
	for i, name := range listed {
		if name != l.names[i] {
			l.problem(chain.Said{Place: chain.Place{File: name},
				What: fmt.Sprintf("files were given other names: what the chain has at this place stands in %s", l.names[i])})
			return
		}
	}
}

// openAll opens files, each of which has the same name when all are open.
func openAll(names []string) (files []*os.File, err error) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			closeAll(files)
			return nil, fmt.Errorf("cannot read the ledger: %w", err)
		}
		files = append(files, f)
	}
	for i, f := range files {
		opened, err := f.Stat()
		if there, missing := os.Stat(names[i]); err != nil || missing != nil || !os.SameFile(opened, there) {
			closeAll(files)
			return nil, fmt.Errorf("cannot read the ledger: %s was given another name: %w", names[i], fs.ErrNotExist)
		}
	}
	return files, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// ledgerFiles are the files of a configuration's ledger.
func ledgerFiles(l config.Ledger) ([]string, error) {
	if l.JSONL.Path == "" {
		return nil, errors.New("the configuration has no file of traces: ledger.jsonl.path is empty")
	}
	names := ledger.Files(l.JSONL.Path)
	if !isThere(l.JSONL.Path) {
		names = names[:len(names)-1]
	}
	if len(names) == 0 {
		return nil, noTraces(l.JSONL.Path)
	}
	return names, nil
}

// inOrder sorts files by the number of their first line in the chain; those in front of the chain stay in
// front. What tells of the files beside them is no file of traces.
func inOrder(names []string) ([]string, error) {
	first := map[string]uint64{}
	var out []string
	for _, name := range names {
		if ext := filepath.Ext(name); ext == ".head" || ext == ".lock" {
			continue
		}
		n, err := firstNumber(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the ledger: %w", err)
		}
		first[name] = n
		out = append(out, name)
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(first[a], first[b]) })
	return out, nil
}

// firstNumber is the number of the first line of a chain in a file; 0 where there is none.
func firstNumber(name string) (n uint64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	err = chain.EachLine(f, func(_ int, line []byte) error {
		l, ok := chain.Parse(line)
		if n = l.N; ok {
			return io.EOF
		}
		return nil
	})
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// lookAtLedger is one look at a ledger's files.
type lookAtLedger struct {
	call
	names    []string
	files    []*os.File // under these names
	complete bool       // they are all that there are
	keys     chain.Keys
	head     *chain.Head
	against  *comparison // nil where the store is not asked
	sum      chain.Summary
	deleted  map[string]bool // traces, by id; by the place of the line where it says none
	problems int
}

// mostTold are the lines that are told one by one.
const mostTold = 50

// findKeys reads the public keys, and how far the newest file was signed.
func (l *lookAtLedger) findKeys(of config.Ledger) error {
	newest := of.JSONL.Path // it may be gone, and the head beside it not
	if !l.complete {
		newest = l.newestNamed()
	}
	path := l.text(ledgerPublic)
	if path == "" {
		path = filepath.Join(filepath.Dir(newest), chain.PublicFile)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && l.text(ledgerPublic) == "" {
		return fmt.Errorf("there are no public keys beside the ledger (%s): name them with --key", path)
	}
	if err == nil {
		l.keys, err = chain.ReadKeys(text)
	}
	if err != nil {
		return fmt.Errorf("cannot read the public keys: %w", err)
	}
	if l.head, err = ledger.ReadHead(newest); err != nil {
		l.problem(chain.Said{Place: chain.Place{File: ledger.HeadPath(newest), Line: 1}, What: err.Error()})
	}
	if len(l.names) == 0 && l.head == nil {
		return errors.New("there is no file of traces among those that are named")
	}
	if !l.complete || l.against == nil {
		return nil
	}
	kept, err := l.headInStore(of)
	if kept != nil && (l.head == nil || l.head.Link.N < kept.Link.N) {
		l.problem(chain.Said{Place: chain.Place{File: ledger.HeadPath(newest)}, What: fmt.Sprintf(
			"it is gone, or older than what the store remembers: that the chain was signed up to number %d", kept.Link.N)})
		l.head = kept
	}
	return err
}

// newestNamed is that of the named files whose head tells of most lines: it, or what it held, may be gone. Where none has a head it
// is the last one.
func (l *lookAtLedger) newestNamed() string {
	newest, furthest := l.args[len(l.args)-1], uint64(0)
	if n := len(l.names); n > 0 {
		newest = l.names[n-1]
	}
	for _, name := range l.args {
		name = strings.TrimSuffix(name, ledger.HeadPath(""))
		if head, err := ledger.ReadHead(name); err == nil && head != nil && head.Link.N > furthest {
			newest, furthest = name, head.Link.N
		}
	}
	return newest
}

// tellStoreGone names the store that the files know and that is not there.
func (l *lookAtLedger) tellStoreGone(path string) error {
	state, at, err := ledger.LastStored(l.names, l.keys)
	if err == nil && state == nil {
		err = noTraces(path)
	}
	if err == nil {
		l.problem(chain.Said{Place: at, What: fmt.Sprintf("the store that this ledger names, begun on %s, is gone: there is no %s. "+
			"The next start of a gateway makes a new one and fills it from the files",
			state.Begun.UTC().Format(time.RFC3339), path)})
	}
	return err
}

// headInStore is how far the ledger was signed as the store remembers it, by the file's place and by the keys, for the folder
// may have been moved; nil where it does not.
func (l *lookAtLedger) headInStore(of config.Ledger) (newest *chain.Head, err error) {
	h := headsIn(of, l.against.db)
	if h == nil {
		return nil, nil
	}
	for _, key := range append([]string{""}, slices.Collect(maps.Keys(l.keys))...) {
		text, err := h.recall(key)
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		head, _ := chain.ReadHead(text) // the comparison names one that is none
		if head != nil && (newest == nil || newest.Link.N < head.Link.N) {
			newest = head
		}
	}
	return newest, nil
}

// orGone is why there are no files: they are gone where the store knows that there were some.
func (l *lookAtLedger) orGone(of config.Ledger, err error) error {
	if l.against == nil {
		return err
	}
	head, failed := l.headInStore(of)
	if head == nil || failed != nil {
		return errors.Join(err, failed)
	}
	return &exit{exitFailed, fmt.Errorf("the ledger is gone, number 1 to %d of the chain, which was signed on %s, as the store knows: %w",
		head.Link.N, head.Time.UTC().Format(time.RFC3339), err)}
}

func (l *lookAtLedger) read() error {
	v := chain.Verifier{Keys: l.keys, Head: l.head, Complete: l.complete, Problem: l.problem, Note: l.note, Record: l.record}
	if l.against != nil {
		v.Trace = l.against.take
	}
	for i, name := range l.names {
		if err := v.Read(name, l.files[i]); err != nil {
			return fmt.Errorf("cannot read the ledger: %w", err)
		}
	}
	l.sum = v.Done()
	if l.against != nil {
		return l.against.finish(l.sum.First == 1 && l.sum.Unchained == 0)
	}
	return nil
}

// record takes notice of a record.
func (l *lookAtLedger) record(at chain.Place, r chain.Record) {
	if r.Record == chain.Removed {
		l.deleted[cmp.Or(r.Trace, at.String())] = true // what was said of a trace goes with it, and was a line as well
	}
	if l.against != nil {
		l.against.record(at, r)
	}
}

// problem tells of a line.
func (l *lookAtLedger) problem(s chain.Said) {
	l.problems++
	if l.problems > mostTold {
		return
	}
	since := ""
	if s.Since.Line > 0 {
		since = fmt.Sprintf(" (the last signed line in front of it is %s)", s.Since)
	}
	fmt.Fprintf(l.out, "%s: %s%s\n", s.Place, s.What, since)
}

// note tells what is worth knowing of a line, and no fault.
func (l *lookAtLedger) note(s chain.Said) { fmt.Fprintf(l.out, "%s: %s (no fault)\n", s.Place, s.What) }

func (l *lookAtLedger) sumUp() error {
	s := l.sum
	if more := l.problems - mostTold; more > 0 {
		fmt.Fprintf(l.out, "and %d more\n", more)
	}
	signed := "signed until " + s.Signed.UTC().Format(time.RFC3339)
	if s.Signed.IsZero() {
		signed = "no line of them is signed with a key that is known here"
	}
	fmt.Fprintf(l.out, "%s in %s: number %d to %d of the chain, %s, %s, %s, %s; %s\n",
		countOf(s.Lines, "line"), countOf(s.Files, "file"), s.First, s.Last, countOf(s.Traces, "trace"),
		countOf(s.Records, "signed record"), countOf(len(l.deleted), "deleted trace"),
		countOf(s.Unchained, "line")+" from before the chain", signed)
	if l.against != nil {
		fmt.Fprintf(l.out, "the store has %s of these as they stand in the files\n", countOf(l.against.same, "trace"))
		if len(l.against.untold) > 0 {
			fmt.Fprintf(l.out, "of these it cannot be told whether somebody removed or added them: %s\n", l.against.untold)
			for _, one := range l.against.unsure[:min(len(l.against.unsure), mostTold)] {
				fmt.Fprintf(l.out, "- %s\n", one)
			}
		}
	}
	if l.problems > 0 {
		return &exit{exitFailed, fmt.Errorf("the ledger is not as it was written: %s", countOf(l.problems, "fault"))}
	}
	verdict := verdictOn(s, l.head != nil)
	if l.against != nil && len(l.against.untold) > 0 {
		verdict = "in the files, " + verdict
	}
	fmt.Fprintln(l.out, verdict)
	return nil
}

// verdictOn is what can be said of files without a fault, and of which lines it cannot. headed says
// that it is known how far they were signed.
func verdictOn(s chain.Summary, headed bool) string {
	out := fmt.Sprintf("nothing was changed, removed or added up to %s, the last signed line", s.LastSignature)
	if s.LastSignature == (chain.Place{}) {
		out = "no line is signed"
	}
	if s.Unchained > 0 {
		out += fmt.Sprintf("; not vouched for: %s from before the chain", countOf(s.Unchained, "line"))
	}
	switch {
	case s.Behind == (chain.Place{}):
	case s.Behind == s.End:
		out += fmt.Sprintf("; not vouched for: line %s behind it, which no signature covers yet", s.Behind)
	default:
		out += fmt.Sprintf("; not vouched for: lines %s to %s behind it, which no signature covers yet", s.Behind, s.End)
	}
	if !headed {
		out += "; whether more came behind it is not known"
	}
	return out
}

// showLedgerKey prints the public keys of a ledger.
func showLedgerKey(c call) error {
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return err
	}
	path := settings.Ledger.JSONL.Path
	if path == "" {
		return errors.New("the configuration has no file of traces: ledger.jsonl.path is empty")
	}
	if c.isOn(keyRenew) {
		id, err := ledger.RenewKey(path, engine().Version)
		if err != nil {
			return &exit{exitFailed, err}
		}
		fmt.Fprintln(c.err, "the new key is "+id)
	} else if _, err := chain.OpenKey(filepath.Dir(path)); err != nil {
		return &exit{exitFailed, err}
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), chain.PublicFile))
	if err == nil {
		_, err = c.out.Write(text)
	}
	if err != nil {
		return &exit{exitFailed, err}
	}
	return nil
}
