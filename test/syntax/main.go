// Command syntax makes the tables of package grounding/text/syntax.
//
//	go run ./test/syntax -dict FOLDER          writes open.txt: what English words may be,
//	                                           from the files of WordNet 3.0 (Debian package
//	                                           wordnet-base: cntlist.rev, index.*, *.exc)
//	go run ./test/syntax -texts FILE           writes follows.txt: which tags follow which,
//	                                           from texts, one JSON string a line
//
// The first is to be run before the second, which asks the package what words may be.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dict := flag.String("dict", "", "folder of WordNet's files")
	texts := flag.String("texts", "", "file of texts, one JSON string a line")
	tagged := flag.String("tagged", "test/syntax/tagged.txt", "file of tagged sentences")
	rounds := flag.Int("rounds", 2, "rounds of estimation")
	out := flag.String("out", "grounding/text/syntax", "folder to write to")
	flag.Parse()
	if err := run(*dict, *texts, *tagged, *out, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "syntax:", err)
		os.Exit(1)
	}
}

func run(dict, texts, tagged, out string, rounds int) error {
	if dict != "" {
		if err := writeOpen(dict, filepath.Join(out, "closed.txt"), filepath.Join(out, "open.txt")); err != nil {
			return err
		}
	}
	if texts != "" {
		return writeFollows(texts, tagged, filepath.Join(out, "follows.txt"), rounds)
	}
	return nil
}
