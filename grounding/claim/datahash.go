package claim

import (
	"crypto/sha256"
	"encoding/hex"
)

// DataHash returns a hash of the data that claims are judged by beside the languages:
// the weights of words and the model of risk.
func DataHash() string {
	sum := sha256.New()
	sum.Write([]byte(idfText))
	sum.Write([]byte(harmText))
	sum.Write(modelJSON)
	return hex.EncodeToString(sum.Sum(nil))
}
