import { expect, it } from 'vitest'
import { weakens } from '../weakens.ts'
import { idleImport } from './idle-import.ts'
import { faultOf, repairsBy } from './repair.fixture.ts'

const missing = (code: string, line: number) =>
  repairsBy(idleImport, faultOf(code, ['ModuleNotFoundError', "No module named 'vision'", line]))
const DOUBLE = 'def double(x):\n    return 2 * x\n'

it('imports of modules that are not there go, all that stand together at once, where nothing uses what they bring', () => {
  const code = `${DOUBLE}import vision\nfrom vision.models import Encoder, Decoder as D\nimport os\n`
  expect(missing(code, 3)[0]).toBe(`${DOUBLE}import os\n`)
  expect(missing(code, 3)[1]).toBe(`${DOUBLE}from vision.models import Encoder, Decoder as D\nimport os\n`)
})

it('an import whose name is used stays, and one that a block holds', () => {
  expect(missing(`import vision\n${DOUBLE}print(vision.double(2))\n`, 1)).toEqual([])
  expect(missing(`from vision import (\n    Encoder,\n)\n${DOUBLE}print(Encoder)\n`, 1)).toEqual([])
  expect(missing(`if True:\n    import vision\n${DOUBLE}`, 2)).toEqual([])
})

it('to leave such an import out is no loss, and to leave one out that is used is', () => {
  const lost = (before: string, after: string) => weakens({ before, after, language: 'python' })
  expect(lost(`${DOUBLE}import vision\n`, DOUBLE)).toBeUndefined()
  expect(lost(`import vision\n${DOUBLE}vision.show(double(2))\n`, `${DOUBLE}vision.show(double(2))\n`)).toBeTypeOf(
    'string',
  )
})

it('a call of what nothing defines may go where tests of the caller pass without it, and no other call', () => {
  const before = (call: string) => `import log\n\ndef half(x):\n    ${call}\n    return x / 2\n`
  const after = 'import log\n\ndef half(x):\n    return x / 2\n'
  const lost = (call: string, isTested: boolean) =>
    weakens({ before: before(call), after, language: 'python' }, { isTested })
  expect(lost('note_progress(x)', true)).toBeUndefined()
  expect(lost('note_progress(x)', false)).toBeTypeOf('string')
  expect([lost('log.info(x)', true), lost('print(x, half)', true)].every((each) => typeof each === 'string')).toBe(true)
})
