package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"vouchsafe/config"
)

// addressNames are the variables in which OpenAI's libraries find their model, the one that wins first.
var addressNames = []string{"OPENAI_BASE_URL", "OPENAI_API_BASE"}

// address is the model's that an app would ask without a gateway; empty where none is named.
type address struct {
	url  string
	name string // of the variable
	file string // the .env in which it stands; empty: the environment
}

// findAddress looks in the environment, and for what is not set there in the .env that an app
// started in dir would load: it would find the variables of a gateway set, and drop its own.
func findAddress(dir string, command []string, env config.Env) address {
	file := findDotenv(dir)
	if folder := scriptFolder(dir, command); folder != "" {
		file = cmp.Or(findDotenv(folder), file)
	}
	written := readDotenv(file)
	for _, name := range addressNames {
		if value, set := env(name); set && value != "" {
			return address{value, name, ""}
		} else if !set && written[name] != "" {
			return address{written[name], name, file}
		}
	}
	return address{}
}

// explain adds to what kept a run without a configuration file from loading one where the address stands.
func (a address) explain(err error) error {
	if a.file == "" {
		return err
	}
	if err == nil && strings.Contains(a.url, "$") {
		err = errors.New("variables in an address are not expanded")
	}
	if err != nil {
		err = fmt.Errorf("%w; %s stands in %s: set it in the environment, which comes first", err, a.name, a.file)
	}
	return err
}

// under is an environment that has the address.
func (a address) under(env config.Env) config.Env {
	return func(name string) (string, bool) {
		if name == addressNames[0] && a.url != "" {
			return a.url, true
		}
		return env(name)
	}
}

// scriptFolder is the folder of the script in Python that a command runs, from where load_dotenv() looks for a .env;
// empty where it runs none, but a module or code. Other languages look in the working folder.
func scriptFolder(dir string, command []string) string {
	python := false
	for _, word := range splitLines(command) {
		switch {
		case filepath.Ext(word) == ".py":
			if !filepath.IsAbs(word) {
				word = filepath.Join(dir, word)
			}
			return filepath.Dir(word)
		case python && (word == "-m" || word == "-c"):
			return ""
		case strings.HasPrefix(filepath.Base(word), "python"):
			python = true
		}
	}
	return ""
}

// splitLines returns the words of a command; one that is a line for a shell is split into its own.
func splitLines(command []string) (words []string) {
	for _, word := range command {
		if _, err := os.Stat(word); err != nil {
			words = append(words, strings.Fields(word)...)
		} else {
			words = append(words, word)
		}
	}
	return words
}

// findDotenv is the path of the nearest .env in a folder or above; empty where there is none. It
// does not look in folders that anyone may write to, such as /tmp.
func findDotenv(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ".env")
		folder, err := os.Stat(dir)
		if own := err == nil && folder.Mode()&fs.ModeSticky == 0; own {
			if file, err := os.Stat(path); err == nil && !file.IsDir() {
				return path
			}
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// binding is one of a .env: its name, and its value in quotes of three kinds or none.
var binding = regexp.MustCompile("(?m)^[\\s\ufeff]*(?:export\\s+)?([\\w.-]+)[ \\t]*=[ \\t]*(?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`|([^\\r\\n]*))")

var comment = regexp.MustCompile(`(?:^|\s)#.*`)

// readDotenv returns the values of a .env as they stand there, unexpanded.
func readDotenv(path string) map[string]string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // what a pipe says, it says once, and to the app
	}
	data, _ := os.ReadFile(path) // what cannot be read the app does not read either
	values := map[string]string{}
	for _, m := range binding.FindAllStringSubmatch(string(data), -1) {
		values[m[1]] = strings.TrimSpace(m[2] + m[3] + m[4] + comment.ReplaceAllString(m[5], ""))
	}
	return values
}
