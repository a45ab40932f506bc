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
	"strings"
	"unicode/utf8"
)

// count is what one or several folders hold.
type count struct {
	lines     int      // of code, without tests
	tests     int      // lines of code in tests
	files     int      // without tests
	functions int      // declared, without tests
	data      int      // bytes that the binary embeds
	long      []string // places of lines that are too wide, as file:line
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

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
	for _, d := range file.Decls {
		if _, is := d.(*ast.FuncDecl); is {
			c.functions++
		}
	}
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
	c.data += other.data
}
