// Command size counts the product's Go code, folder by folder, and holds it to
// the limits that the project has set itself.
//
//	go run ./size -root ..          # in bench/
//
// A line of code is neither blank nor only a comment. Tests, generated files,
// bench/, test/, examples/ and testdata do not count. internal/ holds helpers of
// tests: it has a line of its own and is in no sum.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// limits of the whole product, in lines of code, and of each package, in files.
const (
	maxLines          = 44_000
	maxGroundingLines = 18_000
	maxClaimLines     = 4_000
	maxFiles          = 40
	maxColumns        = 140
)

func main() {
	root := flag.String("root", "..", "the folder of the project")
	hold := flag.Bool("hold", false, "exit with 1 where a limit is passed")
	wide := flag.Bool("wide", false, "name each line that is too wide")
	flag.Parse()
	packages, err := countTree(*root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(2)
	}
	fmt.Print(table(packages))
	faults := faultsOf(packages, *wide)
	for _, fault := range faults {
		fmt.Println("over:", fault)
	}
	if *hold && len(faults) > 0 {
		os.Exit(1)
	}
}

// countTree counts each package below root, by its folder.
func countTree(root string) (map[string]*count, error) {
	packages := map[string]*count{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && left(root, path) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		if packages[folder] == nil {
			packages[folder] = &count{}
		}
		return packages[folder].add(path)
	})
	return packages, err
}

// helpers is the folder of what only tests and the demo's scripted model use.
const helpers = "internal"

// left reports whether a folder holds no product code.
func left(root, path string) bool {
	name := filepath.Base(path)
	rel, _ := filepath.Rel(root, path)
	return rel != "." && strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" ||
		slices.Contains([]string{"bench", "test", "examples"}, rel)
}

// table prints a line for each room, then one for the whole product.
func table(packages map[string]*count) string {
	var out strings.Builder
	line := func(name string, c count) {
		fmt.Fprintf(&out, "%-28s %7d %7d %6.2f %6d %8.2f %7d\n", name, c.lines, c.tests, c.testsPerLine(), c.files, c.operatorsPerFunction(), c.words)
	}
	fmt.Fprintf(&out, "%-28s %7s %7s %6s %6s %8s %7s\n", "folder", "lines", "tests", "ratio", "files", "&& || f", "words")
	rooms, all, grounding := map[string]*count{}, count{}, count{}
	for folder, c := range packages {
		room := roomOf(folder)
		if rooms[room] == nil {
			rooms[room] = &count{}
		}
		rooms[room].sum(*c)
		if room == helpers {
			continue
		}
		all.sum(*c)
		if strings.HasPrefix(folder, "grounding") {
			grounding.sum(*c)
		}
	}
	for _, room := range sorted(rooms) {
		line(room, *rooms[room])
	}
	line("grounding in all", grounding)
	line("all", all)
	return out.String()
}

// roomOf is a folder's first name, or its first two in grounding and proxy.
func roomOf(folder string) string {
	parts := strings.Split(filepath.ToSlash(folder), "/")
	if len(parts) > 1 && (parts[0] == "grounding" || parts[0] == "proxy") {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// faultsOf tells each limit that is passed.
func faultsOf(packages map[string]*count, wide bool) (faults []string) {
	var all, grounding, claim count
	for _, folder := range sorted(packages) {
		c := packages[folder]
		if roomOf(folder) != helpers {
			all.sum(*c)
		}
		if strings.HasPrefix(folder, "grounding") {
			grounding.sum(*c)
		}
		if strings.HasPrefix(folder, "grounding/claim") {
			claim.sum(*c)
		}
		if c.files > maxFiles {
			faults = append(faults, fmt.Sprintf("%s has %d files, at most %d", folder, c.files, maxFiles))
		}
		if len(c.long) > 0 {
			faults = append(faults, fmt.Sprintf("%s has %d lines wider than %d columns (-wide names them)", folder, len(c.long), maxColumns))
		}
		if wide {
			faults = append(faults, c.long...)
		}
	}
	for _, limit := range []struct {
		what       string
		lines, max int
	}{{"the product", all.lines, maxLines}, {"grounding", grounding.lines, maxGroundingLines}, {"grounding/claim", claim.lines, maxClaimLines}} {
		if limit.lines > limit.max {
			faults = append(faults, fmt.Sprintf("%s has %d lines of code, at most %d", limit.what, limit.lines, limit.max))
		}
	}
	return faults
}

func sorted[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
