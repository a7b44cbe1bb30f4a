import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { kernelLoader } from './kernel-loader.ts'
import { packKernel } from './pack-kernel.ts'

const PROGRAM = 'import sys\nprint(__name__, sys._getframe().f_code.co_filename, "é")'
const load = (input: Buffer) =>
  execFileSync('/usr/bin/python3', ['-I', '-S', '-c', kernelLoader()], { input, env: {} }).toString()
/** The two parts of a packed kernel, each behind its length. */
function partsOf(packed: Buffer): [code: Buffer, source: Buffer] {
  const end = 4 + packed.readUInt32BE(0)
  return [packed.subarray(4, end), packed.subarray(end + 4)]
}
const lengthOf = (bytes: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}
const join = (...parts: Buffer[]) => Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]))

describe('the packed program of a kernel', () => {
  it('runs as it was compiled where Python is of the same kind', async () => {
    const [code] = partsOf(await packKernel(PROGRAM))
    expect(code.length).toBeGreaterThan(100)
    expect(load(join(code, Buffer.from('raise SystemExit("compiled here")')))).toBe('kernel <kernel> é\n')
  })

  it('is compiled in the sandbox where it is not, or where the host has none', async () => {
    const [code, source] = partsOf(await packKernel(PROGRAM))
    const another = Buffer.concat([Buffer.from('\0\0\r\n'), code.subarray(4)])
    for (const other of [another, Buffer.alloc(0)]) expect(load(join(other, source))).toBe('kernel <kernel> é\n')
  })
})
