import { isSensitivePath } from './sensitive-path.ts'

/** Whether the line names a file of keys, passwords or personal data, to read, write or use it. */
export const namesSensitiveFile = (line: string): boolean => wordsIn(line).some(isSensitiveWord)

const wordsIn = (line: string): string[] => line.split(/[\s"'`;|&<>()]+/)

/** `--config=path` gives a tool the place of its own settings. */
const isSensitiveWord = (word: string, at: number, words: readonly string[]): boolean =>
  !words[at - 1]?.startsWith('--') && isSensitivePath(word.replace(/^(?:@|if=|of=|file=)/, ''))
