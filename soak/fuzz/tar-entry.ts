const BLOCK = 512

export interface TarEntry {
  name: string
  type?: string
  body?: string
  linkName?: string
  /** The size field of the header, for a lie about the length of the body. */
  size?: string
}

/** The end of a tar: two empty blocks. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

/** Header and body of one entry, without any check: names, types and sizes may have any value. */
export function tarEntry({ name, type = '0', body = '', linkName = '', size }: TarEntry): Buffer {
  const content = Buffer.from(body, 'latin1')
  const header = Buffer.alloc(BLOCK)
  const put = (text: string, at: number, most: number) => header.write(text.slice(0, most), at, 'latin1')
  put(name, 0, 100)
  put('0000644\0', 100, 8)
  put('0000000\0', 108, 8)
  put('0000000\0', 116, 8)
  put(size ?? `${content.length.toString(8).padStart(11, '0')}\0`, 124, 12)
  put('00000000000\0', 136, 12)
  put('        ', 148, 8)
  put(type, 156, 1)
  put(linkName, 157, 100)
  put('ustar\x0000', 257, 8)
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return Buffer.concat([header, content, padding])
}

/** "LENGTH key=value\n", where the length counts its own digits too. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return `${length}${rest}`
}
