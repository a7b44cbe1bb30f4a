import { EngineError } from '../contract/errors.ts'

const START = '${e2b.'
const SECRETS = 'secrets.'

/** Puts values where `${e2b.secrets.NAME}` stands. Any other `${e2b.…}` is refused as unknown. */
export async function fillSecrets(text: string, secretOf: (name: string) => Promise<string>): Promise<string> {
  let filled = ''
  let at = 0
  for (;;) {
    const start = text.indexOf(START, at)
    if (start === -1) return filled + text.slice(at)
    const end = text.indexOf('}', start)
    const reference = text.slice(start + START.length, end === -1 ? undefined : end)
    if (end === -1 || !reference.startsWith(SECRETS))
      throw new EngineError('SECRET_NOT_FOUND', { secret: reference.slice(0, 200) })
    // A value is inserted as it is: references inside a value are not resolved.
    filled += text.slice(at, start) + (await secretOf(reference.slice(SECRETS.length)))
    at = end + 1
  }
}
