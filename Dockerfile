# docker build -t kisima .     docs/operations.md and compose.yaml say how to run it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# The image's Node is the one that package.json pins.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build-dashboard.ts && node scripts/release/stage.ts /opt/kisima

FROM debian:bookworm-slim
COPY --from=build /opt/kisima /opt/kisima
RUN ln -s /opt/kisima/bin/kisima /usr/local/bin/kisima \
  && useradd --system --user-group --uid 970 --home-dir /var/lib/kisima --shell /usr/sbin/nologin kisima \
  && install -d -o kisima -g kisima -m 0700 /var/lib/kisima /backups
USER kisima
WORKDIR /var/lib/kisima
ENV HOST=0.0.0.0 DATA_DIR=/var/lib/kisima
VOLUME ["/var/lib/kisima", "/backups"]
# HTTP; MQTT and MQTT over TLS, which listen once MQTT_PORT and MQTT_TLS_PORT say so (docs/mqtt.md).
EXPOSE 8080 1883 8883
# The server finishes what is in hand, for STOP_SECONDS (10) at most: give it `--stop-timeout 60`.
STOPSIGNAL SIGTERM
# Told by `docker compose ps`. Do not restart on it: it also says that PostgreSQL is away.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/opt/kisima/bin/node", "-e", \
  "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["kisima"]
CMD ["serve"]
