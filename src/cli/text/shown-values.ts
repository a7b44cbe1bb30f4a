import type { ShownValue } from '../../contract/run.ts'
import { byteText } from './byte-text.ts'
import type { Page } from './page.ts'
import { visibleLines, visibleText } from './visible-text.ts'

/**
 * Shows values of code in a session in their place: tables and pictures as they come, the value of the code itself
 * after all of its output.
 */
export function createShownValues(page: Page) {
  let result: ShownValue | undefined
  return {
    async take(value: ShownValue): Promise<void> {
      if (value.isResult) result = value
      else await page.value(valueText(value))
    },
    async tell(): Promise<void> {
      const last = result
      result = undefined
      if (last) await page.value(valueText(last))
    },
  }
}

/** The value as far as a terminal can show it. */
export function valueText({ data }: Pick<ShownValue, 'data'>): string {
  const plain = data['text/plain']
  const pictures = Object.entries(data).filter(([type]) => type.startsWith('image/'))
  const lines = [
    ...(typeof plain === 'string' ? visibleLines(plain) : []),
    ...pictures.map(([type, content]) => `[${visibleText(type)}, ${byteText(sizeOf(content))}]`),
  ]
  if (lines.length === 0) lines.push(`[${Object.keys(data).map(visibleText).join(', ')}]`)
  return lines.map((line) => `${line}\n`).join('')
}

/** Pictures come as base64, four characters for three bytes. */
const sizeOf = (content: unknown): number => (typeof content === 'string' ? Math.floor((content.length * 3) / 4) : 0)
