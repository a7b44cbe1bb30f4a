/** The matches of a rule, by the names of its variables. */
export interface Matched {
  one(name: string): string | undefined
  many(name: string): string | undefined
}

const VARIABLE = /\$\$\$([A-Z_][A-Z0-9_]*)|\$([A-Z_][A-Z0-9_]*)/g

/** Replaces `$NAME` and `$$$NAMES` in a text by their matches; a name without a match becomes empty. */
export const fillTemplate = (template: string, { one, many }: Matched): string =>
  template.replace(VARIABLE, (_, several?: string, single?: string) =>
    several === undefined ? (one(single ?? '') ?? '') : (many(several) ?? ''),
  )
