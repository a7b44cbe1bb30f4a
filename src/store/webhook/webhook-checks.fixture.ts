import type { Breakage } from '../broken-store.fixture.ts'

export const broken: Record<string, Breakage> = {
  'a-webhook-is-due-when-its-run-has-ended-and-until-it-is-delivered': () => ({ webhooks: { due: async () => [] } }),
  'a-webhook-is-claimed-by-one-sender': () => ({ webhooks: { claim: async () => true } }),
  'webhooks-go-with-their-runs-and-users': () => ({ webhooks: { removeOrphans: async () => {} } }),
}
