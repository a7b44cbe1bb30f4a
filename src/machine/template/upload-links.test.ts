import { expect, test } from 'vitest'
import { createUploadLinks } from './upload-links.ts'

const FILE = { templateId: 'tpl1', hash: 'a'.repeat(64) }

test('a link is good once, for one file, for an hour, at the server that gave it', () => {
  let now = 1000
  const links = createUploadLinks({ secret: Buffer.alloc(32, 1), clock: () => now })
  const others = createUploadLinks({ secret: Buffer.alloc(32, 2), clock: () => now })
  const refused = expect.objectContaining({ code: 'UPLOAD_REFUSED' })
  const spend =
    (file: Parameters<typeof links.spend>[0], by = links) =>
    () =>
      by.spend(file)
  const link = { ...FILE, ...links.sign(FILE) }
  expect(spend(link, others)).toThrow(refused)
  expect(spend({ ...link, hash: 'b'.repeat(64) })).toThrow(refused)
  expect(spend({ ...link, expiresAtMs: link.expiresAtMs + 1 })).toThrow(refused)
  for (const signature of ['', '.', 'é'.repeat(50), `${link.signature}0`]) {
    expect(spend({ ...link, signature })).toThrow(refused)
  }
  links.spend(link)
  expect(spend(link)).toThrow(refused)
  const late = { ...FILE, ...links.sign(FILE) }
  now += 3_600_000
  expect(spend(late)).toThrow(refused)
})

test('two links for the same file in the same moment differ', () => {
  const links = createUploadLinks({ secret: Buffer.alloc(32), clock: () => 1 })
  links.spend({ ...FILE, ...links.sign(FILE) })
  links.spend({ ...FILE, ...links.sign(FILE) })
})
