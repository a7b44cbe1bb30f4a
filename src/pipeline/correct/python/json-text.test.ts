import { describe, expect, it } from 'vitest'
import { jsonText } from './json-text.ts'
import { faultOf, repairBy } from './repair.fixture.ts'

const DECODE = 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'
const repaired = (code: string) =>
  repairBy(jsonText, faultOf(code, ['json.decoder.JSONDecodeError', DECODE, code.trimEnd().split('\n').length]))
const unread = (code: string) =>
  repairBy(jsonText, faultOf(code, ['AttributeError', "'str' object has no attribute 'read'", code.split('\n').length]))

describe('a text that is to be JSON', () => {
  it.each([
    [`json.loads("{'a': [1, 'b']}")`, `json.loads('{"a": [1, "b"]}')`],
    [`json.loads('{"a": True, "b": None}')`, `json.loads('{"a": true, "b": null}')`],
    [`json.loads('[1, 2,]')`, `json.loads('[1, 2]')`],
    [`text = """{\n  'a': 1,\n}"""\njson.loads(text)`, `text = """{\n  "a": 1\n}"""\njson.loads(text)`],
  ])('gets the quotes, words and commas of JSON: %s', (broken, mended) => {
    expect(repaired(broken)).toBe(mended)
  })

  it.each([
    `json.loads("{'a': 'it's'}")`,
    `json.loads("{'a': 1")`,
    `json.loads("{'a': 1}" + "{'b': 2}")`,
    `json.loads('{"a": 1}')`,
    `json.loads(f"{'a'}")`,
  ])('is left alone where more is wrong, or another may be meant: %s', (code) => {
    expect(repaired(code)).toBeUndefined()
  })
})

describe('a text that is loaded like a file', () => {
  it('is loaded by loads', () => {
    expect(unread(`data = json.load('{"a": 1}')`)).toBe(`data = json.loads('{"a": 1}')`)
  })

  it('is the path of the file that is open: the file is loaded', () => {
    expect(unread('with open("a.json") as f:\n    data = json.load("a.json")')).toBe(
      'with open("a.json") as f:\n    data = json.load(f)',
    )
    expect(unread('with open(path) as f:\n    data = json.load(path)')).toBe(
      'with open(path) as f:\n    data = json.load(f)',
    )
  })

  it('is left alone where something else is read', () => {
    expect(unread('x.load(text)')).toBeUndefined()
  })
})
