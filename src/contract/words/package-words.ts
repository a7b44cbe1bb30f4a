import { list, number } from '../setting-kinds.ts'

export const packageWords = {
  settings: {
    packagesAllowed: list
      .prefault([])
      .describe(
        'Packages that a run may have installed by asking for them, beyond those that are: seaborn, pandas==2.2.3, npm:lodash',
      ),
    packagesTimeoutMs: number(1000, 3_600_000).default(600_000).describe('Longest that adding packages may take'),
  },
  events: [],
} as const
