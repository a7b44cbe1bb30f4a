import { row } from './error-row.ts'

/** Failures of the memory of programs. */
export const memoryErrors = {
  PATTERN_NOT_FOUND: row(404, false, (d: { patternId: string }) => [
    `There is no remembered program ${d.patternId}.`,
    'List yours with GET /v1/memory/patterns.',
  ]),
  MEMORY_FULL: row(422, false, (d: { most: number }) => [
    `Your memory has ${d.most} programs, as many as one user may have.`,
    'Forget some with DELETE /v1/memory/patterns/{id}, or raise memoryPatterns.',
  ]),
}
