package proxy

import "vouchsafe/wire"

// surface is the interface that the call came through.
func (x *exchange) surface() wire.Surface {
	if x.call.target.Kind == wire.KindResponses {
		return wire.Responses
	}
	return wire.Completions
}
