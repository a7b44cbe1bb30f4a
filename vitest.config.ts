import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { unsteadyReporter } from './test/support/unsteady-reporter.ts'

// Threads that read programs, and commands that tests start, find what V8 has compiled before.
process.env.NODE_COMPILE_CACHE ??= new URL('./node_modules/.cache/compiled', import.meta.url).pathname
// As `npm start` does. The start of a process copies the page tables of its parent, so it takes as long as the parent has memory: 6 ms
// of a worker with 250 MB, 27 ms of one with 1 GB.
process.env.MALLOC_ARENA_MAX ??= '2'
// Large pages take few entries in those tables; hosts without them ignore this.
process.env.GLIBC_TUNABLES ??= 'glibc.malloc.hugetlb=1'

/** Real sandboxes, processes and databases: too slow to run at every change. */
const SLOW = [
  ...['jail', 'container', 'gvisor', 'e2b', 'cgroup', 'checks'].map((folder) => `src/sandbox/${folder}/**/*.test.ts`),
  'src/kernel/{contexts,providers}.test.ts',
  'src/kernel/*/*.test.ts',
  'src/cli/process.test.ts',
  'src/language/languages.test.ts',
  'src/pipeline/analyze/{never-throws,ordinary-programs}.test.ts',
  'src/pipeline/guard/{long-lists,read-dangers,bash/real-shell}.test.ts',
  'src/pipeline/{reading/reading-pool,verify/javascript/create-javascript-test-maker}.test.ts',
  'src/store/{database/postgres,event/journal,event/journal-pieces,event/streams}.test.ts',
]

/**
 * Measures processor time of its own main thread, or counts what a whole process has: a process of its own for each file, beside the
 * files of `system`.
 */
const APART = [
  'src/capability/retention/run-sweeper.test.ts',
  'src/kernel/long-lines.test.ts',
  'src/observe/metrics.test.ts',
  'src/sandbox/egress/egress-flow.test.ts',
  'src/sandbox/gvisor/gvisor.test.ts',
  'src/sandbox/jail/pool/warm-life.test.ts',
  'src/pipeline/execute/shown-values.test.ts',
  'src/server/http/{hash-in-turns,parse-json,route}.test.ts',
  'src/store/run/many-rows.test.ts',
  'test/{file-attacks,hard-programs,hard-texts,tree-attacks}.test.ts',
  'test/support/main-thread-watch.test.ts',
]

/** Measures shares of the processor or real time, or looks at all of the host: nothing runs beside it. */
const ALONE = [
  'src/bench/cpu-meter.test.ts',
  'src/sandbox/cgroup/{checks,recycle,v1,v2-real}.test.ts',
  'src/sandbox/checks/weakened.test.ts',
  'test/{hard-flood,serve-stopped}.test.ts',
]

/** Half of their time these tests wait for a kernel, a process or a socket: one worker more than processors uses it. */
const WAITING = availableParallelism() + 1

/** Matrices of providers and languages, broken twins of checks, soaks and corpora: `npm run test:full` adds them. */
const FULL = '{src,test}/**/*.full.test.ts'

export default defineConfig({
  test: {
    // Node reads our sources as they are: a transformation of each would take a tenth of the time. Coverage is counted on transformed ones.
    experimental: { viteModuleRunner: process.argv.includes('--coverage'), nodeLoader: false },
    // Only what hangs is ended by the clock: the longest take a minute on a machine that does nothing else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Engines come and go here by the thousand, and V8 now and then ends a process that frees code of WebAssembly (nodejs/node#64500).
    // Parsers are compiled once, as in `bin/anneal.js`: compiling them again, better, took a fifth of a worker's processor time.
    execArgv: ['--no-wasm-code-gc', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--max-semi-space-size=16'],
    // Only a try that the host was too slow for is repeated, and listed at the end; a failure counts at once.
    retry: { count: 3, delay: 1000, condition: /^inconclusive: / },
    // Tests wait for events however busy the host is; the test itself bounds the speed where that matters.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/note-unsteady.ts', 'test/support/repeat-seed.ts'],
    reporters: ['default', unsteadyReporter()],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts', 'src/**/*.fixture.ts'],
      reporter: ['text-summary', 'lcov'],
      thresholds: { lines: 85, branches: 80 },
    },
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          // Modules here have no state that a test could leave behind.
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['src/**/*.test.ts', 'test/architecture.test.ts'],
          exclude: [...SLOW, ...APART, ...ALONE, FULL],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          // One process for many files: the threads that read programs are loaded once.
          isolate: false,
          maxWorkers: WAITING,
          sequence: { groupOrder: 1 },
          include: ['test/**/*.test.ts', ...SLOW],
          exclude: ['test/architecture.test.ts', ...APART, ...ALONE, FULL],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          // Together with `system`, so that no worker waits for the last file of the other.
          maxWorkers: WAITING,
          sequence: { groupOrder: 1 },
          include: APART,
          exclude: [FULL],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          maxWorkers: 1,
          // One process for all of them: none counts what its process has.
          isolate: false,
          sequence: { groupOrder: 2 },
          include: ALONE,
          exclude: [FULL],
        },
      },
      {
        extends: true,
        test: {
          name: 'full',
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          include: [FULL],
        },
      },
    ],
  },
})
