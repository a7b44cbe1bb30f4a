import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { isFiller } from './placeholder.ts'
import { type ProviderForm, providerForms } from './provider-forms.ts'
import { redact } from './redact.ts'

/** One rule for each form of a key. */
export const providerKeys: readonly GuardRule<TextProgram>[] = providerForms.map((form) => ({
  id: `text/${form.name}`,
  family: 'secrets',
  severity: form.isWeak ? 'medium' : 'high',
  title: `${form.what} stands in the code`,
  why: 'Whoever sees the code, its history or a log of it can use the key, and it stays valid until it is revoked.',
  remedy: 'Revoke it, and read the new one from the environment or from a store of secrets.',
  cwe: [798, 312],
  find: (program) => keysOf(program, form),
}))

function* keysOf({ glued }: TextProgram, { what, pattern }: ProviderForm): Generator<Spot> {
  for (const { index, 0: key } of glued.text.matchAll(pattern)) {
    if (isFiller(key)) continue
    yield { ...glued.placeOf(index, index + key.length), message: `${what} stands in the code (${redact(key)})` }
  }
}
