import type { Browser, BrowserContext } from 'playwright-core'
import type { Ground } from '../../contract/ground.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { DOWNLOADS } from '../chromium/chromium-flags.ts'

export interface Downloaded {
  name: string
  /** In the workspace of the session; null when it was not kept. */
  path: string | null
  bytes: number
  reason?: string
}

export interface DownloadNeeds extends Pick<Ground, 'onTrouble'> {
  sandbox: Sandbox
  browser: Browser
  context: BrowserContext
  /** Keeps a file in the session, under its quota; absent where there is no session. */
  keep?: ((name: string, content: AsyncIterable<Uint8Array>) => Promise<string>) | undefined
  onEnd(download: Downloaded): void
}

export interface Downloads {
  /** Waits for those under way, and gives those that ended since the last call. */
  settle(timeoutMs: number): Promise<Downloaded[]>
}

const LONGEST_NAME = 150

/** Brings files that pages download out of the browser's sandbox into the session. */
export async function followDownloads(needs: DownloadNeeds): Promise<Downloads> {
  const { browser, context, sandbox } = needs
  const control = await browser.newBrowserCDPSession()
  const names = new Map<string, string>()
  const going = new Map<string, PromiseWithResolvers<void>>()
  let ended: Downloaded[] = []

  async function bring(id: string, name: string): Promise<Downloaded> {
    const file = `${DOWNLOADS}/${id}`
    try {
      const { size } = await sandbox.files.stat(file)
      if (!needs.keep) return { name, path: null, bytes: size, reason: 'there is no session to keep it in' }
      const path = await needs.keep(name, sandbox.files.readStream(file))
      return { name, path, bytes: size }
    } catch (error) {
      return { name, path: null, bytes: 0, reason: (error as Error).message }
    } finally {
      await sandbox.files.remove(file).catch(() => {})
    }
  }
  const end = async (id: string, reason?: string): Promise<void> => {
    const name = names.get(id)
    if (name === undefined) return
    names.delete(id)
    const download = reason ? { name, path: null, bytes: 0, reason } : await bring(id, name)
    ended.push(download)
    needs.onEnd(download)
    going.get(id)?.resolve()
    going.delete(id)
  }
  control.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) => {
    names.set(guid, plainName(suggestedFilename))
    going.set(guid, Promise.withResolvers())
  })
  control.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state === 'completed') void end(guid).catch(needs.onTrouble)
    if (state === 'canceled')
      void end(guid, 'it broke off; the room of the browser may be used up').catch(needs.onTrouble)
  })
  const page = await context.newPage()
  const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo')
  await control.send('Browser.setDownloadBehavior', {
    ...{ behavior: 'allowAndName', downloadPath: DOWNLOADS, eventsEnabled: true },
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  })
  return {
    async settle(timeoutMs) {
      const all = Promise.all([...going.values()].map(({ promise }) => promise))
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs)
      })
      await Promise.race([all, late])
      clearTimeout(timer)
      const told = ended
      ended = []
      return told
    },
  }
}

/** A name that a server chose: one part of a path, without anything that a shell or a terminal reads. */
function plainName(suggested: string): string {
  const name = suggested
    .toWellFormed()
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[. ]+/, '')
  return name.slice(-LONGEST_NAME) || 'download'
}
