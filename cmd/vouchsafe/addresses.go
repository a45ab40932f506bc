package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
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
