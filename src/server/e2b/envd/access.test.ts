import { expect, test } from 'vitest'
import type { Visit } from '../visit.ts'
import { refusalOf } from './access.ts'
import { signatureOf } from './signature.ts'

const TOKEN = 'a'.repeat(40)
const signature = signatureOf({ path: 'x', operation: 'read', user: '' }, TOKEN)
const link = `/files?path=x&signature=${encodeURIComponent(signature)}`

interface Asked {
  headers?: Record<string, string>
  method?: string
  accessToken?: string | null
}

function refusal(path: string, { headers = {}, method = 'GET', accessToken = TOKEN }: Asked = {}) {
  const visit = {
    request: { headers, method },
    url: new URL(path, 'http://localhost'),
    machine: { info: { accessToken } },
  }
  return refusalOf(visit as unknown as Visit, 0)
}

test('the token opens every route, and nothing but the token opens those without links', () => {
  expect(refusal('/envs', { headers: { 'x-access-token': TOKEN } })).toBeUndefined()
  expect(refusal('/files?path=x', { headers: { 'x-access-token': TOKEN } })).toBeUndefined()
  for (const shown of ['', 'b'.repeat(40), TOKEN.slice(1), `${TOKEN}a`]) {
    expect(refusal('/envs', { headers: { 'x-access-token': shown } }), shown).toMatch(/^unauthorized/)
  }
  expect(refusal(link.replace('/files', '/files/compose'))).toMatch(/^unauthorized/)
  expect(refusal(link.replace('/files', '/envs'))).toMatch(/^unauthorized/)
})

test('a signed link opens its file without the token, but not beside a wrong one', () => {
  expect(refusal(link)).toBeUndefined()
  expect(refusal(link, { method: 'POST' })).toBe('invalid signature')
  expect(refusal(link, { headers: { 'x-access-token': 'wrong' } })).toMatch(/^unauthorized/)
  expect(refusal('/files?path=x')).toBe('missing signature query parameter')
})

test('a machine without a token is open to everybody who knows it', () => {
  expect(refusal('/envs', { accessToken: null })).toBeUndefined()
  expect(refusal('/files?path=x', { accessToken: null })).toBeUndefined()
})
