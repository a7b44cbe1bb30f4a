const HASH = /^[0-9a-f]{64}$/

/** The name of content: SHA-256 in hex. Computed off the main thread, since content may have a hundred megabytes. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

export const isContentHash = (name: string): boolean => HASH.test(name)
