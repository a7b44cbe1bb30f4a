// Makes dist/ from src/: what is published. Development runs src/ as it is.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
for (const command of [
  ['tsc', '-p', 'tsconfig.build.json'],
  ['publint', '--strict'],
]) {
  const { status } = spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// What runs inside of boxes in other languages than TypeScript.
for (const folder of ['sandbox/agent/python', 'language/node', 'language/r']) {
  cpSync(`src/${folder}`, `dist/${folder}`, { recursive: true })
}
