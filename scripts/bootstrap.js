// Finds packages that the host lacks and installs them with apt when it may. No dependencies, readable by any Node: it runs
// before everything else. `node scripts/bootstrap.js start|test`
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
const hasPostgres = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => isProgram(`/usr/lib/postgresql/${version}/bin/initdb`))

/** Needed programs, looked up in /usr, which sandboxes see, and not in the caller's PATH. */
const NEEDS = {
  start: [
    { package: 'bubblewrap', isThere: () => isProgram('/usr/bin/bwrap') },
    { package: 'python3', isThere: () => isProgram('/usr/bin/python3') },
    { package: 'bash', isThere: () => isProgram('/usr/bin/bash') },
  ],
  test: [
    { package: 'postgresql', isThere: hasPostgres },
    { package: 'util-linux', isThere: () => isProgram('/usr/bin/unshare') && isProgram('/usr/bin/setpriv') },
    { package: 'openssl', isThere: () => isProgram('/usr/bin/openssl') },
    { package: 'git', isThere: () => isProgram('/usr/bin/git') },
    { package: 'curl', isThere: () => isProgram('/usr/bin/curl') },
    { package: 'gcc', isThere: () => isProgram('/usr/bin/gcc') },
    { package: 'libc6-dev', isThere: () => existsSync('/usr/include/stdio.h') },
    { package: 'chromium', isThere: () => isProgram('/usr/bin/chromium') },
    { package: 'nginx-light', isThere: () => isProgram('/usr/sbin/nginx') },
    { package: 'podman', isThere: () => isProgram('/usr/bin/podman') },
    { package: 'uidmap', isThere: () => isProgram('/usr/bin/newuidmap') },
    { package: 'tini', isThere: () => isProgram('/usr/bin/tini') },
    { package: 'runc', isThere: () => isProgram('/usr/bin/runc') || isProgram('/usr/sbin/runc') },
    ...['numpy', 'pandas', 'matplotlib'].map((name) => ({
      package: `python3-${name}`,
      isThere: () => existsSync(`/usr/lib/python3/dist-packages/${name}`),
    })),
    { package: 'runsc', isThere: () => isProgram('/usr/bin/runsc') },
    { package: 'perl', isThere: () => isProgram('/usr/bin/perl') },
    { package: 'ruby', isThere: () => isProgram('/usr/bin/ruby') },
    { package: 'lua5.4', isThere: () => isProgram('/usr/bin/lua5.4') },
    { package: 'php-cli', isThere: () => isProgram('/usr/bin/php') },
    { package: 'r-base-core', isThere: () => isProgram('/usr/bin/Rscript') },
    { package: 'g++', isThere: () => isProgram('/usr/bin/g++') },
    { package: 'default-jdk-headless', isThere: () => isProgram('/usr/bin/javac') },
  ],
}

function main(purpose) {
  if (process.platform !== 'linux') fail(`Anneal runs on Linux; this is ${process.platform}.`)
  const needs = purpose === 'test' ? [...NEEDS.start, ...NEEDS.test] : NEEDS.start
  const missing = needs.filter((need) => !need.isThere()).map((need) => need.package)
  if (missing.length === 0) return
  const command = `apt-get install -y ${missing.join(' ')}`
  if (!isProgram('/usr/bin/apt-get')) fail(`Missing: ${missing.join(', ')}. Install them with your package manager.`)
  if (process.getuid() !== 0) fail(`Missing: ${missing.join(', ')}. Install them: sudo ${command}`)
  process.stderr.write(`Missing: ${missing.join(', ')}. Installing: ${command}\n`)
  apt(['update', '-qq'])
  apt(['install', '-y', '-qq', '--no-install-recommends', ...missing])
  const still = needs.filter((need) => !need.isThere()).map((need) => need.package)
  if (still.length > 0) fail(`Still missing after the install: ${still.join(', ')}. Install them by hand: ${command}`)
}

function apt(parameters) {
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const { status } = spawnSync('/usr/bin/apt-get', parameters, options)
  if (status !== 0) fail(`apt-get ${parameters.join(' ')} failed. Run it by hand to see why.`)
}

function fail(message) {
  process.stderr.write(`✖ ${message}\n`)
  process.exit(1)
}

main(process.argv[2])
// A clone whose console is older than its sources builds it, in seconds.
const builder = new URL('console.js', import.meta.url).pathname
if (process.argv[2] === 'start' && existsSync(builder)) spawnSync(process.execPath, [builder], { stdio: 'inherit' })
