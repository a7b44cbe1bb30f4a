import { basename } from 'node:path'
import type { Client } from '../../sdk/sdk.ts'
import { EXIT } from '../exit-code.ts'
import { byteText } from '../text/byte-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { UsageError } from '../usage-error.ts'
import { sendFile, type Upload } from './send-file.ts'
import type { Transfer } from './transfer.ts'

interface Put extends Pick<Transfer, 'host' | 'file'> {
  flags: Transfer['flags'] & { json?: boolean }
  /** The name there, if the caller gave one. */
  told: string | undefined
  /** A correct call with standard input. */
  usage: string
  /** The words behind the size. */
  where: string
}

type Save = (client: Client, put: Upload & { path: string }) => Promise<{ path: string; size: number }>

/** Saves a file under its own name or another one, and reports its size; standard input has no name of its own. */
export async function putFile({ host, flags, file, told, usage, where }: Put, save: Save): Promise<number> {
  const path = told ?? basename(file)
  if (file === '-' && told === undefined)
    throw new UsageError('Standard input has no name.', `Say what the file is called: ${usage}.`)
  const saved = await sendFile({ host, flags, file, what: `saving ${path}` }, (client, upload) =>
    save(client, { ...upload, path }),
  )
  if (flags.json) await printJson(host, saved)
  else await say(host, `saved ${saved.path}, ${byteText(saved.size)}${where}`)
  return EXIT.ok
}
