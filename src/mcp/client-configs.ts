/** A client that people use, and the place of its configuration. */
interface KnownClient {
  title: string
  place: string
  /** The text to put there. */
  text(server: Reached): string
}

/** How a client reaches us: a command that it starts, or an address. */
export type Reached = { command: string; args: string[]; env: Record<string, string> } | { url: string }

const KEY = 'YOUR_KEY'
const json = (value: unknown): string => JSON.stringify(value, null, 2)
const bearer = { Authorization: `Bearer ${KEY}` }

/** `mcpServers`, as most clients read it; `type` is needed by some and harmless to all. */
const servers = (server: Reached): string =>
  json({
    mcpServers: { anneal: 'url' in server ? { type: 'http', url: server.url, headers: bearer } : { ...server } },
  })

const shellWords = (words: string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')

function claudeCode(server: Reached): string {
  if ('url' in server)
    return `claude mcp add --transport http anneal ${server.url} --header "Authorization: Bearer ${KEY}"`
  const env = Object.entries(server.env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  return shellWords(['claude', 'mcp', 'add', ...env, 'anneal', '--', server.command, ...server.args])
}

const vsCode = (server: Reached): string =>
  json({
    servers: {
      anneal: 'url' in server ? { type: 'http', url: server.url, headers: bearer } : { type: 'stdio', ...server },
    },
  })

const zed = (server: Reached): string =>
  json({ context_servers: { anneal: 'url' in server ? { url: server.url, headers: bearer } : { ...server } } })

function codex(server: Reached): string {
  if ('url' in server)
    return `[mcp_servers.anneal]\nurl = ${JSON.stringify(server.url)}\nbearer_token_env_var = "ANNEAL_API_KEY"`
  const lines = [
    '[mcp_servers.anneal]',
    `command = ${JSON.stringify(server.command)}`,
    `args = ${JSON.stringify(server.args)}`,
  ]
  const env = Object.entries(server.env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  return [...lines, ...(env.length > 0 ? [`env = { ${env.join(', ')} }`] : [])].join('\n')
}

export const KNOWN_CLIENTS: Record<string, KnownClient> = {
  'claude-desktop': { title: 'Claude Desktop', place: 'claude_desktop_config.json', text: servers },
  'claude-code': { title: 'Claude Code', place: 'a shell', text: claudeCode },
  cursor: { title: 'Cursor', place: '.cursor/mcp.json', text: servers },
  vscode: { title: 'VS Code', place: '.vscode/mcp.json', text: vsCode },
  windsurf: { title: 'Windsurf', place: '~/.codeium/windsurf/mcp_config.json', text: servers },
  zed: { title: 'Zed', place: 'settings.json', text: zed },
  codex: { title: 'Codex', place: '~/.codex/config.toml', text: codex },
  gemini: { title: 'Gemini CLI', place: '.gemini/settings.json', text: servers },
}

/** Configuration for one client, or for all of them under their titles. */
export function clientConfigs(server: Reached, name?: string): string {
  const chosen =
    name === undefined ? Object.values(KNOWN_CLIENTS) : [KNOWN_CLIENTS[name]].filter((one) => one !== undefined)
  if (name !== undefined) return `${chosen.map(({ text }) => text(server)).join('')}\n`
  return chosen.map(({ title, place, text }) => `${title}, in ${place}:\n\n${text(server)}\n`).join('\n')
}
