package admin

import (
	_ "embed" // the description of the API

	"vouchsafe/proxy/wire"
)

//go:embed openapi.json
var openAPI []byte

// describe describes the API.
func describe(r *request) *wire.Error {
	return r.send(openAPI)
}
