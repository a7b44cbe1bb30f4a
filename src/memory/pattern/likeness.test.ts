import { expect, it } from 'vitest'
import { likenessTo } from './likeness.ts'

const python = (code: string) => ({ code, language: 'python' })

it('a program is wholly like itself and its copies with other names for its own variables are nearly so', () => {
  const compare = likenessTo(python('def mean(values):\n    return sum(values) / len(values)\n'))
  expect(compare(python('def mean(values):\n    return sum(values) / len(values)\n'))).toBe(1)
  const copy = compare(python('def mean(items):\n    return sum(items) / len(items)\n'))
  const other = compare(python('import os\nprint(os.getcwd())\n'))
  expect(copy).toBeGreaterThan(0.7)
  expect(copy).toBeLessThan(1)
  expect(other).toBeLessThan(0.2)
})

it('long programs are compared by their beginnings', () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `total_${at} = ${at} * ${at + 1}\n`).join('')
  expect(likenessTo(python(lines))(python(`${lines}print("behind")\n`))).toBe(1)
})
