import { EXIT, exitCodeOfStatus } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { createPaint, PipeClosed } from './screen.ts'
import { visibleLines } from './visible-text.ts'

/** The fields of every error that we word ourselves. */
interface Worded {
  code: string
  status: number
  message: string
  hint: string
  retry: boolean
  requestId?: string
}

/** Reports the failure of a command to a person or a program; gives the exit code. */
export async function reportFailure(error: unknown, { host, json }: { host: Host; json: boolean }): Promise<number> {
  if (error instanceof PipeClosed) return EXIT.pipeClosed
  const worded = isWorded(error) ? error : wordBug(error)
  try {
    if (json) await host.stdout.write(`${JSON.stringify({ error: bodyOf(worded) })}\n`)
    else await host.stderr.write(failureText(worded, host))
    if (worded.code === 'INTERNAL' && error instanceof Error && !isWorded(error)) {
      await host.stderr.write(`${visibleLines(error.stack ?? '').join('\n')}\n`)
    }
  } catch (writing) {
    if (!(writing instanceof PipeClosed)) throw writing
  }
  if (worded.code === 'CODE_BLOCKED' || worded.code === 'COMMAND_REFUSED') return EXIT.blocked
  return worded.code === 'ANSWER_INVALID' ? EXIT.engine : exitCodeOfStatus(worded.status)
}

/** "✖ what happened", and the hint in a dimmer colour. */
export function failureText(
  failure: { code: string; message: string; hint: string },
  host: Pick<Host, 'stderr'>,
): string {
  const paint = createPaint(host.stderr)
  const [first, ...others] = visibleLines(failure.message)
  const lines = [`${paint('red', '✖')} ${first}`, ...others]
  const hint = visibleLines(hintOf(failure)).map((line) => paint('dim', `  ${line}`))
  return [...lines, ...(failure.hint ? hint : [])].map((line) => `${line}\n`).join('')
}

/** The one hint that names a field of the request where a person at a terminal needs the option. */
function hintOf({ code, hint }: { code: string; hint: string }): string {
  if (code === 'LANGUAGE_UNCLEAR') return hint.replace('Set "language" to', 'Add --language with')
  return hint.replace(/options\.guard \{"rules": \{"([^"]*)": "allow"\}\}/, '--allow $1')
}

function bodyOf({ code, message, hint, retry, requestId }: Worded) {
  return { code, message, hint, retry, requestId: requestId ?? '' }
}

function isWorded(error: unknown): error is Worded {
  return error instanceof Error && 'code' in error && 'hint' in error && 'status' in error
}

function wordBug(error: unknown): Worded {
  const message = `Something went wrong inside Anneal: ${error instanceof Error ? error.message : String(error)}`
  return { code: 'INTERNAL', status: 500, message, hint: 'Please report it with what follows.', retry: false }
}
