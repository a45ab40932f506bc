package answer

import (
	"fmt"
	"strings"
	"testing"
)

// fourCitations is a reply of usual size: four sentences, four citations.
func fourCitations() string {
	var objects []string
	for i := 1; i <= 4; i++ {
		objects = append(objects, fmt.Sprintf(`{"citations":[{"chunk_id":"c%d","snippet":"the usual adult dose is %d mg once a day with plenty of water and food"}],`+
			`"text":"The usual dose for an adult is %d mg, taken once a day together with food and plenty of water. "}`, i, i, i))
	}
	return segmentsOf(strings.Join(objects, ","))
}

func BenchmarkReadSegments(b *testing.B) {
	raw := fourCitations()
	b.ReportAllocs()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		Read(Segments, raw, five)
	}
}

func BenchmarkReadProse(b *testing.B) {
	raw := strings.Repeat("The usual dose for an adult is 5 mg [1], taken once a day with food. Children get half [2][3]. ", 4)
	b.ReportAllocs()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		Read(Client, raw, five)
	}
}

// BenchmarkReadHostile reads replies that open what they never close; its
// megabytes a second show that reading stays linear.
func BenchmarkReadHostile(b *testing.B) {
	for name, unit := range map[string]string{
		"brackets": "[", "parentheses": "(", "markers": "[1]", "cells": "[1]|", "attached": "a[1]", "dots": ".", "lines": "\n", "backticks": "a``b`",
		"braces": `{"mode":`, "links": "[a](https://guide.example/dose)", "lenticular": "【", "raised": "x¹", "tags": "<sup>", "years": "[Li, 2019; ",
		"think": "<think></think>",
	} {
		raw := strings.Repeat(unit, (256<<10)/len(unit))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				Read(Numbered, raw, five)
			}
		})
	}
}
