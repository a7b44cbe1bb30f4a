import { expect, test } from 'vitest'
import { createFakeHost, shownBy } from '../fake-host.fixture.ts'
import { createProgressBar, progressText } from './progress-bar.ts'

test('a bar shows the done part of the total', () => {
  expect(progressText(0, 1000)).toBe('░░░░░░░░░░░░░░░░░░░░░░░░ 0 % · 0 bytes of 1000 bytes')
  expect(progressText(524_288, 1_048_576)).toBe('████████████░░░░░░░░░░░░ 50 % · 512 kB of 1.0 MB')
  expect(progressText(0, 0)).toContain('100 %')
})

test('a bar without a total shows the amount done', () => {
  expect(progressText(2048, undefined)).toBe('2.0 kB')
})

test('a terminal shows the bar while it lasts and nothing afterwards', () => {
  const { host, seen, tick } = createFakeHost({ terminal: { stderr: true } })
  const bar = createProgressBar(host, { what: 'saving a.bin', totalBytes: 100 })
  bar.add(25)
  tick()
  expect(shownBy(seen.stderr)).toContain('saving a.bin ██████░')
  bar.stop()
  expect(shownBy(seen.stderr)).toBe('')
})

test('a pipe gets no bar', () => {
  const { host, seen, tick } = createFakeHost()
  const bar = createProgressBar(host, { what: 'saving a.bin' })
  bar.add(25)
  tick()
  bar.stop()
  expect(seen.stderr).toBe('')
})
