import type { Readable } from 'node:stream'

export interface BoxStatus {
  /** Host pid of the box's first process; undefined when bubblewrap ended before it had made one. */
  childPid: Promise<number | undefined>
  /** The program's exit code; undefined when it never ran because the box could not be set up. */
  exitCode: Promise<number | undefined>
}

/** Reads bubblewrap's `--json-status-fd`: one JSON document after another as the box lives. */
export function readStatus(stream: Readable): BoxStatus {
  const childPid = Promise.withResolvers<number | undefined>()
  const exitCode = Promise.withResolvers<number | undefined>()
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    text += chunk
    const pid = numberOf(text, 'child-pid')
    if (pid !== undefined) childPid.resolve(pid)
    const code = numberOf(text, 'exit-code')
    if (code !== undefined) exitCode.resolve(code)
  })
  stream.on('close', () => {
    childPid.resolve(undefined)
    exitCode.resolve(undefined)
  })
  return { childPid: childPid.promise, exitCode: exitCode.promise }
}

/** Documents are not separated reliably, and a number may be cut by the end of a chunk: only a whole one counts. */
function numberOf(text: string, name: string): number | undefined {
  const found = new RegExp(`"${name}": (\\d+)\\s*[,}]`).exec(text)
  return found ? Number(found[1]) : undefined
}
