#!/usr/bin/env -S node --max-semi-space-size=16 --min-semi-space-size=16
// Plain JavaScript that any Node can read: finds a Node that is new enough, then starts the command line.
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { hasSources, isBuilt } from './built.js'

/** "engines" in package.json and src/node-floor.ts say the same. */
const FLOOR = 24
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Code that V8 has compiled of our files is kept, so that the next start takes half the time. It is code that will be run: it belongs below
 * the data directory, where nobody else can write; that is made by whoever first has data. Threads read the variable.
 */
function keepCompiled() {
  const home = process.env.ANNEAL_HOME || join(homedir(), '.anneal')
  if (!existsSync(home)) return
  process.env.NODE_COMPILE_CACHE ??= join(home, 'compiled')
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  return process.env.NODE_COMPILE_CACHE
}

/** Each command keeps the code of its own functions. */
async function runBuilt(kept) {
  const { createLoader } = await import('./kept-code.js')
  const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0]
  const tag = `${process.version}-${process.arch}`
  const loader = createLoader(kept && command && join(kept, tag, command))
  const { main } = loader.load(here('../dist/command/main.cjs'))
  process.exitCode = await main(process.argv.slice(2))
  loader.keep()
}

/**
 * Our parsers in WebAssembly are as quick as V8 compiles them first. Compiling them again, better, took 300 MB that were never given
 * back, and frees code while threads run it (docs/adr/0045). It has to be said before the first of them is compiled.
 */
function compileWebassemblyOnce() {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) v8.setFlagsFromString(flag)
}

if (Number(process.versions.node.split('.')[0]) >= FLOOR) {
  const kept = keepCompiled()
  compileWebassemblyOnce()
  // A clone whose sources were changed since they were built runs the sources, which need the development packages.
  const runsSources = hasSources() && !isBuilt()
  if (runsSources && !existsSync(here('../node_modules/commander'))) {
    process.stderr.write('✖ This clone has no development packages, and nothing was built from it. Run: npm ci\n')
    process.exitCode = 4
  } else if (runsSources) {
    const { main } = await import('../src/cli/main.ts')
    process.exitCode = await main(process.argv.slice(2))
  } else {
    await runBuilt(kept)
  }
} else {
  const newer = [here('../node_modules/.bin/node'), here('../../.bin/node')].find(existsSync)
  if (newer) {
    const { spawnSync } = await import('node:child_process')
    const [firstLine] = readFileSync(here('anneal.js'), 'utf8').split('\n')
    const flags = firstLine.match(/--\S+/g)
    const { status, signal } = spawnSync(newer, [...flags, ...process.argv.slice(1)], { stdio: 'inherit' })
    process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1)
  } else {
    process.stderr.write(`✖ Anneal needs Node ${FLOOR} or newer; this is ${process.version}.\n`)
    process.stderr.write(`  Install it: npm install --global node@${FLOOR}\n`)
    process.exitCode = 4
  }
}
