import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'error-patterns-come-back-equal-in-the-order-they-were-added': ({ patterns }) => ({
    patterns: { list: async () => (await patterns.list()).reverse() },
  }),
  'a-removed-error-pattern-is-gone': () => ({ patterns: { remove: async () => true } }),
}
