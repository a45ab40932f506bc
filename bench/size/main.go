// Command size counts the product's Go code, folder by folder, and holds it to
// the limits that the project has set itself.
//
//	go run ./size -root ..          # in bench/
//
// A line of code is neither blank nor only a comment. All Go counts that is no
// test: what ships, and what measures and helps to test it (bench/, test/,
// internal/). Generated files and testdata do not count. Data is what the
// binary embeds, in bytes.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// limits of the whole product, in lines of code, functions and bytes, and of
// each package, in files.
const (
	maxLines          = 50_000
	maxGroundingLines = 22_000
	maxClaimLines     = 3_500
	maxFunctions      = 3_600
	maxData           = 700_000
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

// left reports whether a folder holds no code of ours.
func left(root, path string) bool {
	name := filepath.Base(path)
	rel, _ := filepath.Rel(root, path)
	return rel != "." && strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules"
}

// table prints a line for each room, then one for the whole product.
func table(packages map[string]*count) string {
	var out strings.Builder
	line := func(name string, c count) {
		fmt.Fprintf(&out, "%-28s %7d %7d %6.2f %6d %9d %8d\n", name, c.lines, c.tests, float64(c.tests)/float64(max(1, c.lines)), c.files,
			c.functions, c.data)
	}
	fmt.Fprintf(&out, "%-28s %7s %7s %6s %6s %9s %8s\n", "folder", "lines", "tests", "ratio", "files", "functions", "data")
	rooms := map[string]*count{}
	for folder, c := range packages {
		room := roomOf(folder)
		if rooms[room] == nil {
			rooms[room] = &count{}
		}
		rooms[room].sum(*c)
	}
	for _, room := range slices.Sorted(maps.Keys(rooms)) {
		line(room, *rooms[room])
	}
	line("grounding in all", whole(packages, "grounding"))
	line("all", whole(packages, ""))
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
	for _, folder := range slices.Sorted(maps.Keys(packages)) {
		c := packages[folder]
		if c.files > maxFiles {
			faults = append(faults, fmt.Sprintf("%s has %d files, at most %d", folder, c.files, maxFiles))
		}
		if len(c.long) > 0 {
			faults = append(faults, fmt.Sprintf("%s has %d lines wider than %d columns (-wide names them)", folder, len(c.long),
				maxColumns))
		}
		if wide {
			faults = append(faults, c.long...)
		}
	}
	all, grounding, claim := whole(packages, ""), whole(packages, "grounding"), whole(packages, "grounding/claim")
	for _, limit := range []struct {
		what     string
		has, max int
		of       string
	}{
		{"the product", all.lines, maxLines, "lines of code"}, {"grounding", grounding.lines, maxGroundingLines, "lines of code"},
		{"grounding/claim", claim.lines, maxClaimLines, "lines of code"}, {"the product", all.functions, maxFunctions, "functions"},
		{"the product", all.data, maxData, "bytes of embedded data"},
	} {
		if limit.has > limit.max {
			faults = append(faults, fmt.Sprintf("%s has %d %s, at most %d", limit.what, limit.has, limit.of, limit.max))
		}
	}
	return faults
}

// whole is the sum of all folders that begin so.
func whole(packages map[string]*count, begin string) (sum count) {
	for folder, c := range packages {
		if strings.HasPrefix(folder, begin) {
			sum.sum(*c)
		}
	}
	return sum
}
