package admin

import (
	_ "embed" // the description of the API

	"vouchsafe/proxy/wire"
)

//go:embed openapi.json
var openAPI []byte

// openAPI describes the API.
func (r *request) openAPI() *wire.Error {
	return r.send(openAPI)
}
