import type { ChildProcess } from 'node:child_process'

const MOST_CHARACTERS = 2000

/** Collects the complaints of bubblewrap itself, or of a failed start. */
export function collectComplaint(child: ChildProcess): () => string {
  let complaint = ''
  const complain = (text: string) => {
    if (complaint.length < MOST_CHARACTERS) complaint += text
  }
  child.on('error', (error) => complain(error.message))
  child.stderr?.on('data', (bytes: Buffer) => complain(bytes.toString('latin1')))
  return () => complaint
}
