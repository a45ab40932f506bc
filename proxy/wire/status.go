package wire

// HTTP statuses that the gateway answers with. They stand here because the
// standard library keeps its own beside a whole HTTP client, and this package
// reaches no network.
const (
	statusBadRequest   = 400
	statusUnauthorized = 401
	statusForbidden    = 403
	statusNotFound     = 404
	statusTooLarge     = 413
	statusTooMany      = 429
	statusBadGateway   = 502
	statusUnavailable  = 503
	statusTimeout      = 504
)
