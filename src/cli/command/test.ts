import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { type TestReport, type TestRequest, testKind } from '../../contract/test-report.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { junitOf } from '../text/junit.ts'
import { lcovOf } from '../text/lcov.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { createStatusLine } from '../text/status-line.ts'
import { testLines } from '../text/test-lines.ts'
import { elapsedText } from '../text/time-text.ts'
import { UsageError } from '../usage-error.ts'

interface TestFlags extends ServerFlags {
  language?: string
  json?: boolean
  out?: string
  own?: string[]
  only?: boolean
  kind?: TestRequest['kinds']
  function?: string[]
  mutation?: boolean
  model?: boolean
  budget?: number
  optimize?: string
  junit?: string
  lcov?: string
}

export function addTest(program: Command, bind: Bind) {
  const command = program
    .command('test')
    .summary('make tests for a program, and run them')
    .description(
      'Make tests for the functions of FILE by calling them in sandboxes. The test file goes to stdout, what it covers to stderr. Exits with 1 when a test fails.',
    )
    .argument('<FILE>', 'the program; - is standard input')
    .option('-l, --language <name>', 'language of the program; otherwise the ending of FILE tells it')
    .option('-o, --out <file>', 'write the test file there instead')
    .option('--own <file...>', 'test files of your own, run first')
    .option('--only', 'run your own and make no others')
    .addOption(
      new Option('--kind <kind...>', 'kinds of tests that are made; all but performance otherwise').choices(
        testKind.options,
      ),
    )
    .option('--function <name...>', 'make tests for these only')
    .option('--no-mutation', 'do not try small faults on the tests')
    .option('--model', 'ask the model for cases too, where one is configured')
    .addOption(new Option('--budget <seconds>', 'longest it may take, 30 otherwise').argParser(positiveNumber))
    .option('--optimize <tests>', 'leave out of this test file what other tests in it make needless')
    .option('--junit <file>', 'write what came of each test there, as JUnit XML')
    .option('--lcov <file>', 'write what the tests cover there, as lcov')
  bind(withServer(withJson(command)), test).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal test slug.py -o test_slug.py
  anneal test slug.py --own test_mine.py --only --junit report.xml --lcov coverage.info
  anneal test slug.py --optimize test_slug.py -o test_slug.py`

async function test({ host, args: [path = '-'], flags }: Call<TestFlags>): Promise<number> {
  if (path === '-' && host.stdin.isTTY) {
    throw new UsageError('There is nothing to test: nothing is piped in.', 'Try "anneal test FILE".')
  }
  const code = await readText(path, host)
  const { language, optimize } = flags
  const about = { code, ...(path !== '-' && { fileName: basename(path) }), ...(language !== undefined && { language }) }
  const thinned = optimize && { name: basename(optimize), content: await readText(optimize, host) }
  const request = { ...about, ...(await optionsOf(flags, host)) }
  const report = await waiting(host, () =>
    withClient({ host, flags }, (client) =>
      thinned ? client.optimizeTests({ ...about, tests: thinned }) : client.generateTests(request),
    ),
  )
  if (flags.junit) await writeFile(flags.junit, junitOf(report))
  if (flags.lcov) await writeFile(flags.lcov, lcovOf(report, path))
  if (flags.json) await printJson(host, report)
  else await tell(report, host, flags.out)
  return report.cases.some(({ passed }) => !passed) ? EXIT.failed : EXIT.ok
}

async function optionsOf(flags: TestFlags, host: Host): Promise<Omit<TestRequest, 'code'>> {
  const { kind, function: functions, mutation, model, budget, own = [], only } = flags
  const files: Record<string, string> = {}
  for (const path of own) files[basename(path)] = await readText(path, host)
  return {
    ...(kind && { kinds: kind }),
    ...(functions && { functions }),
    ...(mutation === false && { mutation }),
    ...(model && { model }),
    ...(budget !== undefined && { budgetMs: Math.round(budget * 1000) }),
    ...(own.length > 0 && { files }),
    ...(only && { generate: false }),
  }
}

async function waiting<T>(host: Host, work: () => Promise<T>): Promise<T> {
  const startedAt = host.now()
  const line = createStatusLine(host, () => `testing · ${elapsedText(host.now() - startedAt)}`)
  try {
    return await work()
  } finally {
    line.stop()
  }
}

async function tell(report: TestReport, host: Host, out: string | undefined): Promise<void> {
  const paint = createPaint(host.stderr)
  const lines = testLines(report, { paint, width: host.stderr.columns })
  const { content } = report.file
  if (out && content) {
    await writeFile(out, content)
    lines.push(paint('dim', `  written   ${out}`))
  }
  await host.stderr.write(lines.map((line) => `${line}\n`).join(''))
  if (!out) await host.stdout.write(content)
}
