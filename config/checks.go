package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"vouchsafe/grounding/ask"
)

// mustBe is a checker that says what is wrong with a text that is not right.
func mustBe(right func(string) bool, wrong string) checker {
	return func(text string) string {
		if right(text) {
			return ""
		}
		return wrong
	}
}

// checks are the kinds of texts, and what each has to look like. Every other
// kind of value is no text, but a word.
var checks = sync.OnceValue(func() map[string]checker {
	all := map[string]checker{
		"text":          nil,
		"json":          mustBe(func(s string) bool { return json.Valid([]byte(s)) }, "should be a JSON text"),
		"address":       mustBe(isAddress, "should be an address such as 127.0.0.1:8080"),
		"base_url":      isBaseURL,
		"url":           mustBe(func(s string) bool { return isBaseURL(s) == "" }, "should be a plain http or https URL"),
		"path":          mustBe(isPath, "should be a plain path such as /v1/completions"),
		"path_or_below": mustBe(isPathOrBelow, "should be a plain path such as /v1/completions"),
		"prefix":        mustBe(func(s string) bool { return isPath(s) && s != "/" }, "should be a plain path such as /clinic"),
		"pattern":       isPattern,
		"glob":          mustBe(isGlob, "should be a model's name, in which * stands for any text"),
		"form": mustBe(func(s string) bool { _, err := ask.ParseForm(s); return err == nil },
			"should be the form of a reply: "+strings.Join(ask.FormNames(), ", ")),
	}
	for name, k := range forms() {
		all[name] = mustBe(regexp.MustCompile(k.pattern).MatchString, k.wrong)
	}
	return all
})

// form is a kind of texts that a pattern tells, and what is wrong with others.
type form struct{ pattern, wrong string }

func forms() map[string]form {
	const host = `(\[[0-9A-Fa-f:.]+\]|[^/?#@:\s\[\]]+)(:\d{1,5})?`
	return map[string]form{
		"filled":   {`\S`, "should not be empty"},
		"dsn":      {`\S`, "should not be empty"},
		"name":     {`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`, "should be a name of letters, digits, - and _, 64 at most"},
		"role":     {`^(system|developer|user|tool)$`, "is no role of a message with evidence: system, developer, user, tool"},
		"origin":   {`^(\*|https?://` + host + `)$`, "should be an origin such as https://app.example.com, or *"},
		"language": {`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`, "should be a language tag such as de"},
		"header":   {"^[A-Za-z0-9!#$%&'*+.^_|~-]+$", "should be the name of a header"},
		"status":   {`^[45](\d\d|xx)$`, "should be a status such as 429, or a class of them such as 5xx"},
		"pointer":  {`^/`, "should be a JSON Pointer such as /meta/source"},
		"key_hash": {`^sha256:[0-9a-f]{64}$`,
			`should be the hash of a key, "sha256:" and 64 hex digits; vouchsafe keygen makes both`},
		"webhook": {`^https?://` + host + `([/?][^#\s]*)?$`, "should be an http or https URL without a user"},
		"redis": {`^rediss?://([^/?#\s]*@)?` + host + `([/?]\S*)?$`,
			"should be a URL such as redis://user:password@host:6379/0, or rediss:// for TLS"},
		"marker": {`^(auto|none|superscript|[^{\r\n]*(\{(n|authors|year|title|url|doc_id|chunk_id|source_filename|page)\}[^{\r\n]*)+)$`,
			"should be auto, none, superscript or a template with fields in braces: " +
				"{n}, {authors}, {year}, {title}, {url}, {doc_id}, {chunk_id}, {source_filename}, {page}"},
	}
}

func isAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	n, bad := strconv.Atoi(port)
	return err == nil && bad == nil && n >= 0 && n <= 65535
}

// isLoopback reports whether only this machine reaches a listener. A host
// name other than localhost is not looked up: what it means may change.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func isBaseURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "should be an http or https URL"
	case u.User != nil:
		return "should hold no credentials; they belong into api_key"
	case u.RawQuery != "" || u.Fragment != "":
		return "should have no query and no fragment"
	}
	return ""
}

// ownAddress reports whether a base URL leads to the listener itself, as far
// as that can be told without looking names up.
func ownAddress(listen, base string) bool {
	host, port, err := net.SplitHostPort(listen)
	u, bad := url.Parse(base)
	if err != nil || bad != nil || port == "0" {
		return false
	}
	at := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	here := isLoopback(net.JoinHostPort(u.Hostname(), at)) && (isLoopback(listen) || anyHost(host))
	return at == port && (here || strings.EqualFold(u.Hostname(), host))
}

// anyHost reports whether a listener's host stands for every address.
func anyHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || ip != nil && ip.IsUnspecified()
}

func isPattern(s string) string {
	if s == "" {
		return "should not be empty"
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return "is no RE2 pattern: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	}
	if re.MatchString("") {
		return "matches the empty text and so would mask between all letters"
	}
	return ""
}

func isGlob(s string) bool {
	_, err := path.Match(s, "")
	return err == nil && s != ""
}

func isPath(s string) bool {
	return strings.HasPrefix(s, "/") && path.Clean(s) == s && !strings.ContainsAny(s, "?#%*\\ ")
}

// isPathOrBelow takes /v1/threads/* for all paths below /v1/threads, too.
func isPathOrBelow(s string) bool { return isPath(strings.TrimSuffix(s, "/*")) }

// CheckName says what is wrong with the name of an app, an upstream, a policy
// or the like, or "".
func CheckName(s string) string { return checks()["name"](s) }

const (
	keyPrefix  = "vs-"
	hashPrefix = "sha256:"
	keyBytes   = 24 // 192 bits
)

// NewKey makes an app key and the hash to put in the configuration. A key is
// random as a whole, so a fast hash is enough: there is nothing to guess.
func NewKey(random io.Reader) (key, hash string, err error) {
	var secret [keyBytes]byte
	if _, err := io.ReadFull(random, secret[:]); err != nil {
		return "", "", fmt.Errorf("cannot make a key: %w", err)
	}
	key = keyPrefix + base64.RawURLEncoding.EncodeToString(secret[:])
	return key, HashKey(key), nil
}

// HashKey returns the hash of a key as a configuration holds it.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hashPrefix + hex.EncodeToString(sum[:])
}

// isHash reports whether a text has the form of a hash.
func isHash(s string) bool { return checks()["key_hash"](s) == "" }
