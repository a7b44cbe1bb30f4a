/** What a rule matched, by the names of its variables. */
export interface Matched {
  one(name: string): string | undefined
  many(name: string): string | undefined
}

const VARIABLE = /\$\$\$([A-Z_][A-Z0-9_]*)|\$([A-Z_][A-Z0-9_]*)/g

/** A text with what was matched in place of `$NAME` and `$$$NAMES`; a name that matched nothing leaves nothing. */
export const fillTemplate = (template: string, { one, many }: Matched): string =>
  template.replace(VARIABLE, (_, several?: string, single?: string) =>
    several === undefined ? (one(single ?? '') ?? '') : (many(several) ?? ''),
  )
