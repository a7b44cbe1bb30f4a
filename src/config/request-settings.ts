import { number } from '../contract/setting-kinds.ts'

/** Limits on the requests of one server, over all doors. */
export const requestSettings = {
  ratePerSecond: number(1, 1_000_000)
    .default(100)
    .describe('Requests a second that one user may send, after a burst of four times as many'),
  concurrentRequests: number(1, 1_000_000)
    .default(2000)
    .describe('Requests served at once, beside health and metrics; one more is refused'),
  concurrentRequestsPerUser: number(1, 1_000_000)
    .default(1200)
    .describe('Requests of one user served at once, or to the E2B sandboxes of one user; one more is refused'),
  concurrentRequestsPerAddress: number(1, 1_000_000)
    .default(1600)
    .describe('Requests from one address (of IPv6: one network of 64 bits) served at once; one more is refused'),
  maxTokenTtlS: number(1, 31 * 86_400)
    .default(86_400)
    .describe('Most seconds that a token for a web page may live; one is made for 600 unless the call says'),
  tokensPerUser: number(1, 1_000_000).default(10_000).describe('Open tokens of one user; one more is refused'),
}
