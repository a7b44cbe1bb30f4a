import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { isPlaceholder } from './placeholder.ts'
import { redact } from './redact.ts'

export const addressPassword: GuardRule<TextProgram> = {
  id: 'text/address-password',
  family: 'secrets',
  severity: 'high',
  title: 'An address in the code has a password in it',
  why: 'Addresses end up in logs, error messages and histories, and the password with them.',
  remedy: 'Read the whole address from the environment, and change the password.',
  cwe: [798, 522],
  find: passwordsOf,
}

const ADDRESS =
  /(?<![\w+.-])([a-z][a-z0-9+.-]{1,30}):\/\/([^\s:@/"'`<>{}$]{0,100}):([^\s@/"'`<>]{1,200})@([\w.-]{1,200})/gi
/** `user:password@tcp(host:3306)/name`, as drivers of Go take it. */
const DRIVER = /(?<=["'`])([\w.-]{1,60}):([^\s:@/"'`{}$%]{4,100})@(?:tcp|unix)\(([^()\s]{1,100})\)/g
const IN_HEADER = /(?<=authorization["'\]]{0,3}\s{0,4}[:=,]\s{0,4}["'`]?(?:Basic|Bearer) )[A-Za-z0-9+/=._-]{16,500}/gi
const NEAR = /^(?:localhost|127\.|0\.0\.0\.0|host\b|db$|example\.)/

function* passwordsOf({ glued }: TextProgram): Generator<Spot> {
  for (const match of glued.text.matchAll(ADDRESS)) {
    const [all, , user = '', password = '', host = ''] = match
    if (password.length < 4 || isPlaceholder(password) || /[{}$%]/.test(password) || password === user) continue
    const place = glued.placeOf(match.index, match.index + all.length)
    const message = `An address for ${host} has a password in it (${redact(password)})`
    yield { ...place, message, ...(NEAR.test(host) && { severity: 'medium' as const }) }
  }
  for (const { index, 0: all, 1: user = '', 2: password = '', 3: host = '' } of glued.text.matchAll(DRIVER)) {
    if (isPlaceholder(password) || password === user) continue
    const message = `An address for ${host} has a password in it (${redact(password)})`
    yield {
      ...glued.placeOf(index, index + all.length),
      message,
      ...(NEAR.test(host) && { severity: 'medium' as const }),
    }
  }
  for (const { index, 0: value } of glued.text.matchAll(IN_HEADER)) {
    if (isPlaceholder(value) || !/\d/.test(value)) continue
    yield {
      ...glued.placeOf(index, index + value.length),
      message: `A header has a credential in it (${redact(value)})`,
    }
  }
}
