import { z } from 'zod'
import { browserEnd, browserIsolation, repairKind } from '../browser.ts'
import { eventOf } from '../event/envelope.ts'
import { number } from '../setting-kinds.ts'

/** Told in the stream of the session that has the browser, or in that of the action that had one for itself. */
export const browserWords = {
  settings: {
    browserPath: z.string().default('').describe("Chromium's program; empty looks where Debian and others put it"),
    browsersPerUser: number(0, 1000)
      .default(5)
      .describe('Browsers that one user may have open at once, one for each session; 0 lets nobody have one'),
    warmBrowsers: number(0, 100)
      .default(1)
      .describe('Browsers that wait for the next session once one was used; each takes about 200 MB'),
    browserIdleMs: number(1000, 86_400_000)
      .default(600_000)
      .describe('After how long without an action a browser is ended; its cookies are kept with the session'),
    browserMemoryMb: number(256, 1_048_576)
      .default(1024)
      .describe('Memory of one browser with all its pages, caches and downloads under way'),
    browserProcesses: number(64, 100_000).default(512).describe('Processes and threads of one browser'),
    browserDiskMb: number(16, 1_048_576).default(256).describe("Room for one browser's profile and its downloads"),
    browserTimeoutMs: number(100, 600_000)
      .default(30_000)
      .describe('Longest that opening a page may take, unless the action says'),
    browserSnapshotTokens: number(200, 100_000)
      .default(4000)
      .describe('Most tokens of one snapshot of a page, unless the action says'),
  },
  events: [
    eventOf('browser.opened', {
      version: z.string(),
      isolation: browserIsolation,
      startedFrom: z.enum(['warm', 'cold']),
      restored: z.boolean().describe('Whether cookies and storage of an earlier browser of the session came back'),
    }),
    eventOf('browser.request', {
      method: z.string().describe('CONNECT for a tunnel; requests inside one are told with their path'),
      host: z.string(),
      port: z.int(),
      path: z.string().optional().describe('Without its query; only where the browser told it'),
      allowed: z.boolean(),
      reason: z.string().optional(),
      address: z.string().optional().describe('Address of the connection'),
      count: z
        .int()
        .optional()
        .describe('So many alike, where a page asks faster than events are stored; a host * is many'),
    }),
    eventOf('browser.repaired', {
      action: z.string(),
      attempt: z.int().describe('From 1 to 3'),
      failure: repairKind,
      change: z.string().describe('The change of the action, in words'),
      worked: z.boolean(),
    }),
    eventOf('browser.downloaded', {
      name: z.string(),
      path: z.string().nullable().describe('In the workspace of the session; null when it was not kept'),
      bytes: z.number(),
      reason: z.string().optional().describe('The reason why it was not kept'),
    }),
    eventOf('browser.closed', { why: browserEnd }),
  ],
} as const
