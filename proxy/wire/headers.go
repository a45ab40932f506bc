package wire

import (
	"net/url"
	"slices"
	"strings"
)

// hopByHop lists the headers that concern one connection only: RFC 9110,
// section 7.6.1, and the older names that senders still use.
var hopByHop = map[string]bool{
	"connection": true, "keep-alive": true, "proxy-connection": true,
	"proxy-authenticate": true, "proxy-authorization": true, "te": true,
	"trailer": true, "transfer-encoding": true, "upgrade": true, "http2-settings": true,
}

// Named tells whether a message's own Connection headers, whose values
// connection holds, name a header: then it concerns one connection only, too.
// Case does not matter.
func Named(connection []string, name string) bool {
	for _, value := range connection {
		for token := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(token), name) {
				return true
			}
		}
	}
	return false
}

// listed tells whether a list has a header, in any case. It is asked several
// times for every header of a message, and allocates nothing.
func listed(list map[string]bool, name string) bool {
	var lower [longestName]byte
	if len(name) > len(lower) {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	return list[string(lower[:len(name)])]
}

// longestName is as long as any name in a list.
const longestName = 32

// hasPrefix is strings.HasPrefix in any case.
func hasPrefix(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

// requestOnly lists request headers that stay here, beside those of one
// connection. The body is edited, so whatever describes its bytes would be
// wrong; what tells of the path to us is nobody's business upstream.
var requestOnly = map[string]bool{
	"host": true, "content-length": true, "expect": true,
	"accept-encoding": true, "content-encoding": true,
	"content-md5": true, "digest": true, "content-digest": true, "repr-digest": true,
	"forwarded": true, "via": true, "x-forwarded-for": true, "x-forwarded-host": true,
	"x-forwarded-proto": true, "x-forwarded-port": true, "x-forwarded-prefix": true, "x-real-ip": true,
	"x-http-method-override": true, "x-http-method": true, "x-method-override": true,
	"x-original-url": true, "x-rewrite-url": true,
}

// clientOnly lists request headers that identify the client's own account.
// They go on only when its own credential does.
var clientOnly = map[string]bool{
	"authorization": true, "api-key": true, "x-api-key": true, "cookie": true,
	"openai-organization": true, "openai-project": true,
}

// ownPrefix begins the names of this gateway's own headers.
const ownPrefix = "x-vouchsafe-"

// ForwardRequestHeader tells whether a client's header goes to the upstream.
// operator says that the upstream is asked with the operator's credential
// instead of the client's. Headers that Connection names (Named) and values
// that are keys of this gateway (OwnKey) are to be left out besides.
func ForwardRequestHeader(name string, operator bool) bool {
	switch {
	case listed(hopByHop, name), listed(requestOnly, name), hasPrefix(name, ownPrefix):
		return false
	}
	return !operator || !listed(clientOnly, name)
}

// harmless lists request headers that say nothing about who calls: how the
// message is packed, which program sent it, and which try or trace it is.
var harmless = map[string]bool{
	"accept": true, "accept-language": true, "accept-charset": true, "content-type": true, "content-language": true,
	"user-agent": true, "date": true, "cache-control": true, "pragma": true, "priority": true,
	"origin": true, "referer": true, "dnt": true, "upgrade-insecure-requests": true,
	"idempotency-key": true, "x-idempotency-key": true,
	"traceparent": true, "tracestate": true, "baggage": true, "b3": true, "sentry-trace": true, "uber-trace-id": true,
	"x-cloud-trace-context": true, "x-amzn-trace-id": true, "newrelic": true, "x-ms-useragent": true, "cf-ray": true,
}

// harmlessPrefixes and harmlessSuffixes are those of families of such headers.
var (
	harmlessPrefixes = [...]string{"x-stainless-", "sec-fetch-", "sec-ch-", "x-b3-", "x-datadog-"}
	harmlessSuffixes = [...]string{"request-id", "trace-id", "correlation-id", "span-id"}
)

// TellsAccount reports whether a request header that goes upstream may tell one
// caller from another. Every header may that is not known to be harmless: an
// upstream can take a credential from any of them.
func TellsAccount(name string) bool {
	switch {
	case listed(hopByHop, name), listed(requestOnly, name), listed(harmless, name):
		return false
	case hasPrefix(name, ownPrefix):
		return strings.EqualFold(name, "X-Vouchsafe-Key")
	}
	for _, prefix := range harmlessPrefixes {
		if hasPrefix(name, prefix) {
			return false
		}
	}
	for _, suffix := range harmlessSuffixes {
		if len(name) >= len(suffix) && strings.EqualFold(name[len(name)-len(suffix):], suffix) {
			return false
		}
	}
	return true
}

// responseOnly lists response headers that stay here: what describes bytes
// that are decoded or rebuilt, and what speaks for the upstream's host.
var responseOnly = map[string]bool{
	"content-length": true, "content-encoding": true, "date": true, "server": true, "via": true,
	"content-md5": true, "digest": true, "content-digest": true, "repr-digest": true, "etag": true,
	"alt-svc": true, "strict-transport-security": true, "public-key-pins": true,
	"nel": true, "report-to": true, "reporting-endpoints": true,
}

// ForwardResponseHeader tells whether an upstream's header goes to the
// client: rate limits, retry-after, x-request-id and whatever is not known
// do. operator is as in ForwardRequestHeader: cookies of the operator's
// account are not the client's.
func ForwardResponseHeader(name string, operator bool) bool {
	switch {
	case listed(hopByHop, name), listed(responseOnly, name), hasPrefix(name, ownPrefix):
		return false
	case strings.EqualFold(name, "set-cookie") || hasPrefix(name, "openai-organization"):
		return !operator
	}
	return true
}

// OwnKey takes a key of this gateway (vs-…) out of the value of an
// Authorization, api-key or X-Vouchsafe-Key header. ok is false for any other
// credential.
func OwnKey(value string) (key string, ok bool) {
	value = strings.TrimSpace(value)
	if scheme, rest, found := strings.Cut(value, " "); found && strings.EqualFold(scheme, "bearer") {
		value = strings.TrimSpace(rest)
	}
	return value, strings.HasPrefix(value, "vs-")
}

// secretParameters list the parameters of a query in which services of this
// interface take a credential: Azure's gateways, Google's, signed addresses.
var secretParameters = map[string]bool{
	"key": true, "api-key": true, "api_key": true, "apikey": true, "subscription-key": true,
	"token": true, "access_token": true, "code": true, "sig": true,
}

// ForwardQuery returns what of a client's query goes to the upstream, byte for
// byte: without the parameters that hold its own credential where operator is
// true, as in ForwardRequestHeader, and without keys of this gateway.
func ForwardQuery(query string, operator bool) string {
	if query == "" {
		return ""
	}
	stays := func(parameter string) bool {
		name, value, _ := strings.Cut(parameter, "=")
		name, value = unescaped(name), unescaped(value)
		if _, own := OwnKey(value); own {
			return false
		}
		return !operator || !secretParameters[strings.ToLower(name)]
	}
	parameters := strings.Split(query, "&")
	if !slices.ContainsFunc(parameters, func(p string) bool { return !stays(p) }) {
		return query
	}
	return strings.Join(slices.DeleteFunc(parameters, func(p string) bool { return !stays(p) }), "&")
}

// unescaped reads a part of a query; one that cannot be read is as it came.
func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}
