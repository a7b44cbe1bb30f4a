import { list, number } from '../setting-kinds.ts'

const DAY_MS = 86_400_000

export const commandWords = {
  settings: {
    commandAllow: list
      .prefault(['*'])
      .describe(
        'Programs that commands of the shell may run, by name or path; * is every one that is not always refused, a comma alone is none',
      ),
    commandTimeoutMs: number(1, DAY_MS).default(60_000).describe('Longest one command may take, unless the call says'),
    commandOutputBytes: number(1, 1_073_741_824)
      .default(10_485_760)
      .describe('Most bytes a command may print, unless the call says'),
  },
  events: [],
} as const
