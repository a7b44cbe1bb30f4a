import { z } from 'zod'
import { EngineError } from '../../contract/errors.ts'
import { plainReason } from '../repair/failure-of.ts'
import { browserAction, common } from './browser-action.ts'

const cookie = z.object({
  name: z.string().max(4096),
  value: z.string().max(8192),
  url: z.string().max(2000).optional().describe('Or domain with path'),
  domain: z.string().max(300).optional(),
  path: z.string().max(2000).optional(),
  expires: z.number().optional().describe('Seconds since 1970; -1 is the end of the session'),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
})

const settable = cookie
  .strict()
  .refine(({ url, domain, path }) => (url === undefined) === (domain !== undefined && path !== undefined), {
    message: 'needs "url", or "domain" with "path"',
  })

export const cookies = browserAction('browser.cookies', {
  description: 'Lists, sets or clears the cookies of the browser; they are kept with the session.',
  input: z
    .strictObject({
      do: z.enum(['list', 'set', 'clear']).default('list'),
      cookies: z.array(settable).max(500).optional().describe('To be set'),
      url: z.url().max(2000).optional().describe('Lists only those that this address gets'),
      ...common,
    })
    .refine(({ do: wish, cookies: given }) => (wish === 'set') === (given !== undefined), {
      message: 'needs "cookies" to set them, and only then',
    }),
  output: { cookies: z.array(cookie) },
  changes: true,
  needsNoPage: true,
  opens: true,
  async work({ do: wish, cookies: given = [], url }, { browser: { context } }) {
    if (wish === 'clear') await context.clearCookies()
    if (wish === 'set')
      await context.addCookies(given.map(withoutAbsent)).catch((error) => {
        const problems = [`body.input.cookies: ${plainReason(String(error))}`]
        throw new EngineError('INVALID_REQUEST', { problems })
      })
    const found = await context.cookies(url === undefined ? [] : [url])
    return {
      cookies: found.map(({ name, value, domain, path, expires, httpOnly, secure, sameSite }) => ({
        name,
        value,
        domain,
        path,
        expires,
        httpOnly,
        secure,
        sameSite,
      })),
    }
  },
})

type Cookie = Parameters<import('playwright-core').BrowserContext['addCookies']>[0][number]

const withoutAbsent = (given: z.infer<typeof cookie>): Cookie =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Cookie
