import { expect, it } from 'vitest'
import { type Container, matchContainers } from './containers.ts'
import { cursorOf, indentOf, restOf } from './line-cursor.ts'

const DEPTH = 12
const WIDTH = 2
const lists = Array.from({ length: DEPTH }, (): Container => ({ type: 'item', width: WIDTH, isEmpty: false }))

it('the reader looks at the white space before a line once, however many lists stand around it', () => {
  const text = `${' '.repeat(1_000)}- x`
  let looks = 0
  const line = new Proxy(Object(text), {
    get(target, key) {
      looks++
      return Reflect.get(target, key)
    },
  })
  expect(matchContainers(lists, cursorOf(line))).toBe(DEPTH)
  expect(looks).toBeLessThan(2 * text.length)
})

it('the remaining tabs and spaces are known after lists have taken their part', () => {
  const cursor = cursorOf('\t  \t\tx')
  expect(matchContainers(lists.slice(0, 1), cursor)).toBe(1)
  expect(indentOf(cursor)).toEqual({ columns: 12 - WIDTH, behind: 5 })
  expect(restOf(cursor)).toBe('    \t\tx')
  expect(matchContainers(lists, cursor)).toBe(5)
  expect(indentOf(cursor)).toEqual({ columns: 0, behind: 5 })
})
