import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** What was changed, as people and tools read it; the file is named as the program is. */
export const unifiedDiff = (before: string, after: string, fileName: string): string =>
  createTwoFilesPatch(`a/${fileName}`, `b/${fileName}`, before, after, '', '', {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  })
