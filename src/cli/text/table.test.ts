import { describe, expect, it } from 'vitest'
import { type Column, tableText } from './table.ts'

interface Pet {
  name: string
  legs: number
  note: string
}

const columns: Column<Pet>[] = [
  { title: 'NAME', text: ({ name }) => name, style: () => 'bold' },
  { title: 'LEGS', text: ({ legs }) => String(legs), align: 'right' },
  { title: 'NOTE', text: ({ note }) => note },
]
const pets = [
  { name: '猫', legs: 4, note: 'sleeps most of the day\u001b[2J' },
  { name: 'spider', legs: 8, note: '' },
]
const piped = { isTerminal: false, hasColours: false, columns: 20 }

describe('a table', () => {
  it('is aligned by visible width, whole and without colours in a pipe', () => {
    expect(tableText(pets, columns, piped)).toBe(
      'NAME    LEGS  NOTE\n猫         4  sleeps most of the day␛[2J\nspider     8\n',
    )
  })

  it('cuts the last column on a terminal', () => {
    expect(tableText(pets, columns, { ...piped, isTerminal: true, columns: 26 })).toBe(
      'NAME    LEGS  NOTE\n猫         4  sleeps most…\nspider     8\n',
    )
  })

  it('has quiet titles and styled cells where there are colours', () => {
    const [titles, row] = tableText(pets, columns, { ...piped, hasColours: true }).split('\n')
    expect(titles).toContain('\u001b[2mNAME')
    expect(row).toContain('\u001b[1m猫')
  })
})
