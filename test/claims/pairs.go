package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// pair is a line of a file of labelled pairs.
type pair struct {
	Evidence, Claim, Label, Source, Kind string
}

// readPairs reads a file of labelled pairs.
func readPairs(path string) ([]pair, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the pairs: %w", err)
	}
	in := bufio.NewReader(bytes.NewReader(data))
	if strings.HasSuffix(path, ".gz") {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("cannot unpack the pairs: %w", err)
		}
		in = bufio.NewReader(unpacked)
	}
	var out []pair
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("cannot read pair %d: %w", len(out)+1, err)
		}
		out = append(out, p)
	}
	return out, lines.Err()
}
