import { isSensitivePath } from './sensitive-path.ts'

const READERS =
  /^(?:cat|tac|less|more|head|tail|cp|mv|scp|rsync|tar|zip|gzip|type|xxd|od|strings|base64|grep|awk|sed|dd)$/

/** Whether a line for a shell has a command that reads a file of keys, passwords or personal data. */
export const readsSensitiveFile = (line: string): boolean =>
  line.split(/[|;&\n]/).some((command) => {
    const words = wordsIn(command)
    const reader = words.findIndex((word) => READERS.test(word))
    return reader >= 0 && words.slice(reader + 1).some(isSensitiveWord)
  })

/** Whether it names one at all, to read, write or use it. */
export const namesSensitiveFile = (line: string): boolean => wordsIn(line).some(isSensitiveWord)

const wordsIn = (line: string): string[] => line.split(/[\s"'`;|&<>()]+/)

/** `--config=path` tells a tool where its own settings are. */
const isSensitiveWord = (word: string, at: number, words: readonly string[]): boolean =>
  !words[at - 1]?.startsWith('--') && isSensitivePath(word.replace(/^(?:@|if=|of=|file=)/, ''))
