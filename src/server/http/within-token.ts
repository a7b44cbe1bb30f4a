import { EngineError } from '../../contract/errors.ts'
import type { RowCall } from '../../contract/row.ts'
import type { Caller, Engine } from '../../engine.ts'
import type { Row } from './row.ts'

/** Refuses a caller with a token at a row that no such token opens, before anything of the request is read. */
export function assertTokenRow({ token }: Caller, row: Row | undefined): void {
  if (!token) return
  if (!row?.forTokens) throw tooNarrow(token, 'this call is none of those that a token opens')
  if (row.forTokens.rights === 'use' && token.rights === 'read') throw tooNarrow(token, 'this call changes something')
}

/** Refuses a caller with a token whose call is about anything but the token's own session or run. */
export async function assertWithinToken(
  { token }: Caller,
  { forTokens }: Row,
  { call, tokens }: { call: Pick<RowCall, 'params' | 'query' | 'body'>; tokens: Pick<Engine['tokens'], 'opens'> },
): Promise<void> {
  if (!token) return
  const subject = forTokens?.subjectOf(call)
  if (subject === undefined || !(await tokens.opens(token, subject)))
    throw tooNarrow(token, 'this call is about something else')
}

type Token = NonNullable<Caller['token']>

export const tooNarrow = ({ opens, rights }: Token, why: string) =>
  new EngineError('TOKEN_TOO_NARROW', { opens: opens.replace(':', ' '), rights: RIGHTS[rights], why })

const RIGHTS: Record<Token['rights'], string> = { read: 'to read', use: 'to use' }
