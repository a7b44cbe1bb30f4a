import type { Page } from 'playwright-core'

/** A page that hangs must not keep its caller. */
const TITLE_MS = 1000
const MOST_TRIES = 4
const LONGEST_URL = 4000
const LONGEST_TITLE = 500

/** Runs in the page: a document whose head is still on its way has no title yet. */
const TITLE = `new Promise((told) => {
  const tell = () => told(document.title)
  if (document.title !== '' || document.readyState !== 'loading') tell()
  else document.addEventListener('DOMContentLoaded', tell, { once: true })
})`

/** Address and title of one document: a page that is left meanwhile never lends its title to the next one. */
export async function addressAndTitle(page: Page): Promise<{ url: string; title: string }> {
  const until = Promise.withResolvers<string>()
  const timer = setTimeout(() => until.resolve(''), TITLE_MS)
  try {
    for (let tries = 1; ; tries++) {
      const url = page.url()
      const title = await Promise.race([page.evaluate<string>(TITLE).catch(() => ''), until.promise])
      if (page.url() === url || tries === MOST_TRIES) return shortened(url, page.url() === url ? title : '')
    }
  } finally {
    clearTimeout(timer)
  }
}

const shortened = (url: string, title: string) => ({
  url: url.slice(0, LONGEST_URL),
  title: String(title).slice(0, LONGEST_TITLE).toWellFormed(),
})
