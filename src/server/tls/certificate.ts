import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

export interface Certificate {
  current(): { cert: string; key: string }
  onChange(listener: (changed: { cert: string; key: string }) => void): void
  close(): void
}

/** How often files are looked at: a certificate is renewed days before it runs out. */
const LOOK_AGAIN_MS = 2000

/**
 * Reads a certificate with its key, and again whenever a file changes. What cannot be used, such as one file of a pair that is
 * being replaced, is told, and the one before goes on being used; only at the start there is none, and it throws.
 */
export function openCertificate(
  { certFile, keyFile }: CertificateFiles,
  onTrouble: (error: unknown) => void,
): Certificate {
  let pair = readPair(certFile, keyFile)
  const listeners: ((changed: typeof pair) => void)[] = []
  const readAgain = () => {
    try {
      pair = readPair(certFile, keyFile)
      for (const listener of listeners) listener(pair)
    } catch (error) {
      onTrouble(error)
    }
  }
  for (const file of [certFile, keyFile]) watchFile(file, { interval: LOOK_AGAIN_MS, persistent: false }, readAgain)
  return {
    current: () => pair,
    onChange: (listener) => void listeners.push(listener),
    close() {
      for (const file of [certFile, keyFile]) unwatchFile(file, readAgain)
    },
  }
}

function readPair(certFile: string, keyFile: string) {
  const pair = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  // Throws when they do not belong together.
  createSecureContext(pair)
  return pair
}
