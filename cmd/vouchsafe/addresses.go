package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Bounds on the search for lines that set an address: it runs after somebody's app, and
// must not be felt.
const (
	searchedFiles = 2000
	searchedBytes = 256 << 10 // of a file; longer ones are no source of a person's
	searchedAll   = 16 << 20
	searchedFor   = time.Second
	shownLines    = 5
)

var (
	// setsAddress is how libraries and files name the address of the model.
	setsAddress = regexp.MustCompile(`\b(?:\w*(?:base_?[uU][rR][lL]|BASE_?URL|BaseURL|api_?[bB]ase|API_BASE|azure_?[eE]ndpoint)|Azure(?:Chat)?OpenAI|api\.openai\.com)\b`)
	// readsAddress is a line of code that takes it from the environment, as it should.
	readsAddress = regexp.MustCompile(`(?:environ|getenv|Getenv|process\.env|ENV\[).*OPENAI_(?:BASE_URL|API_BASE)`)
	// imports is a line with which a file leads to another: an import, or a command of a script.
	imports = regexp.MustCompile(`(?m)^.*\b(?:import|from|require|include|source|load\w*|open|use|mod|python3?|node|npx|tsx|sh|bash|exec|cd)\b.*$`)

	sourceFiles = []string{".py", ".ipynb", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".go", ".rb", ".java", ".kt", ".cs", ".rs", ".php", ".sh", ".env", ".yaml", ".yml", ".toml", ".ini", ".json"}
	othersCode  = []string{"node_modules", "venv", "env", "site-packages", "__pycache__", "vendor", "dist", "build", "target"}
)

// sourceFile is one that may set an address.
type sourceFile struct{ path, text string }

// addressesSet are the lines in and below a folder, and in the files that a command
// names, that may set the address of the model: "app.py:3: base_url". Where the command
// leads to any file, by name and import, those of others are left out, and so they are with certain.
func addressesSet(dir string, command []string, certain bool) (lines []string) {
	all := sourcesIn(dir, command)
	own := ledTo(all, strings.Join(command, " "))
	if len(own) == 0 && !certain {
		own = all
	}
	for _, f := range own {
		lines = append(lines, addressesIn(f)...)
	}
	return lines[:min(len(lines), shownLines)]
}

// sourcesIn are the files that a command names, and those in and below a folder.
func sourcesIn(dir string, command []string) (found []sourceFile) {
	began, bytes := time.Now(), 0
	look := func(path string) bool {
		if len(found) >= searchedFiles || bytes > searchedAll || time.Since(began) > searchedFor {
			return false
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() <= searchedBytes {
			text, _ := os.ReadFile(path) // what cannot be read sets nothing that we could show
			found, bytes = append(found, sourceFile{path, string(text)}), bytes+len(text)
		}
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
			return nil
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
	return found
}

// ledTo are the files that a command leads to: those whose name stands in it or in what such
// a file imports, and the .env files beside them.
func ledTo(all []sourceFile, command string) []sourceFile {
	known, folders := map[string]bool{}, map[string]bool{".": true}
	learn := func(text string) {
		for _, word := range strings.FieldsFunc(text, notOfName) {
			known[word] = true
		}
	}
	learn(command)
	taken, led := make([]bool, len(all)), false
	for more := true; more; {
		more = false
		for i, f := range all {
			if taken[i] || isEnv(f.path) || !known[importName(f.path)] && !known[stemOf(f.path)] {
				continue
			}
			taken[i], led, more, folders[filepath.Dir(f.path)] = true, true, true, true
			learn(strings.Join(imports.FindAllString(f.text, -1), " "))
		}
	}
	var own []sourceFile
	for i, f := range all {
		if taken[i] || led && isEnv(f.path) && folders[filepath.Dir(f.path)] {
			own = append(own, f)
		}
	}
	return own
}

func stemOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// importName is the name under which a file is imported: its own, or its folder's.
func importName(path string) string {
	switch stem := stemOf(path); {
	case slices.Contains([]string{"__init__", "__main__", "index", "main", "mod"}, stem), filepath.Ext(path) == ".go":
		return filepath.Base(filepath.Dir(path))
	default:
		return stem
	}
}

func notOfName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
}

func isSource(path string) bool {
	return slices.Contains(sourceFiles, filepath.Ext(path)) || isEnv(path)
}

func isEnv(path string) bool { return strings.HasPrefix(filepath.Base(path), ".env") }

// addressesIn are the lines of one file. They are named, not shown: they may hold a
// secret.
func addressesIn(f sourceFile) (lines []string) {
	n := 0
	for line := range strings.Lines(f.text) {
		n++
		if found := setsAddress.FindString(line); found != "" && !readsAddress.MatchString(line) {
			lines = append(lines, visible(fmt.Sprintf("%s:%d: %s", f.path, n, found)))
		}
	}
	return lines
}
