# The production server: npm run serve, and npm run build for its releases. docs/deploying.md, Containers.
# The tags are exact; pin the digest of your registry as well: docker buildx imagetools inspect <image>.
FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/contentful-local/package.json packages/contentful-local/
COPY cms/photo-desk/package.json cms/photo-desk/
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24.21.0-trixie-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 BACKEND_FOLDER=/data/backend RELEASES_FOLDER=/data/releases
COPY --from=packages /app/node_modules ./node_modules
COPY . .
# A build writes the bundled content and its caches; the server itself writes below /data only.
RUN mkdir -p .cache src/content/bundled /data && chown -R node:node .cache src/content /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without the limits, V8 keeps the memory of a peak of requests.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "server/main.ts"]
