# A static binary in an empty image, run by nobody.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
ARG SOURCE=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION -X 'main.builtFrom=$SOURCE'" -o /vouchsafe ./cmd/vouchsafe \
 && mkdir -p /data/logs

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /vouchsafe /vouchsafe
COPY LICENSE NOTICE /
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=2s CMD ["/vouchsafe", "health"]
ENTRYPOINT ["/vouchsafe"]
CMD ["serve", "--listen", "0.0.0.0:8080", "--admin-listen", "0.0.0.0:8081"]
