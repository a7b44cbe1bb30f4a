import fc from 'fast-check'
import { expect, test } from 'vitest'
import { multipartFiles } from './multipart-files.ts'

const TYPE = 'multipart/form-data; boundary="b o"'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(body: Buffer, { type = TYPE, size = 7 } = {}): Promise<[string, string][]> {
  const files: [string, string][] = []
  for await (const { filename, content } of multipartFiles(pieces(body, size), type)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    files.push([filename, Buffer.concat(chunks).toString('latin1')])
  }
  return files
}

const part = (disposition: string, content: string) =>
  `--b o\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = '--b o--\r\n'
const latin = (text: string) => Buffer.from(text, 'latin1')

test('files come out of a form of any client, however its bytes are cut', async () => {
  const text = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'b', ' ', 'o', '\0', '\xff', '--b o') })
  const files = fc.array(fc.tuple(fc.stringMatching(/^[a-z/. ]{1,20}$/), text), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 200 }), async (sent, size) => {
      const data = new FormData()
      for (const [name, content] of sent) data.append('file', new Blob([latin(content)]), name)
      const { headers, body } = new Request('http://localhost', { method: 'POST', body: data })
      const bytes = Buffer.from(await new Response(body).arrayBuffer())
      expect(await read(bytes, { type: String(headers.get('content-type')), size })).toEqual(sent)
    }),
  )
})

test('any bytes are a form or are refused, and never a bug', async () => {
  const unit = fc.constantFrom(
    '\r\n',
    '--b o',
    '--',
    'Content-Disposition: form-data; name="file"',
    '\r\n\r\n',
    '"',
    'x',
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit }), fc.integer({ min: 1, max: 50 }), async (body, size) => {
      const error = await read(latin(body), { size }).catch((cause) => cause)
      if (!Array.isArray(error)) expect(error).toMatchObject({ status: 400 })
    }),
  )
})

test.each([
  ['name="file"; filename="a b.txt"', 'a b.txt'],
  ['name=file; filename=plain.txt', 'plain.txt'],
  ['name="file"', ''],
  [String.raw`name="file"; filename="a\"b\\c\d"`, String.raw`a"b\c\d`],
  ['name="file"; filename="x;y=z"; other="1"', 'x;y=z'],
  [`name="file"; filename="ascii"; filename*=UTF-8''gr%C3%B6%C3%9Fe`, 'größe'],
  [`name="file"; filename="ascii"; filename*=UTF-8''%ff`, 'ascii'],
])('a part with %s is named %j', async (disposition, filename) => {
  expect(await read(latin(`${part(disposition, 'x')}${end}`))).toEqual([[filename, 'x']])
})

test('other fields, text around the form, and unread parts are skipped', async () => {
  const body = `before${'\r\n'}${part('name="comment"', 'no')}${part('name="file"; filename="a"', 'yes')}${end}after`
  expect(await read(latin(body))).toEqual([['a', 'yes']])
  const two = latin(
    `${part('name="file"; filename="a"', 'x'.repeat(99))}${part('name="file"; filename="b"', 'y')}${end}`,
  )
  const names: string[] = []
  for await (const { filename, content } of multipartFiles(pieces(two, 10), TYPE)) {
    names.push(filename)
    for await (const _ of content) break
  }
  expect(names).toEqual(['a', 'b'])
})

test('a reader who leaves a form in the middle releases the request, so that its rest can pass', async () => {
  let isReleased = false
  async function* body() {
    try {
      yield* pieces(latin(part('name="file"; filename="a"', 'x'.repeat(99))), 10)
    } finally {
      isReleased = true
    }
  }
  for await (const { content } of multipartFiles(body(), TYPE)) {
    for await (const _ of content) break
    break
  }
  expect(isReleased).toBe(true)
})

test('a form that breaks off anywhere is refused, and its last file is not taken for whole', async () => {
  const whole = latin(`${part('name="file"; filename="a"', 'text')}${end}`)
  for (let length = 0; length < whole.length - 4; length++) {
    await expect(read(whole.subarray(0, length)), String(length)).rejects.toMatchObject({ status: 400 })
  }
})

test('a form without a boundary, and headers without an end, are refused', async () => {
  await expect(read(latin(end), { type: 'multipart/form-data' })).rejects.toMatchObject({ status: 400 })
  await expect(read(latin(part(`name="${'x'.repeat(20_000)}"`, '')))).rejects.toMatchObject({ status: 400 })
})
