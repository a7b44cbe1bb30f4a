import { gunzipSync, inflateSync } from 'node:zlib'
import { overridePhrases } from '../injection/override-phrases.ts'
import { fold } from '../view.ts'

/** The kind of hidden bytes that run or give orders. */
export interface Payload {
  what: string
  isHostile: boolean
}

const EXECUTABLES: readonly (readonly [string, string])[] = [
  ['7f454c46', 'an executable for Linux'],
  ['4d5a9000', 'an executable for Windows'],
  ['cffaedfe', 'an executable for macOS'],
  ['cafebabe', 'a compiled program'],
]

const SHELL =
  /\b(?:curl|wget)\s[^\n]{0,300}\|\s{0,5}(?:sudo )?(?:ba|z)?sh\b|\/dev\/tcp\/|\brm\s+-\w{0,5}r\w{0,5}\s|\bnc\s+-|\bbash\s+-[ic]|\/bin\/(?:ba)?sh\b|\bchmod \+x|powershell|cmd\.exe|^#!\/|\b(?:curl|wget)\s+\S{0,200}(?:https?:|\.\w)/im
const PYTHON =
  /\bos\.(?:system|popen|exec\w{1,3}|remove|fork)\b|\bsubprocess\b|__import__|\b(?:exec|eval|compile)\s?\(|\bsocket\.socket\b|^\s{0,20}import \w+|\bopen\(\s?['"]\/etc/im
const JAVASCRIPT =
  /child_process|\brequire\s?\(|\bprocess\.(?:env|exit|mainModule)\b|\bnew Function\b|\beval\s?\(|\bdocument\.(?:cookie|write)\b/i
const OTHERS = /<\?php|<script\b|\bDROP\s+(?:TABLE|DATABASE)\b|\bxp_cmdshell\b/i

/** Most bytes that a compressed payload may unpack to. */
const MOST_UNPACKED = 65_536
const LEAST_PRINTABLE = 0.9
const MOST_READ = 16_384

export function payloadOf(bytes: Buffer): Payload | undefined {
  const magic = bytes.subarray(0, 4).toString('hex')
  const executable = EXECUTABLES.find(([start]) => magic.startsWith(start))
  if (executable && bytes.length > 16) return { what: executable[1], isHostile: true }
  const plain = unpacked(bytes) ?? bytes
  const text = plain.subarray(0, MOST_READ).toString('latin1')
  if (text.length < 8 || !isPrintable(text)) return undefined
  if (SHELL.test(text)) return { what: 'shell commands', isHostile: true }
  if (PYTHON.test(text)) return { what: 'a Python program', isHostile: true }
  if (JAVASCRIPT.test(text)) return { what: 'a JavaScript program', isHostile: true }
  if (OTHERS.test(text)) return { what: 'a program', isHostile: true }
  const folded = fold(text).text
  if (overridePhrases.some((phrase) => folded.search(phrase) >= 0))
    return { what: 'orders to a model', isHostile: true }
  return undefined
}

function isPrintable(text: string): boolean {
  const strange = text.match(/[^\t\n\r -~]/g)?.length ?? 0
  return 1 - strange / text.length >= LEAST_PRINTABLE
}

function unpacked(bytes: Buffer): Buffer | undefined {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isZlib = bytes[0] === 0x78 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0
  if (!isGzip && !isZlib) return undefined
  try {
    return (isGzip ? gunzipSync : inflateSync)(bytes, { maxOutputLength: MOST_UNPACKED })
  } catch {
    return undefined
  }
}
