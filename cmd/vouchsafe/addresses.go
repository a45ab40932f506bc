package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"vouchsafe/admin"
	"vouchsafe/admin/dashboard"
	"vouchsafe/config"
	"vouchsafe/proxy"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/htmlreport"
)

// Bounds on the search for lines that set an address: it runs after somebody's app, and
// must not be felt.
const (
	searchedFiles = 2000
	searchedBytes = 256 << 10 // of a file; longer ones are no source of a person's
	searchedFor   = time.Second
	shownLines    = 5
)

var (
	// setsAddress is how libraries and files name the address of the model.
	setsAddress = regexp.MustCompile(`\b(?:\w*(?:base_?[uU][rR][lL]|BASE_?URL|BaseURL|api_?[bB]ase|API_BASE|azure_?[eE]ndpoint)|Azure(?:Chat)?OpenAI|api\.openai\.com)\b`)
	// readsAddress is a line of code that takes it from the environment, as it should.
	readsAddress = regexp.MustCompile(`(?:environ|getenv|Getenv|process\.env|ENV\[).*OPENAI_(?:BASE_URL|API_BASE)`)

	sourceFiles = []string{".py", ".ipynb", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".go", ".rb", ".java", ".kt", ".cs", ".rs", ".php", ".sh", ".env", ".yaml", ".yml", ".toml", ".ini", ".json"}
	othersCode  = []string{"node_modules", "venv", "env", "site-packages", "__pycache__", "vendor", "dist", "build", "target"}
)

// addressesSet are the lines in and below a folder, and in the files that a command
// names, that may set the address of the model: "app.py:3: base_url".
func addressesSet(dir string, command []string) (lines []string) {
	began, files := time.Now(), 0
	look := func(path string) bool {
		if files++; files > searchedFiles || time.Since(began) > searchedFor || len(lines) >= shownLines {
			return false
		}
		lines = append(lines, addressesIn(path)...)
		return true
	}
	for _, arg := range command {
		if isSource(arg) {
			look(arg)
		}
	}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name := filepath.Base(path)
		switch {
		case err != nil:
			return nil // what cannot be read sets nothing that we could show
		case e.IsDir() && path != dir && (strings.HasPrefix(name, ".") || slices.Contains(othersCode, name)):
			return fs.SkipDir
		case !e.Type().IsRegular() || !isSource(path):
			return nil
		}
		if short, err := filepath.Rel(dir, path); err == nil && dir == "." {
			path = short
		}
		if !slices.Contains(command, path) && !look(path) {
			return fs.SkipAll
		}
		return nil
	})
	return lines[:min(len(lines), shownLines)]
}

func isSource(path string) bool {
	return slices.Contains(sourceFiles, filepath.Ext(path)) || strings.HasPrefix(filepath.Base(path), ".env")
}

// addressesIn are the lines of one file. They are named, not shown: they may hold a
// secret.
func addressesIn(path string) (lines []string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > searchedBytes {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, searchedBytes)
	for n := 1; in.Scan(); n++ {
		line := in.Text()
		if found := setsAddress.FindString(line); found != "" && !readsAddress.MatchString(line) {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", path, n, found))
		}
	}
	return lines
}

// adminBytes bounds what the admin listener takes of a request.
const adminBytes = 1 << 20

// openAdmin makes the server of the admin listener.
func (n *node) openAdmin(c *config.Config) error {
	site, err := dashboard.New()
	if err != nil {
		return err
	}
	n.adminKeys.Store(adminKeys(c))
	o := admin.Options{
		Listen: c.Admin.Listen, PublicURL: c.Admin.PublicURL, Token: c.Admin.Token,
		Keys: func() []admin.Key { return *n.adminKeys.Load() }, UserHeader: c.Admin.UserHeader,
		Health: n.gate.Health, Metrics: n.metrics, Dashboard: site.Handle, Log: n.log, Store: n.store,
	}
	if n.ledger != nil {
		o.Mask, o.Erase, o.Accessed = n.ledger.Mask, n.ledger.Erase, n.ledger.Accessed
		o.Pseudonym, o.Opined = n.ledger.Pseudonym, n.ledger.Opined
		if c.Ledger.JSONL.Path != "" {
			o.Find = n.ledger.Find
		}
		n.gate.HoldWhile(n.blocked)
		if n.store != nil {
			o.Deleted = func(ctx context.Context) error { return n.eraseOnce(ctx, c.Ledger.JSONL.Path) }
		}
	}
	if path := c.Ledger.JSONL.Path; path != "" {
		o.Sign = func(statement string) (*htmlreport.Seal, error) { return seal(filepath.Dir(path), statement) }
	}
	n.metrics.Read(n.readings)
	desk := admin.New(o)
	n.admin, n.endAdmin = proxy.NewServer(desk.Handle, adminBytes, n.log), desk.Close
	return nil
}

// seal signs a statement with the key that signs the ledger.
func seal(dir, statement string) (*htmlreport.Seal, error) {
	key, err := chain.OpenKey(dir)
	if err != nil {
		return nil, err
	}
	public, err := chain.EncodePublic(key.Public())
	if err != nil {
		return nil, err
	}
	signature := base64.StdEncoding.EncodeToString(key.Sign([]byte(statement)))
	return &htmlreport.Seal{Statement: statement, Signature: signature, PublicKey: string(public), KeyID: key.ID}, nil
}

// blocked says why new calls would have to wait, "" if they would not.
func (n *node) blocked() string {
	if n.ledger.Blocked() {
		return "the ledger is blocked"
	}
	return ""
}

// adminKeys are the keys of the admin listener: its own, and the read tokens of apps.
func adminKeys(c *config.Config) *[]admin.Key {
	var keys []admin.Key
	for name, k := range c.Admin.Keys {
		keys = append(keys, admin.Key{Name: "key:" + name, Hash: k.Hash, Role: admin.Role(k.Role), App: k.App})
	}
	for name, app := range c.Apps {
		for _, hash := range app.ReadTokens {
			keys = append(keys, admin.Key{Name: "app:" + name, Hash: hash, Role: admin.Officer, App: name})
		}
	}
	return &keys
}
