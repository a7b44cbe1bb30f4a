import type { Readable } from 'node:stream'

export interface SandboxStatus {
  /** Host pid of the sandbox's first process; undefined when bubblewrap ended before it had made one. */
  childPid: Promise<number | undefined>
}

/** Reads bubblewrap's `--json-status-fd`: one JSON document after another as the sandbox lives. */
export function readStatus(stream: Readable): SandboxStatus {
  const childPid = Promise.withResolvers<number | undefined>()
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    text += chunk
    // Documents are not separated reliably, and a number may be cut by the end of a chunk: only a whole one counts.
    const found = /"child-pid": (\d+)\s*[,}]/.exec(text)
    if (found) childPid.resolve(Number(found[1]))
  })
  stream.on('close', () => childPid.resolve(undefined))
  return { childPid: childPid.promise }
}
