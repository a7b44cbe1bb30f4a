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

/** Interval of looking at the files: a certificate is renewed days before it expires. */
const LOOK_AGAIN_MS = 2000

/**
 * Reads a certificate with its key, and again whenever a file changes. An unusable pair, such as one that is just being
 * replaced, is logged, and the previous one stays in use; at the start it throws.
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
  // Throws when certificate and key do not belong together.
  createSecureContext(pair)
  return pair
}
