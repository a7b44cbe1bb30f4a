import { expect, it } from 'vitest'
import { newPathProblem, pathProblem, sandboxPathProblem } from './path-problem.ts'

const deep = (levels: number, name = 'a') => Array(levels).fill(name).join('/')

it('new paths have 256 levels and 4,095 bytes at most, and stored ones may have more', () => {
  expect(newPathProblem(deep(256))).toBeUndefined()
  expect(newPathProblem(deep(257))).toBe('it is in more than 255 directories')
  expect(newPathProblem(deep(20, 'x'.repeat(200)))).toBeUndefined()
  expect(newPathProblem(deep(30, 'x'.repeat(200)))).toBe('its path is longer than 4095 bytes')
  for (const stored of [deep(257), deep(30, 'x'.repeat(200))]) expect(pathProblem(stored)).toBeUndefined()
})

it('a checkpoint may hold any path of a sandbox', () => {
  expect(sandboxPathProblem(`files/${deep(2_048)}`)).toBeUndefined()
  expect(sandboxPathProblem(deep(5_000))).toBe('its path is longer than 4350 bytes')
})

it.each([
  ['', 'no name'],
  ['/a', 'begin inside'],
  ['a//b', 'part of its path'],
  ['a/../b', 'part of its path'],
  ['a\0', 'NUL'],
  ['\ud800', 'Unicode'],
  ['é'.repeat(128), '255 bytes'],
])('%j is no path', (path, why) => {
  for (const problem of [pathProblem, sandboxPathProblem, newPathProblem]) expect(problem(path)).toContain(why)
})
