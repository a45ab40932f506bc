package outbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"vouchsafe/proxy/upstream"
)

// SignatureHeader is the header of a signed message.
const SignatureHeader = "X-Vouchsafe-Signature"

// Signed returns the header that proves to a receiver who knows the secret
// where a message comes from, and when: "t=<Unix time>,v1=<hex>", the
// HMAC-SHA256 of the time, a full stop and the body. A receiver should turn
// down a time that is minutes old.
func Signed(secret string) func(body []byte, now time.Time) upstream.Header {
	return func(body []byte, now time.Time) upstream.Header {
		at := strconv.FormatInt(now.Unix(), 10)
		h := hmac.New(sha256.New, []byte(secret))
		h.Write([]byte(at + "."))
		h.Write(body) // a hash never fails to write
		return upstream.Header{{SignatureHeader, "t=" + at + ",v1=" + hex.EncodeToString(h.Sum(nil))}}
	}
}
