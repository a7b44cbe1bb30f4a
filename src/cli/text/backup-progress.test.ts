import { expect, it } from 'vitest'
import type { BackupProgress } from '../../contract/backup.ts'
import { createFakeHost, shownBy } from '../fake-host.fixture.ts'
import { barText, createProgressView } from './backup-progress.ts'

const nothing: BackupProgress = { step: 'rows', rows: 0, objects: 0, objectsTotal: 0, bytes: 0, layersLeftOut: 0 }
const content = (objects: number): BackupProgress => {
  return { step: 'content', rows: 1234, objects, objectsTotal: 40, bytes: objects * 1024, layersLeftOut: 0 }
}

it('a bar shows the progress once the total is known', () => {
  expect(barText({ ...nothing, rows: 1234, objectsTotal: 9 })).toBe('rows: 1,234')
  expect(barText(content(10))).toBe('content █████░░░░░░░░░░░░░░░ 25 % · 10 of 40 objects, 10.0 kB')
  expect(barText({ ...nothing, step: 'checking', objectsTotal: 2048, bytes: 2048 })).toBe(
    'checking ████████████████████ 100 % · 2.0 kB of 2.0 kB',
  )
  expect(barText({ ...nothing, step: 'content' })).toBe('content: 0 of 0 objects, 0 bytes')
})

it('a terminal shows the bar and is left clean', () => {
  const { host, seen, tick } = createFakeHost({ terminal: { stderr: true } })
  const view = createProgressView(host)
  view.show(content(20))
  tick()
  expect(shownBy(seen.terminal)).toContain('50 % · 20 of 40 objects')
  view.stop()
  expect(shownBy(seen.terminal)).toBe('')
})

it('a log gets the rows when they are done, and a line for each tenth of the content', () => {
  const { host, seen, tick } = createFakeHost()
  const view = createProgressView(host)
  for (let rows = 1; rows <= 1234; rows++) view.show({ ...nothing, rows })
  for (let objects = 1; objects <= 40; objects++) view.show(content(objects))
  tick()
  view.stop()
  const lines = seen.stderr.trimEnd().split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.slice(0, 2)).toEqual(['rows: 1,234', 'content: 4 of 40 objects, 4.0 kB'])
  expect(lines.at(-1)).toBe('content: 40 of 40 objects, 40.0 kB')
})
