import { inflateRawSync, inflateSync, unzipSync } from 'node:zlib'
import { concatenated, constantOf, mixed, numberValue, origin, textValue } from './make-value.ts'
import type { Value } from './value.ts'

/** Most characters of an unpacked text; a larger one is not read. */
const MOST_UNPACKED = 200_000

type Decode = (text: string, second: string | undefined) => string | undefined

const fromBuffer =
  (encoding: BufferEncoding): Decode =>
  (text) =>
    Buffer.from(text, encoding).toString('latin1')

const unpack =
  (inflate: typeof inflateSync): Decode =>
  (text) => {
    try {
      return inflate(Buffer.from(text, 'latin1'), { maxOutputLength: MOST_UNPACKED }).toString('latin1')
    } catch {
      return undefined
    }
  }

const unreadable: Decode = () => undefined

const CODECS: Record<string, Decode> = {
  rot13: rot13,
  rot_13: rot13,
  hex: fromBuffer('hex'),
  hex_codec: fromBuffer('hex'),
  base64: fromBuffer('base64'),
  base64_codec: fromBuffer('base64'),
  zlib: unpack(inflateSync),
  zip: unpack(inflateSync),
}

/** Functions that turn unreadable text into text that can be run. */
const DECODERS: Record<string, Decode> = {
  'base64.b64decode': fromBuffer('base64'),
  'base64.standard_b64decode': fromBuffer('base64'),
  'base64.urlsafe_b64decode': fromBuffer('base64url'),
  'base64.decodebytes': fromBuffer('base64'),
  'base64.decodestring': fromBuffer('base64'),
  'base64.b16decode': fromBuffer('hex'),
  'base64.b32decode': unreadable,
  'base64.b85decode': unreadable,
  'base64.a85decode': unreadable,
  'binascii.unhexlify': fromBuffer('hex'),
  'binascii.a2b_hex': fromBuffer('hex'),
  'binascii.a2b_base64': fromBuffer('base64'),
  'bytes.fromhex': fromBuffer('hex'),
  'bytearray.fromhex': fromBuffer('hex'),
  'codecs.decode': (text, codec) => {
    const name = (codec ?? '').toLowerCase().replace('-', '_')
    return Object.hasOwn(CODECS, name) ? CODECS[name]?.(text, undefined) : undefined
  },
  'zlib.decompress': (text) => unpack(inflateSync)(text, undefined) ?? unpack(inflateRawSync)(text, undefined),
  'gzip.decompress': unpack(unzipSync),
  'bz2.decompress': unreadable,
  'lzma.decompress': unreadable,
  'marshal.loads': unreadable,
  'cryptography.fernet.Fernet().decrypt': unreadable,
}

/** Codecs that only define how letters are written. */
const PLAIN_CODEC = /^(utf|ascii|latin|iso|cp|unicode_escape|idna|us)/i

/** The result of a call with constant arguments, if it is text that hides something or names a path. */
export function constantCall(name: string, given: readonly Value[]): Value | undefined {
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  if (decode) return decoded(name, decode, given)
  return Object.hasOwn(CALLS, name) ? CALLS[name]?.(given) : undefined
}

function decoded(name: string, decode: Decode, given: readonly Value[]): Value | undefined {
  const second = constantOf(given[1])
  if (name === 'codecs.decode' && (second === undefined || PLAIN_CODEC.test(second))) return undefined
  const { origins, clean } = mixed(given.slice(0, 1))
  const text = constantOf(given[0])
  const plain = text === undefined ? undefined : decode(text, second)
  const rest = { origins: origins | origin.decoded, clean }
  return plain === undefined ? { name: '?', ...rest } : textValue(plain, rest)
}

const firstText = (given: readonly Value[]): string | undefined => constantOf(given[0])

const same = (given: readonly Value[]): Value | undefined =>
  given[0] && (given[0].text !== undefined || given[0].items) ? { ...given[0], name: '?' } : undefined

const bytesOf = (given: readonly Value[]): Value | undefined => {
  const codes = given[0]?.items?.map(({ number }) => number)
  if (!codes) return same(given)
  if (codes.some((code) => code === undefined)) return undefined
  return textValue(String.fromCharCode(...(codes as number[]).slice(0, 10_000)), { origins: origin.decoded })
}

const joinedPath = (given: readonly Value[]): Value | undefined =>
  given.some(({ text }) => text !== undefined) ? concatenated(given, '/') : undefined

const pathOf = (given: readonly Value[]): Value => {
  const path = given.length > 1 ? concatenated(given, '/') : given[0]
  return path ? { ...path, name: 'pathlib.Path()' } : textValue('.', { name: 'pathlib.Path()' })
}

const CALLS: Record<string, (given: readonly Value[]) => Value | undefined> = {
  chr: ([code]) =>
    code?.number !== undefined && code.number >= 0 && code.number <= 0x10ffff
      ? textValue(String.fromCodePoint(Math.trunc(code.number)), { origins: origin.letter | code.origins })
      : undefined,
  ord: ([letter]) => (constantOf(letter)?.length ? numberValue(constantOf(letter)?.codePointAt(0) ?? 0) : undefined),
  str: (given) => (given[0]?.number === undefined ? same(given) : textValue(String(given[0].number))),
  bytes: bytesOf,
  bytearray: bytesOf,
  list: same,
  tuple: same,
  reversed: (given) => {
    const text = firstText(given)
    if (text !== undefined) return textValue([...text].reverse().join(''), { ...mixed(given) })
    return given[0]?.items ? { ...given[0], items: [...given[0].items].reverse() } : undefined
  },
  int: ([text, radix]) => {
    const known = constantOf(text)
    const number = known === undefined ? Number.NaN : Number.parseInt(known, radix?.number ?? 10)
    return Number.isNaN(number) ? undefined : numberValue(number)
  },
  'os.path.join': joinedPath,
  'os.path.expanduser': same,
  'os.path.abspath': same,
  'os.path.realpath': same,
  'os.path.normpath': same,
  'os.fspath': same,
  'pathlib.Path': pathOf,
  'pathlib.Path.home': () => textValue('~', { name: 'pathlib.Path()', origins: origin.home }),
  'pathlib.Path().joinpath': () => undefined,
  'os.getenv': ([key]) => homeOf(key),
  'os.environ.get': ([key]) => homeOf(key),
  'textwrap.dedent': same,
  'os.fsencode': same,
  'os.fsdecode': same,
}

const homeOf = (key: Value | undefined): Value | undefined =>
  constantOf(key) === 'HOME' || constantOf(key) === 'USERPROFILE' ? textValue('~', { origins: origin.home }) : undefined

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const start = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start)
  })
}
