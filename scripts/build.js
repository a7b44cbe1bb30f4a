// Makes the published dist/ from src/. Development runs src/ as it is.
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
// Programs that run inside of sandboxes are sent there as they stand.
cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') })
