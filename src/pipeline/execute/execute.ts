import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExecutionEnd } from '../../contract/run.ts'
import { type Language, programOf, SUPPORT } from '../../language/language.ts'
import type { EgressRequest, NetworkPolicy } from '../../sandbox/network.ts'
import {
  type Mount,
  type Sandbox,
  type SandboxControl,
  type SandboxProvider,
  WORKSPACE,
} from '../../sandbox/sandbox.ts'
import type { Executed, Execution, RunSession } from '../execution.ts'
import type { Stage, StageContext } from '../stage.ts'
import { withSupport } from './lay-down.ts'
import type { PieceMask } from './output-teller.ts'
import { runProgram } from './run-program.ts'
import { readShown } from './shown-values.ts'
import { startCounting } from './spent-since.ts'
import { warmKindOf } from './warm-kinds.ts'
import { workspaceOf } from './workspace.ts'
import { NOTHING_WRITTEN, workspaceNow, writtenFiles } from './written-files.ts'

export interface ExecuteParts {
  sandbox: SandboxProvider
  /** Mounts of a language's packages; throws LANGUAGE_MISSING when one is not installed. */
  packageMounts(language: Language): Promise<Mount[]>
  /** Our files, by name, that a program needs to show values; laid into `SUPPORT`. */
  showingFiles?(showing: { language: string; asksLast: boolean }): Promise<ReadonlyMap<string, Uint8Array>>
  /** Takes the work that is left after a result has been returned. */
  finish(work: Promise<void>): void
  /** Makes a mask for each stream of each program; without masks a secret is found only in a piece that holds all of it. */
  newMask?: (() => PieceMask) | undefined
}

/** Runs one program in one fresh sandbox; emits its output while it runs. */
export function createExecute(parts: ExecuteParts): Stage<Execution, Executed> {
  const { sandbox, packageMounts, finish, newMask } = parts
  return async (execution, context) => {
    const { language, code, limits } = execution
    const askedAt = performance.now()
    const release = await execution.admission.takeSlot(context.signal)
    const enteredAt = performance.now()
    // The caller does not wait for the sandbox's end, which begins when the result is on its way; the slot is free after it.
    let endSandbox: () => Promise<void> = async () => {}
    try {
      if (execution.session) {
        const waitMs = enteredAt - askedAt
        return await inSession({ session: execution.session, waitMs }, execution, context)
      }
      const shows = parts.showingFiles && showsIn(execution)
      const files = await filesFor(execution, shows, parts)
      const mounts = await packageMounts(language)
      const network = networkOf(execution, context)
      const control = await sandbox.create(
        { limits, network, mounts, warm: warmKindOf(language, code) },
        context.signal,
      )
      endSandbox = control.destroy
      const times = { waitMs: enteredAt - askedAt, startMs: performance.now() - enteredAt }
      if (execution.archive) await unpack(execution, control.sandbox, context.signal)
      const running = shows ? { ...language, command: shows.command } : language
      const start = await startingPoint({ ...execution, language: running }, files, control.sandbox)
      const spentIn = execution.measures ? await startCounting(control.sandbox) : undefined
      const {
        end: ran,
        entries,
        ...printed
      } = await runProgram({ ...execution, ...start.program, newMask }, control.sandbox, context)
      const spent = spentIn && { spent: await spentIn(ran.durationMs) }
      // The workspace of a failed program is not handed on.
      const isWanted = execution.keepsWorkspace && ran.endedBy === 'exit' && ran.exitCode === 0
      const archive = isWanted ? { archive: await all(control.snapshot()) } : {}
      const shown = shows ? { shown: await readShown(control.sandbox) } : {}
      const { signal } = context
      const own = programOf(language, code).fileName
      const place = { sandbox: control.sandbox, since: start.since(), own, signal }
      const isUntouched = entries?.every((name) => name === own)
      const written = isUntouched ? NOTHING_WRITTEN : await writtenFiles(place, execution.keeper)
      const end = { ...ran, ...times, ...spent, start: startOf(control), sandbox: sandboxOf(control) }
      return { end, ...printed, ...archive, ...shown, written }
    } finally {
      finish(nextTurn().then(endSandbox).finally(release))
    }
  }

  function sandboxOf({ limitsBy }: SandboxControl) {
    return { provider: sandbox.name, limitsBy }
  }
}

/** The way to run a program that may show something; undefined for one that cannot. */
function showsIn({ language, code, request }: Execution): Language['showing'] {
  const { showing } = language
  return request.options?.lastValue || showing?.isNeeded(code) ? showing : undefined
}

async function filesFor(
  execution: Execution,
  shows: Language['showing'],
  parts: Pick<ExecuteParts, 'showingFiles'>,
): Promise<Map<string, Uint8Array>> {
  const { language, request } = execution
  const files: Map<string, Uint8Array> = await withSupport(workspaceOf(execution), language)
  if (!shows || !parts.showingFiles) return files
  const asksLast = request.options?.lastValue ?? false
  for (const [name, content] of await parts.showingFiles({ language: language.id, asksLast }))
    files.set(`${SUPPORT}/${name}`, content)
  return files
}

/**
 * Prepares that files which the program found are told apart from those it writes. A program that finds none but itself
 * is spared the look.
 */
async function startingPoint(execution: Execution, files: ReadonlyMap<string, Uint8Array>, sandbox: Sandbox) {
  const { language, code, request, archive } = execution
  let token: string | undefined
  const look = async () => {
    token = await workspaceNow(sandbox)
  }
  const since = () => token
  if (programOf(language, code).compile) return { program: { language, files, beforeRun: look }, since }
  if (!archive && Object.keys(request.files ?? {}).length === 0) return { program: { language, files }, since }
  for (const [path, content] of files) await sandbox.files.write(path, content)
  await look()
  return { program: { language, files: new Map<string, Uint8Array>() }, since }
}

/** A session takes the same slot: it needs as much as a sandbox of its own. */
async function inSession(
  { session, waitMs }: { session: RunSession; waitMs: number },
  execution: Execution,
  context: StageContext,
): Promise<Executed> {
  const executed = await session.execute(execution, context)
  return { ...executed, end: { ...executed.end, waitMs: executed.end.waitMs + waitMs } }
}

/** A sandbox that was pooled, or forked from a pooled one, is warm: nothing had to be loaded. */
function startOf({ startedFrom }: SandboxControl): ExecutionEnd['start'] {
  return startedFrom === 'cold' ? 'cold' : 'warm'
}

/**
 * Unpacks inside of the sandbox, since names and links in the archive come from a program. The file that an interpreter may
 * wait for is left alone.
 */
async function unpack({ archive, language, code }: Execution, sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  const { fileName } = programOf(language, code)
  const command = ['tar', '-xf', '-', '-C', WORKSPACE, `--exclude=./${fileName}`, `--exclude=${fileName}`]
  const { exitCode } = await sandbox.exec(command, { ...(archive && { input: archive }), signal })
  if (exitCode !== 0) throw new Error(`the workspace of the block before could not be unpacked (exit ${exitCode})`)
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const list: Uint8Array[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

function networkOf(
  { block, attempt, request, newHosts }: Execution,
  { emit, cause }: Parameters<Stage<Execution, unknown>>[1],
): NetworkPolicy {
  const onRequest = ({ at: _, ...told }: EgressRequest) =>
    emit({ type: 'egress.request', block, attempt, ...told, cause })
  return { allow: request.options?.network?.allow ?? [], onRequest, ...(newHosts && { beyond: newHosts }) }
}
