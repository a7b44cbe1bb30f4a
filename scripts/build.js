// Makes the published dist/ from src/: bundled code, and the types that a program can come to.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { publishedTypes } from './types.js'

run(process.execPath, 'scripts/bundle.js')
for (const { file, target } of publishedTypes()) {
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(file, target)
}
run('npx', '--no-install', 'publint', '--strict')

function run(command, ...parameters) {
  const { status } = spawnSync(command, parameters, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
