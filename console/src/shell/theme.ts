const NAME = 'anneal_theme'
export type Theme = 'system' | 'light' | 'dark'

const read = (): Theme => {
  const found = new RegExp(`(?:^|; )${NAME}=(light|dark)`).exec(document.cookie)?.[1]
  return (found as Theme | undefined) ?? 'system'
}

/** The theme that this browser chose; it is no secret, and the only thing that the console keeps here. */
export function themeNow(): Theme {
  const theme = read()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  return theme
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

export function nextTheme(): Theme {
  const next = NEXT[read()]
  const life = next === 'system' ? 0 : 31_536_000
  // biome-ignore lint/suspicious/noDocumentCookie: the other way exists only where there is TLS.
  document.cookie = `${NAME}=${next}; Path=/; SameSite=Strict; Max-Age=${life}`
  return themeNow()
}

export const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}
