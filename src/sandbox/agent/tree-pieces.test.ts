import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TreePiece } from '../tree.ts'
import { BadFrame, encodeFrame, FRAME } from './frame.ts'
import { decodePieces, encodePieces } from './tree-pieces.ts'

const END: TreePiece = { token: 'index.1' }
const words = (value: unknown) => encodeFrame(FRAME.event, 0, Buffer.from(JSON.stringify(value)))
const bytes = (text: string) => encodeFrame(FRAME.data, 0, Buffer.from(text))
const file = (path: string, size: number) => ({ path, type: 'file', mode: 0o644, size, modifiedMs: 1.5 })

async function* cut(source: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.length; at += size) yield source.subarray(at, at + size)
}

async function decode(source: Uint8Array, size = 1000, contents = true): Promise<TreePiece[]> {
  const pieces: TreePiece[] = []
  for await (const piece of decodePieces(cut(source, size), { contents })) pieces.push(piece)
  return pieces
}

/** Joins the bytes of one file, in any number of pieces. */
function joined(pieces: TreePiece[]): unknown[] {
  const together: unknown[] = []
  for (const piece of pieces) {
    const last = together.at(-1)
    if (!('bytes' in piece)) together.push(piece)
    else if (typeof last === 'string')
      together[together.length - 1] = last + Buffer.from(piece.bytes).toString('latin1')
    else together.push(Buffer.from(piece.bytes).toString('latin1'))
  }
  return together
}

describe('pieces of a tree', () => {
  it('are decoded unchanged, wherever the stream is cut', async () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[/\0]|^\.\.?$/.test(text))
    const content = fc.uint8Array({ maxLength: 100_000 })
    const fileOf = fc
      .tuple(name, content)
      .map(([path, read]): TreePiece[] => [
        { entry: { ...file(path, read.length), type: 'file' } },
        ...(read.length > 0 ? [{ bytes: read }] : []),
      ])
    const removed = name.map((path): TreePiece[] => [{ removed: path }])
    const linked = name.map((path): TreePiece[] => [
      { entry: { path, type: 'symlink', mode: 0o777, size: 0, modifiedMs: 0, target: `../${path}` } },
    ])
    const left = name.map((path): TreePiece[] => [{ left: { path, why: 'is a pipe' } }])
    const tree = fc.array(fc.oneof(fileOf, removed, linked, left), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(tree, fc.integer({ min: 1, max: 5000 }), async (parts, size) => {
        const pieces = [...parts.flat(), END]
        const sent: Uint8Array[] = []
        for await (const batch of encodePieces(pieces)) sent.push(batch)
        expect(joined(await decode(Buffer.concat(sent), size))).toEqual(joined(pieces))
      }),
      { numRuns: 30 },
    )
  })

  it.each<[string, Uint8Array[]]>([
    ['a path that climbs', [words({ entry: file('../out', 0) })]],
    ['an absolute path', [words({ removed: '/etc' })]],
    ['a path with an empty part', [words({ removed: 'a//b' })]],
    ['a path with a NUL', [words({ removed: 'a\0b' })]],
    ['a path without end', [words({ removed: 'x'.repeat(5000) })]],
    ['a kind that does not exist', [words({ entry: { ...file('a', 0), type: 'device' } })]],
    ['a link to nowhere', [words({ entry: { ...file('a', 0), type: 'symlink' } })]],
    ['a size that is none', [words({ entry: file('a', -1) })]],
    ['a size beyond counting', [words({ entry: file('a', 2 ** 60) })]],
    ['more bytes than announced', [words({ entry: file('a', 1) }), bytes('ab')]],
    ['fewer bytes than announced', [words({ entry: file('a', 3) }), bytes('ab'), words(END)]],
    ['bytes of no file', [bytes('ab')]],
    ['something after the end', [words(END), words({ removed: 'a' })]],
    ['no end', [words({ removed: 'a' })]],
    ['words that say nothing', [words({})]],
    ['words that are no object', [words(null)]],
    ['words that are no JSON', [encodeFrame(FRAME.event, 0, Buffer.from('{'))]],
    ['words without end', [encodeFrame(FRAME.event, 0, Buffer.alloc(100_000))]],
  ])('are refused with %s', async (_, frames) => {
    await expect(decode(Buffer.concat(frames))).rejects.toThrow(BadFrame)
  })

  it('have no bytes when none were requested', async () => {
    expect(await decode(Buffer.concat([words({ entry: file('a', 9) }), words(END)]), 1000, false)).toHaveLength(2)
    await expect(decode(Buffer.concat([words({ entry: file('a', 1) }), bytes('a')]), 1000, false)).rejects.toThrow(
      BadFrame,
    )
  })
})
