import { oncePerProgram } from './once-per-program.ts'

/** Calls that send data to another host. */
export const UPLOADS =
  'requests.post requests.put httpx.post httpx.put .sendall .sendmail .send_message .storbinary'.split(' ')

/** Whether the program sends anything anywhere; in such a program a finding is more than a habit. */
export const uploads = oncePerProgram((program) => UPLOADS.some((name) => program.callsOf(name).length > 0))
