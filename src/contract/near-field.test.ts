import { expect, it } from 'vitest'
import { nearField } from './near-field.ts'
import { runRequest } from './run.ts'
import { sessionRequest } from './session.ts'

it.each([
  ['sessionId', 'session'],
  ['session_id', 'session'],
  ['lang', 'language'],
  ['langauge', 'language'],
  ['filename', 'fileName'],
  ['file_name', 'fileName'],
  ['stdin', undefined],
  ['memorymb', 'options.limits.memoryMb'],
  ['timeout', 'options.limits.timeoutMs'],
  ['limits', 'options.limits'],
  ['x'.repeat(1_000_000), undefined],
])('"%.20s" in a run was probably meant as %s', (written, meant) => {
  expect(nearField(runRequest, [], written)).toBe(meant)
})

it('a field inside of others, of a list or of an optional object is found where it stands', () => {
  expect(nearField(runRequest, ['options', 'limits'], 'memorymb')).toBe('memoryMb')
  expect(nearField(runRequest, ['programs', 3], 'lang')).toBe('language')
  expect(nearField(runRequest, ['tests', 0], 'stdOut')).toBe('stdout')
  expect(nearField(sessionRequest, ['volumes', 0], 'readonly')).toBe('readOnly')
  expect(nearField(runRequest, ['nothing', 'there'], 'lang')).toBeUndefined()
})
