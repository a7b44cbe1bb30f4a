import type { Client } from '../../sdk/sdk.ts'
import { withClient } from '../connect.ts'
import { createProgressBar } from '../text/progress-bar.ts'
import { openUpload } from './open-upload.ts'
import type { Transfer } from './transfer.ts'

export type Upload = Awaited<ReturnType<typeof openUpload>>

/** Sends a file, or standard input for `-`, with a progress bar. */
export async function sendFile<T>(
  { host, flags, file, what }: Transfer,
  send: (client: Client, upload: Upload) => Promise<T>,
): Promise<T> {
  const upload = await openUpload(file, host)
  const totalBytes = upload.call.size
  const bar = createProgressBar(host, { what, ...(totalBytes !== undefined && { totalBytes }) })
  upload.onBytes(bar.add)
  try {
    return await withClient({ host, flags }, (client) => send(client, upload))
  } finally {
    bar.stop()
    await upload.close()
  }
}
