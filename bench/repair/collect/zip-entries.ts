import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const DEFLATED = 8

/** The files in a zip, by path; enough for collections, which neither encrypt nor exceed four gigabytes. */
export function* zipEntries(zip: Buffer): Generator<{ path: string; text: string }> {
  let end = zip.length - 22
  while (zip.readUInt32LE(end) !== END) end--
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const path = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    const content = zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed
    yield { path, text: content.toString('utf8') }
    at += 46 + nameLength + extraLength + noteLength
  }
}
