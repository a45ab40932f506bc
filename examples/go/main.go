// Command go answers a question from the documents beside its folder:
//
//	OPENAI_BASE_URL=http://127.0.0.1:8080/v1 go run . "How long are backups kept?"
//
// Nothing here knows of Vouchsafe but the base URL. MODEL names another model.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . QUESTION")
		os.Exit(2)
	}
	if err := answer(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer asks the model with the best passages, and prints what came back.
func answer(ctx context.Context, question string) error {
	documents, err := readDocuments("../documents")
	if err != nil {
		return err
	}
	prompt := "Answer from the documents.\n" + strings.Join(retrieve(documents, question, 2), "\n")
	client := openai.NewClient() // it reads OPENAI_BASE_URL and OPENAI_API_KEY
	reply, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{
		Model:    cmp.Or(os.Getenv("MODEL"), "gpt-4o-mini"),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(prompt), openai.UserMessage(question)},
	})
	if err != nil {
		return err
	}
	fmt.Println(reply.Choices[0].Message.Content)
	return printReport(reply.JSON.ExtraFields["vouchsafe"].Raw())
}

// printReport prints the sources and the verdict. A plain OpenAI endpoint sends
// no report.
func printReport(raw string) error {
	if raw == "" {
		fmt.Println("verdict: not verified")
		return nil
	}
	var told struct {
		Verdict string
		Choices []struct {
			Citations []struct {
				Number   int
				ChunkID  string `json:"chunk_id"`
				Sentence *struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal([]byte(raw), &told); err != nil {
		return err
	}
	for _, c := range told.Choices[0].Citations {
		if c.Sentence != nil {
			fmt.Printf("[%d] %s: %s\n", c.Number, c.ChunkID, c.Sentence.Text)
		}
	}
	fmt.Println("verdict:", told.Verdict)
	return nil
}

// readDocuments reads each file of a folder as a tagged document.
func readDocuments(folder string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		return nil, err
	}
	var documents []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		documents = append(documents, fmt.Sprintf("<document id=%q>\n%s\n</document>", filepath.Base(file),
			strings.TrimSpace(string(text))))
	}
	return documents, nil
}

// retrieve returns the n documents that share most words with the question. A
// real app asks its search engine here.
func retrieve(documents []string, question string, n int) []string {
	words := strings.Fields(strings.ToLower(strings.Trim(question, "?")))
	score := func(text string) (shared int) {
		for _, word := range strings.Fields(strings.ToLower(text)) {
			if slices.Contains(words, strings.Trim(word, ".,")) {
				shared++
			}
		}
		return shared
	}
	best := slices.Clone(documents)
	slices.SortStableFunc(best, func(a, b string) int { return score(b) - score(a) })
	return best[:min(n, len(best))]
}
