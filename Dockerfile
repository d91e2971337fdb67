# The gateway and its worker.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm run build
# The base has Node; the pages are built. What only building them reads stays behind, and so do the engines of
# databases that the service does not know.
RUN cd node_modules && rm -rf node-linux-* @next/swc-* @img sharp typescript @typescript playwright playwright-core \
  @playwright @tailwindcss tailwindcss lightningcss lightningcss-* recharts es-toolkit @reduxjs \
  victory-vendor caniuse-lite @rollup rolldown @rolldown next/dist/esm next/dist/docs next/dist/bundle-analyzer && find . -name '*.map' -delete
RUN cd node_modules/@prisma/client/runtime && rm -f *_small_bg.* *cockroachdb* *mysql* *sqlserver*

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production SERVICE_DATABASE_URL=file:/data/service.db
WORKDIR /app
COPY --from=build /app /app
RUN install -d -o 1000 -g 1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT || 8080}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "scripts/start.mjs"]
