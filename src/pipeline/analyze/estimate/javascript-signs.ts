import { knownFor } from './reach.ts'

/** Modules, functions and methods that are known to use network, files or processes. */
export const javascriptModules = knownFor({
  network: `http https http2 net tls dgram dns undici axios node-fetch got superagent ky request ws socket.io
    socket.io-client express koa fastify hono pg mysql mysql2 mongodb mongoose redis ioredis nodemailer puppeteer playwright
    openai @anthropic-ai/sdk @aws-sdk/client-s3 aws-sdk graphql-request ssh2 amqplib kafkajs`,
  files: `fs fs-extra graceful-fs glob fast-glob rimraf sqlite better-sqlite3 sqlite3 chokidar tmp adm-zip tar archiver`,
  processes: `child_process cluster worker_threads execa shelljs cross-spawn zx node-pty`,
})

export const javascriptCalls = knownFor({
  network: `fetch XMLHttpRequest WebSocket EventSource navigator.sendBeacon`,
  files: `Deno.readTextFile Deno.writeTextFile Bun.file Bun.write`,
  processes: `Deno.Command Bun.spawn process.kill Worker`,
})
