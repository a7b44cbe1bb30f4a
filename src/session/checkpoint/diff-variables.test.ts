import { expect, it } from 'vitest'
import { diffVariables } from './diff-variables.ts'

const variable = (name: string, summary: string, language = 'python') => ({ name, summary, language, type: 'int' })

it('tells what came, went and changed, each language for itself', () => {
  const from = [variable('a', '1'), variable('b', '2'), variable('c', '3'), variable('c', '3', 'r')]
  const to = [variable('d', '4'), variable('a', '1'), variable('b', '9'), variable('c', '3', 'r')]
  expect(diffVariables(from, to)).toEqual([
    { name: 'b', language: 'python', change: 'changed', from: 'int 2', to: 'int 9' },
    { name: 'c', language: 'python', change: 'removed', from: 'int 3', to: null },
    { name: 'd', language: 'python', change: 'added', from: null, to: 'int 4' },
  ])
})
