import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectTaskType } from './detect-task-type.ts'
import { heldBack, known } from './labelled-tasks.fixture.ts'
import { partsOfTask } from './parts-of-task.ts'

const rightOf = (tasks: typeof known) => tasks.filter(([type, text]) => detectTaskType(text).type === type).length

test('every task that the signs were tuned on has its type', () => {
  const wrong = known.filter(([type, text]) => detectTaskType(text).type !== type)
  expect(wrong).toEqual([])
})

test('at least 95 of 100 tasks that nothing was tuned on have their type', () => {
  expect(known.length + heldBack.length).toBeGreaterThanOrEqual(150)
  expect(rightOf(heldBack) / heldBack.length).toBeGreaterThanOrEqual(0.95)
})

test('any text has a type, with a confidence from 0 to 1 and at least one reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fc.constantFrom(...PIECES)).map((all) => all.join('')),
      ),
      (text) => {
        const { confidence, reasons } = detectTaskType(text)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(reasons.length).toBeGreaterThan(0)
      },
    ),
  )
})

const PIECES = [
  '```',
  '```bash\n',
  '\n',
  '`',
  '$ ',
  'ls ',
  '-x',
  'http://',
  '1. ',
  'then ',
  'first ',
  ': a, b, c',
  '?',
  'fix ',
  '> a/b',
]

test('long texts of any kind are judged in bounded time', () => {
  const startedAt = process.cpuUsage()
  for (const piece of PIECES) detectTaskType(piece.repeat(20_000))
  const { user, system } = process.cpuUsage(startedAt)
  expect((user + system) / 1000).toBeLessThan(5000)
})

test.each([
  ['ls -la | head', ['ls -la | head']],
  ['run `npm test` please', ['npm test']],
  ['```sh\n$ echo 1\n```', ['echo 1']],
  ['$ git status\n$ git diff', ['git status', 'git diff']],
  ['find all files larger than 1 MB', []],
  ['sort the list of names', []],
  ['make me a sandwich', []],
])('the commands in %j are found, and no sentence is taken for one', (text, commands) => {
  expect(partsOfTask(text).commands).toEqual(commands)
})
