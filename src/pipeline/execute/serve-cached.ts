import { createHash } from 'node:crypto'
import type { ExecutionEnd } from '../../contract/run.ts'
import type { Executed, Execution } from '../execution.ts'
import type { Stage, StageContext } from '../stage.ts'

export interface ServingParts {
  cache: {
    look(key: string, userId: string): Promise<{ stdout: string; stderr: string; runs: string[] } | undefined>
    note(of: { key: string; userId: string; runId: string; stdout: string; stderr: string }): void
  }
  /** Names everything that programs of a language run on; undefined where nobody can tell. */
  markOf?: ((language: Execution['language']) => Promise<string>) | undefined
  /** Provider and version: the rest of a program's surroundings. */
  surroundings: readonly string[]
}

/** Longer output is not kept. */
const MOST_OUTPUT = 65_536
/**
 * Words of programs that may give something else the next time, in any language. It is better to run a program for nothing than to serve
 * yesterday's date.
 */
const UNSTEADY =
  /time|date|clock|now\b|rand|uuid|secret|shuffle|sample|choice|entropy|getpid|\bpid\b|environ|\benv\b|hostname|uname|\/proc|\/dev\/|\/sys|thread|process|spawn|fork|async|await|\bid\(|hash\(|tempfile|mktemp|\$\$|\$RANDOM|\$SECONDS|EPOCH|socket|http|urllib|request|fetch|curl|wget/i

/** Serves the output of an identical program where the caller asked for that, and takes note of others that may be served. */
export function servingCached(
  execute: Stage<Execution, Executed>,
  { cache, markOf, surroundings }: ServingParts,
): Stage<Execution, Executed> {
  return async (execution, context) => {
    const { runId, admission } = execution
    if (runId === undefined || !markOf || !mayBeServed(execution)) return execute(execution, context)
    const userId = admission.userId ?? ''
    const key = keyOf(execution, [...surroundings, userId, await markOf(execution.language)])
    const known = await cache.look(key, userId)
    if (known) return served(known, execution, context)
    const executed = await execute(execution, context)
    const { stdout, stderr } = executed
    if (isSteady(executed)) cache.note({ key, userId, runId, stdout, stderr })
    return executed
  }
}

/** A program that reaches nobody, stands on nothing but its request, and names nothing that changes by itself. */
function mayBeServed({ request, session, archive, keepsWorkspace, measures, newHosts, code }: Execution): boolean {
  const { options, files = {} } = request
  if (options?.cache !== true || session || archive || keepsWorkspace || measures) return false
  if ((options.network?.allow ?? []).length > 0 || newHosts || options.lastValue) return false
  const texts = Object.values(files).map((file) => (typeof file === 'string' ? file : atob(file.base64)))
  return ![code, ...texts].some((text) => UNSTEADY.test(text))
}

function keyOf({ code, language, limits, request }: Execution, surroundings: readonly string[]): string {
  const { input = '', args = [], files = {} } = request
  const laid = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1))
  const { id, command, env = {} } = language
  return createHash('sha256')
    .update(JSON.stringify([surroundings, id, command, env, limits, code, input, args, laid]))
    .digest('base64url')
}

/** Only a clean end with all its output in one stream, and without files or pictures, is the same as its text. */
function isSteady({ end, stdout, stderr, isWhole, shown = [], written }: Executed): boolean {
  const isClean = end.endedBy === 'exit' && end.exitCode === 0 && !end.invalidUtf8 && end.error === undefined
  if (!isClean || !isWhole || shown.length > 0 || written?.hasAny) return false
  return (stdout === '' || stderr === '') && stdout.length + stderr.length <= MOST_OUTPUT
}

function served(
  { stdout, stderr, runs }: { stdout: string; stderr: string; runs: string[] },
  { block, attempt }: Execution,
  { emit, cause }: StageContext,
): Executed {
  for (const [stream, text] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    if (text !== '') emit({ type: 'output.delta', block, attempt, stream, text, cause })
  }
  const end: ExecutionEnd = {
    ...{ endedBy: 'exit', exitCode: 0, signal: null, durationMs: 0, waitMs: 0, invalidUtf8: false },
    ...{ cached: true, provedBy: runs },
  }
  return { end, stdout, stderr, isWhole: true }
}
