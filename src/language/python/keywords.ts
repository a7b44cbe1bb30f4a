export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** Words that are keywords only where they begin a statement. */
export const SOFT_KEYWORDS: ReadonlySet<string> = new Set(['match', 'case', 'type'])
