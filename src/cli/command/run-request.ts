import { basename, extname, isAbsolute, posix } from 'node:path'
import type { Program, RunRequest } from '../../contract/run.ts'
import type { RepairMode, RunOptions } from '../../contract/run-options.ts'
import type { Host } from '../host.ts'
import { readBytes, readText, textOf } from '../read-file.ts'
import { UsageError } from '../usage-error.ts'
import { type PolicyFlags, policyOf } from './guard-policy.ts'

export interface RequestFlags extends PolicyFlags {
  guard?: boolean
  analysis?: boolean
  performance?: boolean
  lastValue?: boolean
  cache?: boolean
  language?: string
  text?: boolean
  parallel?: boolean
  stopOnFailure?: boolean
  session?: string
  agent?: string
  webhook?: string
  attempts?: number
  /** False for `--no-repair`. */
  repair?: RepairMode | false
  repairConfidence?: number
  tests?: boolean
  network?: string[]
  package?: string[]
  timeout?: number
  memory?: number
  input?: string
  arg?: string[]
  file?: string[]
}

/** The body of `POST /v1/runs` that a command line asks for. */
export async function readRunRequest(call: { host: Host; files: string[]; flags: RequestFlags }): Promise<RunRequest> {
  const { host, files, flags } = call
  checkSources(call)
  const request = files.length > 1 ? await severalPrograms(call) : await oneSource(files[0] ?? '-', call)
  if (flags.arg) request.args = flags.arg
  if (flags.input !== undefined) request.input = await readText(flags.input, host)
  if (flags.file) request.files = await readFiles(flags.file, host)
  if (flags.package) request.packages = flags.package
  if (flags.session !== undefined) request.session = flags.session
  if (flags.agent !== undefined) request.agent = flags.agent
  if (flags.webhook !== undefined) request.webhook = { url: flags.webhook }
  const options = optionsOf(flags)
  if (Object.keys(options).length > 0) request.options = options
  return request
}

async function oneSource(path: string, { host, flags }: { host: Host; flags: RequestFlags }): Promise<RunRequest> {
  if (!isAnswer(path, flags)) return readProgram(path, { host, flags })
  if (flags.language !== undefined) {
    throw new UsageError(
      '--language does not go with an answer.',
      'The blocks of an answer tell their language themselves.',
    )
  }
  return { text: await readSource(path, host) }
}

async function severalPrograms(call: { host: Host; files: string[]; flags: RequestFlags }): Promise<RunRequest> {
  const answer = call.files.find((path) => isAnswer(path, call.flags))
  if (answer !== undefined) {
    throw new UsageError(`${answer} is an answer, and an answer is run alone.`, 'Run it with a command of its own.')
  }
  const programs: Program[] = []
  for (const path of call.files) programs.push(await readProgram(path, call))
  return { programs }
}

async function readProgram(path: string, { host, flags }: { host: Host; flags: RequestFlags }): Promise<Program> {
  return {
    code: await readSource(path, host),
    ...(flags.language !== undefined && { language: flags.language }),
    ...(path !== '-' && { fileName: basename(path) }),
  }
}

const isAnswer = (path: string, flags: RequestFlags) =>
  flags.text === true || ['.md', '.markdown'].includes(extname(path).toLowerCase())

async function readSource(path: string, host: Host): Promise<string> {
  const content = await readText(path, host)
  if (content.trim() === '') throw emptySource(path)
  return content
}

function checkSources({ host, files, flags }: { host: Host; files: string[]; flags: RequestFlags }) {
  if (files.length === 0 && host.stdin.isTTY) {
    const swallowed = flags.network?.at(-1) ?? flags.file?.at(-1)
    throw new UsageError(
      'There is nothing to run: no FILE is named and nothing is piped in.',
      swallowed
        ? `Name FILE before the options that take a list: anneal run ${swallowed} …`
        : 'Try "anneal run FILE", or pipe a program in: echo \'print(6*7)\' | anneal run - --language python',
    )
  }
  const readers = [...(files.length === 0 ? ['-'] : files), flags.input].filter((path) => path === '-')
  if (readers.length > 1) {
    throw new UsageError(
      'Standard input cannot be both the program and what it reads, nor two programs.',
      'Put one of the two into a file.',
    )
  }
}

function emptySource(path: string): UsageError {
  const name = path === '-' ? 'Standard input' : path
  return new UsageError(`${name} is empty: there is nothing to run.`, 'Try "anneal run --help".')
}

export function optionsOf(flags: RequestFlags): RunOptions {
  const options: RunOptions = {}
  if (flags.attempts !== undefined) options.attempts = flags.attempts
  if (flags.repair !== undefined) options.repair = flags.repair || 'off'
  if (flags.repairConfidence !== undefined) options.repairConfidence = flags.repairConfidence
  if (flags.tests) options.tests = true
  if (flags.guard === false) options.securityCheck = false
  if (flags.analysis === false) options.analysis = false
  if (flags.performance) options.performance = true
  if (flags.lastValue) options.lastValue = true
  if (flags.cache) options.cache = true
  const policy = policyOf(flags)
  if (policy) options.guard = policy
  if (flags.parallel) options.parallel = true
  if (flags.stopOnFailure) options.stopOnFailure = true
  if (flags.network) options.network = { allow: flags.network }
  if (flags.timeout !== undefined) options.limits = { timeoutMs: Math.max(1, Math.round(flags.timeout * 1000)) }
  if (flags.memory !== undefined) options.limits = { ...options.limits, memoryMb: flags.memory }
  return options
}

export async function readFiles(paths: string[], host: Host): Promise<NonNullable<RunRequest['files']>> {
  const files: NonNullable<RunRequest['files']> = {}
  for (const path of paths) {
    const name = nameInWorkspace(path)
    if (name in files) throw new UsageError(`Two files would be called ${name}.`, 'Leave one out, or rename it.')
    const bytes = await readBytes(path, host)
    files[name] = textOf(bytes) ?? { base64: Buffer.from(bytes).toString('base64') }
  }
  return files
}

/** A relative path keeps its directories; a path from elsewhere is laid down by its last name. */
function nameInWorkspace(path: string): string {
  const name = posix.normalize(path)
  return isAbsolute(name) || name.startsWith('..') ? basename(name) : name
}
