import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'commands-come-back-newest-first-to-their-user-alone': ({ commands }) => ({
    commands: { list: async (filter) => (await commands.list(filter)).reverse() },
  }),
  'a-command-is-kept-once-with-what-came-of-it': ({ commands }) => ({
    commands: { put: (command) => commands.put({ ...command, id: `${command.id}${command.outcome}` }) },
  }),
  'old-commands-are-forgotten': () => ({ commands: { removeBefore: async () => {} } }),
}
