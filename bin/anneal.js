#!/usr/bin/env node
// Plain JavaScript that any Node can read: finds a Node that is new enough, then starts the command line.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FLOOR = 24
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= FLOOR) {
  // A clone runs its sources; an installed package runs what was built from them.
  const source = here('../src/cli/main.ts')
  const { main } = await import(existsSync(source) ? source : here('../dist/cli/main.js'))
  process.exitCode = await main(process.argv.slice(2))
} else {
  const newer = [here('../node_modules/.bin/node'), here('../../.bin/node')].find(existsSync)
  if (newer) {
    const { status, signal } = spawnSync(newer, process.argv.slice(1), { stdio: 'inherit' })
    process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1)
  } else {
    process.stderr.write(`✖ Anneal needs Node ${FLOOR} or newer; this is ${process.version}.\n`)
    process.stderr.write(`  Install it: npm install --global node@${FLOOR}\n`)
    process.exitCode = 4
  }
}
