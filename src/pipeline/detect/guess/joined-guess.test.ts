import { expect, it } from 'vitest'
import { joinedGuess } from './joined-guess.ts'

it('each parser is asked about the same code once', async () => {
  const asked: string[] = []
  const check = async (language: string, sources: readonly string[]) => {
    asked.push(...sources.map((source) => `${language} ${source}`))
    return sources.map(() => (language === 'python' ? [] : null))
  }
  const scores = ['python', 'bash', 'ruby'].map((language, at) => ({ language, score: 5 - at }))
  const guess = await joinedGuess({ code: 'print(1)', scores, syntax: { check } })
  expect(guess?.language).toBe('python')
  expect(asked).toContain('python print(1)')
  expect(asked).toEqual([...new Set(asked)])
})
