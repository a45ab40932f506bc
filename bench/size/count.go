package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// count is what one or several folders hold.
type count struct {
	lines     int      // of code, without tests
	tests     int      // lines of code in tests
	files     int      // without tests
	functions int      // declared, without tests
	operators int      // && and || in them
	words     int      // in string literals, without tests
	data      int      // bytes that the binary embeds
	long      []string // places of lines that are too wide, as file:line
}

var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	word      = regexp.MustCompile(`\p{L}{2,}`)
)

// add counts one Go file.
func (c *count) add(path string) error {
	source, err := os.ReadFile(path)
	if err != nil || generated.Match(source) {
		return err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.ParseComments)
	if err != nil {
		return err
	}
	lines := codeLines(set, file, source)
	if strings.HasSuffix(path, "_test.go") {
		c.tests += lines
		return nil
	}
	c.lines += lines
	c.files++
	c.look(file)
	c.data += embedded(filepath.Dir(path), file)
	for i, line := range strings.Split(string(source), "\n") {
		if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > maxColumns {
			c.long = append(c.long, fmt.Sprintf("%s:%d", path, i+1))
		}
	}
	return nil
}

// embedded is how many bytes a file's go:embed directives take into the binary.
func embedded(dir string, file *ast.File) (bytes int) {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			patterns, ok := strings.CutPrefix(comment.Text, "//go:embed ")
			if !ok {
				continue
			}
			for _, pattern := range strings.Fields(patterns) {
				found, _ := filepath.Glob(filepath.Join(dir, pattern))
				for _, path := range found {
					bytes += weigh(path)
				}
			}
		}
	}
	return bytes
}

// weigh is the size of a file, or of all files of a folder.
func weigh(path string) (bytes int) {
	_ = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			bytes += int(info.Size())
		}
		return err
	})
	return bytes
}

// look counts a file's functions, boolean operators and words in literals.
func (c *count) look(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.FuncDecl:
			c.functions++
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				c.operators++
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
				c.words += len(word.FindAllString(text, -1))
			}
		}
		return true
	})
}

// codeLines counts the lines that hold something besides white space and
// comments.
func codeLines(set *token.FileSet, file *ast.File, source []byte) (n int) {
	text := []byte(string(source))
	for _, group := range file.Comments {
		for _, comment := range group.List {
			from, to := set.Position(comment.Pos()).Offset, set.Position(comment.End()).Offset
			for i := from; i < to; i++ {
				if text[i] != '\n' {
					text[i] = ' '
				}
			}
		}
	}
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

// sum adds another count to this one.
func (c *count) sum(other count) {
	c.lines += other.lines
	c.tests += other.tests
	c.files += other.files
	c.functions += other.functions
	c.operators += other.operators
	c.words += other.words
	c.data += other.data
}

func (c count) testsPerLine() float64 { return ratio(c.tests, c.lines) }

func (c count) operatorsPerFunction() float64 { return ratio(c.operators, c.functions) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
