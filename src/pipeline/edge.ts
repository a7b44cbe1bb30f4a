import { domainToASCII } from 'node:url'
import type { ApprovalKind } from '../contract/approval.ts'
import type { CommandPolicy, CommandVerdict } from '../contract/command.ts'
import type { Edge, EdgeCaller, EdgeProgram, Effect, Pass } from '../contract/effect.ts'
import { createNewHosts, type Suggesting } from './new-hosts.ts'

export interface EdgeParts {
  /** The hosts that the server lets anybody reach. */
  ceiling: string[]
  approvals: {
    pass: Pass
    isFree(effect: Effect): Promise<boolean>
    asks(kind: ApprovalKind, userId: string): Promise<boolean>
    opensHosts(userId: string): Promise<boolean>
  } & Suggesting
  verdictOn(command: string, policy: CommandPolicy, signal?: AbortSignal): Promise<CommandVerdict>
  dangersOf(
    program: { code: string; language: string },
    signal?: AbortSignal,
  ): Promise<{ findings: { rule: string }[]; leftOut: number; isPartial: boolean }>
}

/** A command whose programs cannot be told may run any. */
const ANY_PROGRAM = '*'
const SHELL = 'bash'
const SQL = ['sql', 'duckdb', 'postgres']
const DESTRUCTIVE = ['drop-database', 'drop-table', 'delete-all', 'update-all', 'change-catalogue', 'run-built-text']
const LONGEST_COMMAND = 100_000

/** Turns programs, processes and hosts into effects, and lets each pass when it may. Nothing is read where no policy asks. */
export function createEdge({ approvals, verdictOn, dangersOf, ceiling }: EdgeParts): Edge {
  /** The programs of a command as its text tells them; any, where it does not. */
  async function programsIn(command: string, signal: AbortSignal): Promise<string[]> {
    const { programs, runsUnread } = await verdictOn(command, { longest: LONGEST_COMMAND }, signal)
    if (runsUnread) return [...programs, ANY_PROGRAM]
    const readable = await verdictOn(command, { allow: programs, longest: LONGEST_COMMAND }, signal)
    return readable.allowed ? programs : [...programs, ANY_PROGRAM]
  }

  async function statementsIn(program: EdgeProgram, signal: AbortSignal): Promise<string[]> {
    const { findings, leftOut, isPartial } = await dangersOf(program, signal)
    const found = findings.map(({ rule }) => rule.replace(/^sql\//, '')).filter((name) => DESTRUCTIVE.includes(name))
    return isPartial || leftOut > 0 ? [...new Set(found), 'not-read'] : [...new Set(found)]
  }

  async function effectsOf(program: EdgeProgram, of: EdgeCaller): Promise<Effect[]> {
    const { language, code, hosts = [], given } = program
    const exactly = { language, code, ...given }
    const effects: Effect[] = []
    const isAsked = (kind: ApprovalKind) => approvals.asks(kind, of.userId)
    if (hosts.length > 0 && (await isAsked('network'))) effects.push(networkEffect(hosts, exactly, of))
    if (await isAsked('command')) {
      const names = language === SHELL ? [SHELL, ...(await programsIn(code, of.signal))] : [language]
      effects.push(
        effectOf(of, { kind: 'command', title: titleOf(`Run ${language}`, code), arguments: exactly, names }),
      )
    }
    if (SQL.includes(language) && (await isAsked('sql'))) {
      const names = await statementsIn(program, of.signal)
      const title = titleOf(`Run SQL (${names.join(', ')})`, code)
      if (names.length > 0) effects.push(effectOf(of, { kind: 'sql', title, arguments: exactly, names }))
    }
    return effects
  }

  async function pass(effects: Effect[], { signal, onAsk, passed }: EdgeCaller): Promise<void> {
    for (const effect of effects) {
      const content = JSON.stringify([effect.kind, effect.arguments])
      if (passed?.has(content)) continue
      await approvals.pass(effect, signal, onAsk)
      passed?.add(content)
    }
  }

  return {
    program: async (program, of) => pass(await effectsOf(program, of), of),
    async isFree(program, of) {
      for (const effect of await effectsOf(program, of)) if (!(await approvals.isFree(effect))) return false
      return true
    },
    async hosts(hosts, given, of) {
      if (hosts.length > 0 && (await approvals.asks('network', of.userId)))
        await pass([networkEffect(hosts, given, of)], of)
    },
    newHosts: async (given, of) =>
      (await approvals.opensHosts(of.userId)) ? createNewHosts(approvals, ceiling, { given, of }) : undefined,
    async process(command, given, of) {
      if (!(await approvals.asks('command', of.userId))) return
      const [program = ''] = command
      const line = command.map(quoted).join(' ')
      const names =
        SHELLS.test(program) && !hasScript(command) ? [program, ANY_PROGRAM] : await programsIn(line, of.signal)
      const exactly = { command, ...given }
      await pass([effectOf(of, { kind: 'command', title: titleOf('Run', line), arguments: exactly, names })], of)
    },
    async recipe(title, given, of) {
      if (await approvals.asks('command', of.userId))
        await pass([effectOf(of, { kind: 'command', title, arguments: given, names: [ANY_PROGRAM] })], of)
    },
  }
}

const SHELLS = /(^|\/)(ba|da|z|k|c|tc|fi|a)?sh$/
/** A shell with a script among its arguments says what it runs; any other reads it from elsewhere. */
const hasScript = (command: string[]): boolean =>
  command.some((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word))
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

function networkEffect(hosts: string[], given: Record<string, unknown>, of: EdgeCaller): Effect {
  const names = [...new Set(hosts.map(hostOf))].toSorted()
  const title = titleOf('Reach', names.join(', '))
  return effectOf(of, { kind: 'network', title, arguments: { hosts: names, ...given }, scope: { hosts: names }, names })
}

/** One spelling for each host, without its port: the policy compares names. */
function hostOf(entry: string): string {
  const host = /^\[(.*)\]/.exec(entry)?.[1] ?? (entry.split(':').length === 2 ? entry.split(':')[0] : entry) ?? entry
  const [, star = '', name = host] = /^(\*\.)(.*)$/.exec(host) ?? []
  return `${star}${domainToASCII(name) || name}`.toLowerCase().replace(/\.+$/, '')
}

const effectOf = (
  { userId, sessionId, cause }: EdgeCaller,
  effect: Pick<Effect, 'kind' | 'title' | 'arguments' | 'scope' | 'names'>,
): Effect => ({ ...{ userId, ...effect }, ...(sessionId && { sessionId }), ...(cause && { cause }) })

const LONGEST_TITLE = 160
function titleOf(what: string, text: string): string {
  const [line = '', ...others] = `${what}: ${text.trim()}`.split('\n')
  const isCut = line.length > LONGEST_TITLE || others.length > 0
  return isCut ? `${line.slice(0, LONGEST_TITLE).toWellFormed()} …` : line
}
