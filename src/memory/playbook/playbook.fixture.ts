import { makeId } from '../../contract/id.ts'
import type { LessonDraft } from '../../contract/playbook.ts'

const idOf = (prefix: 'les' | 'run', number: number): string => makeId(prefix, 1, new Uint8Array(12).fill(number % 32))

export const lessonIdOf = (number: number): string => idOf('les', number)
export const runIdOf = (number: number): string => idOf('run', number)

export const draftOf = (over: Partial<LessonDraft> = {}): LessonDraft => ({
  ...{ title: 'python: close bracket', when: 'A program does not parse.', what: 'Close it.', advice: 'prefer' },
  about: { language: 'python', fingerprint: 'f', pattern: 'python/syntax', strategy: 'python/close-bracket' },
  ...{ agent: null, source: 'runs', ...over },
})
