// Makes the published dist/ from src/: bundled code, and the types that a program can come to.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

run(process.execPath, 'scripts/bundle.js')
const types = mkdtempSync(join(tmpdir(), 'anneal-types-'))
try {
  run('npx', '--no-install', 'tsc', '-p', 'tsconfig.build.json', '--outDir', types)
  for (const file of reachable(Object.values(manifest.exports).flatMap((entry) => entry.types ?? []))) {
    const target = join('dist', relative(types, file))
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(file, target)
  }
} finally {
  rmSync(types, { recursive: true, force: true })
}
run('npx', '--no-install', 'publint', '--strict')

/** All files of types that these name, one through the other. Packages that they name have to be installed with ours. */
function reachable(entries) {
  const found = new Set()
  const follow = (file) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()["']([^"']+)["']/g)) {
      if (name.startsWith('.')) follow(join(dirname(file), name).replace(/\.[jt]s$/, '.d.ts'))
      else if (
        !name.startsWith('node:') &&
        !{ ...manifest.dependencies, ...manifest.peerDependencies }[packageOf(name)]
      )
        throw new Error(`${relative(types, file)} names the package ${name}, which is not under "dependencies"`)
    }
  }
  for (const entry of entries) follow(join(types, entry.slice('./dist/'.length)))
  return found
}

function packageOf(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

function run(command, ...parameters) {
  const { status } = spawnSync(command, parameters, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
