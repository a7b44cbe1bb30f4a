import type { Locator } from 'playwright-core'

type Wanted = Parameters<Locator['selectOption']>[0]

const MOST_TOLD = 20

/** Chooses options of a list, which may still come; where one does not, the failure says which there are. */
export async function chooseOptions(locator: Locator, wanted: Wanted, timeout: number): Promise<string[]> {
  return locator.selectOption(wanted, { timeout }).catch(async (error) => {
    if (!/did not find some options/.test(String(error))) throw error
    const all = await locator.evaluate(OPTIONS, undefined, { timeout }).catch(() => undefined)
    if (!all) throw error
    const shown = all.slice(0, MOST_TOLD).map((label) => JSON.stringify(label))
    const more = all.length > shown.length ? `, and ${all.length - shown.length} more` : ''
    throw new Error(`it has no such option; its options are ${shown.join(', ') || 'none'}${more}`)
  })
}

const OPTIONS = (element: { options?: Iterable<{ label: string }> }): string[] | undefined =>
  element.options && [...element.options].map(({ label }) => label.slice(0, 100).toWellFormed())
