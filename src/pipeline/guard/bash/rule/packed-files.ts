import type { BashProgram, Invocation } from '../read/bash-program.ts'
import { operandsOf, valuesOf } from './options.ts'
import { isOthersPath, isSecretPath, readsFile } from './secret-path.ts'
import { writtenFiles } from './written-files.ts'

export type Held = 'secrets' | 'others'

const known = new WeakMap<BashProgram, Map<string, Held>>()

/** Files into which the program put secrets, or other people's data: archives, copies, screenshots. */
export function packedFiles(program: BashProgram): Map<string, Held> {
  const before = known.get(program)
  if (before) return before
  const files = new Map<string, Held>()
  for (const invocation of program.invocations) {
    const held = heldBy(invocation)
    if (!held) continue
    for (const path of madeFiles(invocation)) files.set(path, held)
  }
  known.set(program, files)
  return files
}

const RECORDERS = new Set('xwd arecord scrot fswebcam import screencapture ffmpeg tcpdump'.split(' '))

function heldBy(invocation: Invocation): Held | undefined {
  if (readsFile(invocation, isSecretPath)) return 'secrets'
  return readsFile(invocation, isOthersPath) || RECORDERS.has(invocation.name ?? '') ? 'others' : undefined
}

function madeFiles(invocation: Invocation): string[] {
  const written = writtenFiles(invocation).map(({ path }) => path.text)
  const operands = operandsOf(invocation).map(({ text }) => text)
  if (invocation.name === 'tar') {
    const bundled = invocation.args.findIndex(({ text }, at) => at < 2 && /^-?[a-zA-Z]*f$/.test(text))
    return [
      ...written,
      ...valuesOf(invocation, '-f', '--file').map(({ text }) => text),
      invocation.args[bundled + 1]?.text ?? '',
    ]
  }
  if (invocation.name === 'zip' || invocation.name === '7z') return [...written, ...operands.slice(0, 2)]
  if (RECORDERS.has(invocation.name ?? ''))
    return [...written, ...operands, ...valuesOf(invocation, '-out', '-w').map(({ text }) => text)]
  return written
}
