import { type Command, Option } from 'commander'
import { type CodePattern, codePattern, type FoundPattern } from '../../contract/memory.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { readBytes } from '../read-file.ts'
import { printJson } from '../text/print-json.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleLines, visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

const MOST_LISTED = 100

interface MemoryFlags extends ServerFlags {
  json?: boolean
  language?: string
  code?: string
  agent?: string
  user?: string
  limit: number
  run?: string
}

export function addMemory(program: Command, bind: Bind) {
  const memory = program
    .command('memory')
    .summary('find programs that worked before')
    .description(
      'Programs that worked, remembered for you alone: search them, look at them, forget them, carry them elsewhere.',
    )
  const search = memory
    .command('search')
    .description('Find programs by words or by the name of a function, or with --code by a program like them.')
    .argument('[WORDS...]', 'words, or the name of a function')
    .option('-c, --code <file>', 'a program to compare with; - for standard input')
    .option('-l, --language <name>', 'only programs of this language')
    .option('--agent <name>', 'only programs that runs of this agent taught')
    .option('--user <name>', 'the user whose agent it is and who shared it with you')
    .addOption(limitOf(10))
  bind(withServer(withJson(search)), find)
  const list = memory
    .command('list')
    .description('List your remembered programs, the newest first.')
    .addOption(limitOf(20))
  bind(withServer(withJson(list)), listThem)
  const show = memory.command('show').description('Print one remembered program.').argument('<ID>', 'its id')
  bind(withServer(withJson(show)), showOne)
  const forget = memory
    .command('forget')
    .description('Forget programs by their ids, or with --run everything that one run alone taught.')
    .argument('[ID...]', 'their ids')
    .option('--run <id>', 'the run to forget')
  bind(withServer(forget), forgetThem)
  bind(withServer(memory.command('export').description('Print all your remembered programs as JSON lines.')), exportAll)
  const import_ = memory
    .command('import')
    .description('Remember the programs of an export. Their counts stay behind: nothing here proves them.')
    .argument('<FILE>', 'JSON lines; - for standard input')
  bind(withServer(import_), importAll)
}

const limitOf = (usual: number) =>
  new Option('-n, --limit <n>', 'how many').default(usual).argParser(wholeNumber(1, MOST_LISTED))

async function find({ host, args, flags }: Call<MemoryFlags>): Promise<number> {
  const query = args.join(' ').trim()
  const isAsked = query !== '' || flags.code !== undefined
  if (!isAsked || (query !== '' && flags.code !== undefined))
    throw new UsageError(
      isAsked ? 'Words and a program cannot be searched for together.' : 'There is nothing to search for.',
      'Try "anneal memory search read a csv file", or --code FILE.',
    )
  const code = flags.code === undefined ? undefined : textOf(await readBytes(flags.code, host))
  const search = {
    ...(code === undefined ? { query } : { code }),
    ...(flags.language !== undefined && { language: flags.language }),
    ...(flags.agent !== undefined && { agent: flags.agent }),
    ...(flags.user !== undefined && { user: flags.user }),
    limit: flags.limit,
  }
  const { patterns } = await withClient({ host, flags }, (client) => client.memory.search(search))
  if (flags.json) await printJson(host, { patterns })
  else if (patterns.length === 0) await host.stderr.write('Nothing like it is remembered.\n')
  else await host.stdout.write(tableText(patterns, columns, host.stdout))
  return EXIT.ok
}

async function listThem({ host, flags }: Call<MemoryFlags>): Promise<number> {
  const { patterns } = await withClient({ host, flags }, (client) => client.memory.list({ limit: flags.limit }))
  if (flags.json) await printJson(host, { patterns })
  else if (patterns.length === 0) await host.stderr.write('Nothing is remembered yet; programs that end well are.\n')
  else await host.stdout.write(tableText(patterns, [idColumn, ...about], host.stdout))
  return EXIT.ok
}

const idColumn: Column<CodePattern> = { title: 'ID', text: ({ id }) => id }
const about: Column<CodePattern>[] = [
  { title: 'WORKED', text: ({ worked }) => `${worked}×`, align: 'right' },
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'PROGRAM', text: ({ task, code }) => visibleText(task ?? firstLine(code)) },
]
const columns: Column<FoundPattern>[] = [
  idColumn,
  { title: 'SCORE', text: ({ score }) => score.toFixed(2), align: 'right' },
  ...about,
]

const firstLine = (code: string): string =>
  code
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? ''

async function showOne({ host, args: [id = ''], flags }: Call<MemoryFlags>): Promise<number> {
  const pattern = await withClient({ host, flags }, (client) => client.memory.get(id))
  if (flags.json) await printJson(host, pattern)
  else {
    await host.stderr.write(`${aboutText(pattern)}\n`)
    await host.stdout.write(`${visibleLines(pattern.code).join('\n')}\n`)
  }
  return EXIT.ok
}

function aboutText({ language, agent, task, worked, source, runs }: CodePattern): string {
  const proof =
    source === 'given' && worked === 0
      ? 'given, never run here'
      : `worked in ${worked === 1 ? 'one run' : `${worked} runs`}`
  return visibleText(
    [language, agent && `agent ${agent}`, proof, task, runs[0] && `last ${runs[0]}`].filter(Boolean).join(' · '),
  )
}

async function forgetThem({ host, args, flags }: Call<MemoryFlags>): Promise<number> {
  const { run } = flags
  if (args.length === 0 && run === undefined)
    throw new UsageError('There is nothing to forget.', 'Name ids of "anneal memory search", or a run with --run ID.')
  const count = await withClient({ host, flags }, async (client) => {
    for (const id of args) await client.memory.forget(id)
    return args.length + (run === undefined ? 0 : (await client.memory.forgetRun(run)).forgotten)
  })
  await host.stderr.write(`Forgot ${count}.\n`)
  return EXIT.ok
}

const PAGE = 200

async function exportAll({ host, flags }: Call<MemoryFlags>): Promise<number> {
  await withClient({ host, flags }, async (client) => {
    for (let before: string | undefined; ; ) {
      const { patterns } = await client.memory.list({ limit: PAGE, ...(before !== undefined && { before }) })
      for (const pattern of patterns) await host.stdout.write(`${JSON.stringify(pattern)}\n`)
      before = patterns.at(-1)?.id
      if (patterns.length < PAGE) return
    }
  })
  return EXIT.ok
}

async function importAll({ host, args: [file = ''], flags }: Call<MemoryFlags>): Promise<number> {
  const lines = textOf(await readBytes(file, host))
    .split('\n')
    .filter((line) => line.trim() !== '')
  const patterns = lines.map((line, index) => patternOf(line, index + 1))
  let [added, joined] = [0, 0]
  await withClient({ host, flags }, async (client) => {
    for (let at = 0; at < patterns.length; at += PAGE) {
      const done = await client.memory.import(patterns.slice(at, at + PAGE))
      added += done.added
      joined += done.joined
    }
  })
  await host.stderr.write(`Remembered ${added}; ${joined} were known.\n`)
  return EXIT.ok
}

const line = codePattern.pick({ code: true, language: true, task: true, tests: true })

function patternOf(text: string, number: number) {
  try {
    const { task, tests, ...pattern } = line.parse(JSON.parse(text))
    return { ...pattern, ...(task !== undefined && { task }), ...(tests && { tests }) }
  } catch {
    throw new UsageError(`Line ${number} is no remembered program.`, 'Give a file of "anneal memory export".')
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
