import { expect, it } from 'vitest'
import { chooseRepack } from './choose-repack.ts'

const rules = { mostBytes: 1_000, mostSmallBlobs: 4, allowedWasteBytes: 10 }
const use = (blob: number, neededBytes: number, bytes: number) => ({ blob, neededBytes, bytes })

it('blobs that are mostly needed, or waste little, stay', () => {
  expect(chooseRepack([use(0, 60, 100), use(1, 1, 11)], rules)).toEqual(new Set())
})

it('a blob that is mostly waste is written again', () => {
  expect(chooseRepack([use(0, 60, 100), use(1, 40, 100)], rules)).toEqual(new Set([1]))
})

it('the smaller half of too many small blobs is joined, and large ones are not counted', () => {
  const small = [90, 80, 70, 60, 50].map((bytes, blob) => use(blob, bytes, bytes))
  const large = [600, 700, 800].map((bytes, index) => use(9 + index, bytes, bytes))
  expect(chooseRepack([...small.slice(1), ...large], rules)).toEqual(new Set())
  expect(chooseRepack([...small, ...large], rules)).toEqual(new Set([4, 3, 2]))
})

it('one save writes a bounded part again', () => {
  const uses = [use(0, 900, 9_000), use(1, 900, 9_000), use(2, 50, 9_000)]
  expect(chooseRepack(uses, rules)).toEqual(new Set([0, 2]))
})
