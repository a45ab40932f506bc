package proxy

import "vouchsafe/verify"

// cutOwn takes what failed out of an answer in the client's own form.
func (x *exchange) cutOwn(*choice) ([]verify.Finding, bool) { return nil, false }
