import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTemplateName } from './template-name.ts'

test('a name has an optional namespace and an optional tag', () => {
  expect(parseTemplateName('one')).toEqual({ namespace: null, name: 'one', tag: null })
  expect(parseTemplateName(' ada/One:V2 ')).toEqual({ namespace: 'ada', name: 'one', tag: 'V2' })
  expect(parseTemplateName('tpl1:default')).toEqual({ namespace: null, name: 'tpl1', tag: 'default' })
})

test('any text is a name or none, and a name is parsed to the same name again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9/:._-]{0,30}$/)), (text) => {
      const found = parseTemplateName(text)
      if (!found) return
      const { namespace, name, tag } = found
      const whole = `${namespace === null ? '' : `${namespace}/`}${name}${tag === null ? '' : `:${tag}`}`
      expect(parseTemplateName(whole)).toEqual(found)
    }),
  )
})
