import type { Client } from '../../sdk/sdk.ts'
import { withClient } from '../connect.ts'
import { EXIT } from '../exit-code.ts'
import { byteText } from '../text/byte-text.ts'
import { printJson } from '../text/print-json.ts'
import { createProgressBar } from '../text/progress-bar.ts'
import { say } from '../text/say.ts'
import type { Transfer } from './transfer.ts'
import { writeDownload } from './write-download.ts'

/** Writes an answer to a file, or prints it for `-`, with a progress bar. */
export async function bringFile(
  { host, flags, file, what }: Transfer,
  open: (client: Client) => Promise<Response>,
): Promise<number> {
  const bytes = await withClient({ host, flags }, async (client) => {
    const response = await open(client)
    const length = response.headers.get('content-length')
    const bar = createProgressBar(host, { what, ...(length !== null && { totalBytes: Number(length) }) })
    try {
      return await writeDownload(response, { file, host, onBytes: bar.add })
    } finally {
      bar.stop()
    }
  })
  // A caller who wants the content on stdout wants nothing else there.
  if (file === '-') return EXIT.ok
  if (flags.json) await printJson(host, { file, bytes })
  else await say(host, `wrote ${file}, ${byteText(bytes)}`)
  return EXIT.ok
}
