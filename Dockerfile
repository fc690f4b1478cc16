# The service: `docker build -t sponsorgate .`. compose.yaml and docs/layouts run it.
FROM node:20-bookworm AS build
WORKDIR /app
# This image has what compiles the SQLite driver where no ready-made one can be had: python3, make, g++.
COPY package.json package-lock.json .npmrc ./
COPY client/package.json ./client/
COPY emulator/package.json ./emulator/
COPY networks/package.json ./networks/
COPY web/package.json ./web/
COPY scripts/install.mjs scripts/lock.mjs scripts/sqlite-driver.h ./scripts/
RUN node scripts/install.mjs
COPY . .
RUN npm run build && npm prune --omit=dev --loglevel=error
# `npm run admin` works in the image as everywhere, on what is built already.
RUN npm pkg set scripts.start="exec node dist/scripts/start.js" scripts.admin="exec node dist/scripts/admin.js"

FROM node:20-bookworm-slim
ENV NODE_ENV=production API_HOST=0.0.0.0 API_PORT=8080 npm_config_logs_max=0 npm_config_update_notifier=false
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir data && chown node:node data
EXPOSE 8080
# The only folder that is written to: the rest may be read-only.
VOLUME /app/data
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The command of npm, without npm between the signals and the process.
CMD ["node", "dist/scripts/start.js"]
