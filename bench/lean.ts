/**
 * The cost of starting: processor time of one command and of loading the library, before and after they were bundled, against a bare
 * Node and a bare sandbox, in one run; and the size of the installed package. `anneal bench --only command`
 * measures the command alone, on any machine.
 *
 * node bench/lean.ts [--rounds N]      prints JSON, with the aims and whether they were met; run `npm run build` first
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { bareWay, counted, NODE_FLAGS } from '../src/bench/command-section.ts'
import { type CpuMeter, openCpuMeter } from '../src/bench/cpu-meter.ts'
import { distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { takeTurns } from '../src/bench/take-turns.ts'
import { withHome } from '../test/support/temporary-home.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Math.min(20, Number(values.rounds))
const signal = new AbortController().signal
const root = new URL('..', import.meta.url).pathname
const run = promisify(execFile)
const NODE = 'node -e 0'
const [RUN, RUN_SOURCES] = ['anneal run', 'anneal run, as sources']
const FIRST_OUTPUT = 'anneal run, to its first output'
const [IMPORT, IMPORT_SOURCES] = ["import 'anneal'", 'the engine, as sources']

if (!existsSync(join(root, 'dist', 'anneal.js'))) throw new Error('dist/ is missing: npm run build')
const facts = machineFacts()
const meter = await openCpuMeter()
try {
  const cpu = await withHome((home) => measureCpu(home, meter))
  const memory = [
    await memoryOf(NODE, '0'),
    await memoryOf(IMPORT_SOURCES, loads('src/engine.ts')),
    await memoryOf(IMPORT, loads('dist/anneal.js')),
  ]
  const size = await installedMb()
  const p50 = (name: string) => cpu.find(({ way }) => way === name)?.p50 ?? Infinity
  const aims = [
    {
      aim: 'anneal run of a line: 400 ms of processor time at most to its first output',
      met: p50(FIRST_OUTPUT) <= 400,
    },
    { aim: "import 'anneal': 250 ms of processor time at most", met: p50(IMPORT) <= 250 },
    { aim: "import 'anneal': 80 MB of memory at most", met: (memory.at(-1)?.p50 ?? Infinity) <= 80 },
    { aim: 'installed with all required packages: 120 MB at most', met: size <= 120 },
  ]
  const sections = [
    { title: 'Processor time (ms)', against: NODE, rows: cpu },
    { title: 'Memory (MB)', against: NODE, rows: memory },
    {
      title: 'Installed with all required packages (MB)',
      against: '',
      rows: [rowOf('npm install anneal', 'MB', [size])],
    },
  ]
  console.log(
    JSON.stringify({ bench: 'lean', rounds, machine: facts, countedBy: meter.countedBy, aims, sections }, null, 2),
  )
} finally {
  await meter.close()
}

/** The processor time of everything that a way needs, sandboxes included. */
async function measureCpu(home: string, meter: CpuMeter) {
  const program = join(home, 'one.py')
  await writeFile(program, 'print(42)\n')
  const env = { ...process.env, ANNEAL_HOME: home, NODE_COMPILE_CACHE: join(home, 'compiled') }
  const evaluates = (text: string) => counted(meter, { parameters: [...NODE_FLAGS, '-e', text], env })
  const sources = `${loads('src/cli/main.ts')}.then(({ main }) => main(['run', '-q', ${JSON.stringify(program)}]))`
  // The command as it is started, with the look at whether its sources have changed.
  const built = [...NODE_FLAGS, join(root, 'bin', 'anneal.js'), 'run', '-q', program]
  const ways = [
    { name: NODE, once: counted(meter, { parameters: ['-e', '0'], env }) },
    await bareWay(meter),
    { name: IMPORT_SOURCES, once: evaluates(loads('src/engine.ts')) },
    { name: IMPORT, once: evaluates(loads('dist/anneal.js')) },
    { name: RUN_SOURCES, once: evaluates(sources) },
    { name: FIRST_OUTPUT, once: counted(meter, { parameters: built, env, isFirstOutput: true }) },
    { name: RUN, once: counted(meter, { parameters: built, env }) },
  ]
  return takeTurns({ ways, rounds, budgetMs: 120_000, against: NODE, signal, pauseMs: 0 })
}

function loads(path: string): string {
  return `import(${JSON.stringify(join(root, path))})`
}

async function memoryOf(way: string, program: string) {
  const sizes: number[] = []
  for (let round = 0; round < 5; round++) {
    const tells = `Promise.resolve(${program}).then(() => console.log(process.memoryUsage.rss()))`
    const { stdout } = await run(process.execPath, ['-e', tells], { cwd: root })
    sizes.push(Number(stdout) / 1e6)
  }
  return rowOf(way, 'MB', sizes)
}

function rowOf(way: string, unit: 'ms' | 'MB', figures: number[]) {
  const { n, minMs: min, p50Ms: p50, p95Ms: p95, maxMs: max } = distributionOf(figures)
  return { way, unit, n, min, p50, p95, max, ratio: null }
}

/** Packs the package and installs it elsewhere, as `npm install anneal` would. */
async function installedMb(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-lean-'))
  try {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', directory], { cwd: root })
    const [archive = ''] = await readdir(directory)
    const project = join(directory, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), '{"private": true}')
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    await run('npm', ['install', ...quiet, join('..', archive)], { cwd: project })
    const { stdout } = await run('du', ['--summarize', '--block-size=1000000', join(project, 'node_modules')])
    return Number.parseInt(stdout, 10)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
