import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { misspeltCommand } from './misspelt-command.ts'

const told = (name: string): Told => ({ type: 'CommandNotFound', message: `${name}: command not found` })

test('a misspelt call takes the name of the function', () => {
  expect(repaired(misspeltCommand, 'count_words() { wc -w; }\ncuont_words a\n', told('cuont_words'))).toBe(
    'count_words() { wc -w; }\ncount_words a\n',
  )
})

test('a function whose name is stranger than that of its only call takes the name of the call', () => {
  expect(repaired(misspeltCommand, 'cuont_words() { wc -w; }\ncount_words a\n', told('count_words'))).toBe(
    'count_words() { wc -w; }\ncount_words a\n',
  )
})

test('a function that several calls name otherwise takes their name', () => {
  expect(repaired(misspeltCommand, 'shwo() { echo; }\nshow a\nshow b\n', told('show'))).toBe(
    'show() { echo; }\nshow a\nshow b\n',
  )
})
