import { isSensitivePath } from './sensitive-path.ts'

const READERS =
  /^(?:cat|tac|less|more|head|tail|cp|mv|scp|rsync|tar|zip|gzip|type|xxd|od|strings|base64|grep|awk|sed|dd)$/

/** Whether a shell line has a command that reads a file of keys, passwords or personal data. */
export const readsSensitiveFile = (line: string): boolean =>
  line.split(/[|;&\n]/).some((command) => {
    const words = wordsIn(command)
    const reader = words.findIndex((word) => READERS.test(word))
    return reader >= 0 && words.slice(reader + 1).some(isSensitiveWord)
  })

/** Whether the line names such a file at all, to read, write or use it. */
export const namesSensitiveFile = (line: string): boolean => wordsIn(line).some(isSensitiveWord)

const wordsIn = (line: string): string[] => line.split(/[\s"'`;|&<>()]+/)

/** `--config=path` gives a tool the place of its own settings. */
const isSensitiveWord = (word: string, at: number, words: readonly string[]): boolean =>
  !words[at - 1]?.startsWith('--') && isSensitivePath(word.replace(/^(?:@|if=|of=|file=)/, ''))
