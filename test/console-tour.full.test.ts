import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SessionInfo } from '../src/contract/session.ts'
import { axeViolations } from './support/axe-violations.ts'
import { oneConsole, runInPage, visitor } from './support/console-browser.ts'
import { withHome } from './support/temporary-home.ts'

const DOMAIN = 'box.test'
const world = oneConsole({ withMachines: true, env: { ANNEAL_E2B_DOMAIN: DOMAIN }, domain: DOMAIN })
const root = fileURLToPath(new URL('..', import.meta.url))

async function newSession(...programs: string[]): Promise<{ id: string; run(code: string): Promise<void> }> {
  const { call } = world()
  const { id } = (await (await call('/v1/sessions', { body: {} })).json()) as SessionInfo
  const run = async (code: string) => {
    const answer = await call('/v1/runs', { body: { session: id, language: 'python', code } })
    expect(((await answer.json()) as { outcome: string }).outcome).toBe('ok')
  }
  for (const code of programs) await run(code)
  return { id, run }
}

const clipboardOf = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()')

test('files of a session are uploaded, edited, downloaded and removed in its tree', async () => {
  const { url, call } = world()
  const { page, complaints, context } = await visitor(world())
  page.on('dialog', (dialog) => void dialog.accept())
  const { id } = await newSession()
  await page.goto(`${url}/sessions/${id}?view=files`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload' }).click()
  await (await choosing).setFiles([
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('first\n') },
    { name: 'other.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255]) },
  ])
  await page.getByRole('button', { name: /^other\.bin/ }).waitFor()
  await page.getByRole('button', { name: /^note\.txt/ }).click()
  await page.getByRole('button', { name: 'Show its text' }).click()
  await page.locator('.files .cm-content', { hasText: 'first' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('second')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('note.txt')
  const pieces: Uint8Array[] = []
  for await (const piece of await download.createReadStream()) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe('first\nsecond')
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('File note.txt').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: /^note\.txt/ }).waitFor({ state: 'detached' })
  expect((await call(`/v1/sessions/${id}/file?path=note.txt`)).status).toBe(404)
  expect((await call(`/v1/sessions/${id}/file?path=other.bin`)).status).toBe(200)
  expect(complaints).toEqual([])
  await context.close()
})

test('two checkpoints are compared: what became of each variable and file', async () => {
  const { url, call } = world()
  const { page, complaints, context } = await visitor(world())
  const { id, run } = await newSession('x = 1\nsame = 7\nopen("a.txt", "w").write("a")')
  const keep = (label: string) => call(`/v1/sessions/${id}/checkpoints`, { body: { label } })
  await keep('one')
  await run('x = 2\ny = 3\nopen("b.txt", "w").write("bb")')
  await keep('two')
  await page.goto(`${url}/sessions/${id}?view=history`)
  for (const label of ['two', 'one'])
    await page.locator('.checkpoint', { hasText: label }).getByRole('button', { name: 'Compare' }).click()
  const rows = page.getByLabel('Differences').locator('tbody tr')
  await rows.filter({ hasText: 'b.txt' }).waitFor()
  const texts = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(texts).toEqual([
    expect.stringMatching(/^x python variable changed 1 2$/),
    expect.stringMatching(/^y python variable added – 3$/),
    expect.stringMatching(/^b\.txt file added .* 2 B$/),
  ])
  expect(complaints).toEqual([])
  await context.close()
})

test('a run is copied as commands that do it again', async () => {
  const { url, keys } = world()
  const { page, context } = await visitor(world())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const id = await runInPage(page, url, `print("it's", 6 * 7)`)
  const copied = async (name: string): Promise<string> => {
    await page.goto(`${url}/runs/${id}`)
    await page.locator('summary', { hasText: 'Copy as' }).click()
    await page.getByRole('button', { name, exact: true }).click()
    await page.locator('summary', { hasText: `${name} copied` }).waitFor()
    return clipboardOf(page)
  }
  await withHome(async (home) => {
    const { PATH = '' } = process.env
    const python = { PYTHONPATH: `${root}clients/python`, PYTHONDONTWRITEBYTECODE: '1' }
    const env = { PATH, HOME: home, ANNEAL_API_KEY: keys.ada, ...python }
    const said = async (program: string, ...args: string[]) =>
      (await promisify(execFile)(program, args, { env, cwd: root })).stdout
    expect(JSON.parse(await said('bash', '-c', await copied('curl')))).toMatchObject({
      outcome: 'ok',
      blocks: [{ attempts: [{ stdout: "it's 42\n" }] }],
    })
    expect(await said('bash', '-c', await copied('Command line'))).toBe("it's 42\n")
    expect(await said('python3', '-c', await copied('Python'))).toBe('ok\n')
    expect(await said(process.execPath, '--input-type=module', '-e', await copied('TypeScript'))).toBe('ok\n')
  })
  await context.close()
})

const BROKEN = `def doubled(number):
    result = number * 2
    return reslt

print("secret words", doubled(21))`

test('the link of a run shows its user the same view elsewhere, and nobody else anything', async () => {
  const { url, keys } = world()
  const { page, context } = await visitor(world())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const id = await runInPage(page, url, BROKEN)
  await page.goto(`${url}/runs/${id}`)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.locator('.flame-bar[data-kind="correct"]').first().click()
  await page.getByRole('button', { name: 'Copy the link to this run' }).click()
  await page.getByText('Copied').waitFor({ state: 'attached' })
  const link = await clipboardOf(page)
  const elsewhere = await visitor(world())
  await elsewhere.page.goto(link)
  await elsewhere.page.locator('.flame-bar[data-kind="correct"][aria-pressed="true"]').waitFor()
  await elsewhere.context.close()
  const other = await visitor(world(), { key: keys.ben })
  await other.page.goto(link)
  await other.page.getByText('There is no such run.').waitFor()
  expect(await other.page.locator('main').innerText()).not.toMatch(/secret words|reslt/)
  await other.context.close()
  await context.close()
})

test('a past cell shows its output in place; a terminal of a session answers, and its files are in the session when it has ended', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  const { id } = await newSession('print("words of " + "a past cell")\n6 * 7')
  await page.goto(`${url}/sessions/${id}`)
  await page.getByRole('button', { name: 'Output', exact: true }).click()
  await page.locator('.log-line', { hasText: 'words of a past cell' }).waitFor()
  await page.locator('.result', { hasText: '42' }).waitFor()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.getByRole('button', { name: 'Open a terminal' }).click()
  await page.locator('.xterm-rows', { hasText: '$' }).waitFor()
  await page.keyboard.type('echo $((6 * 7)) in $PWD | tee made-here.txt\n')
  await page.locator('.xterm-rows', { hasText: '42 in /workspace' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('button', { name: /^made-here\.txt/ }).waitFor()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.getByRole('button', { name: 'Open a terminal' }).click()
  await page.locator('.xterm-rows', { hasText: '$' }).waitFor()
  await page.keyboard.type('exit\n')
  await page.locator('.xterm-rows', { hasText: '[ended]' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const PREVIEW = '<h1>Preview</h1><script>document.title = [origin, document.cookie, opener].join()</script>'

test('a server in a machine opens in an origin of its own, which knows nothing of the console', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  await page.goto(`${url}/machines`)
  await page.getByRole('button', { name: 'New machine' }).click()
  await page.getByRole('button', { name: 'Open a terminal' }).click()
  await page.locator('.xterm-rows', { hasText: '$' }).waitFor()
  await page.keyboard.type(`echo '${PREVIEW}' > index.html; python3 -m http.server 3000\n`)
  await page.locator('.xterm-rows', { hasText: 'Serving HTTP' }).waitFor()
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in a new tab' }).click()
  const preview = await opening
  await preview.locator('h1', { hasText: 'Preview' }).waitFor()
  const machine = page.url().split('/').at(-1)
  expect(await preview.title()).toBe(`http://3000-${machine}.${DOMAIN},,`)
  expect(await context.cookies(preview.url())).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a volume is made and filled, and a plan is started and watched, by mouse', async () => {
  const { url, call } = world()
  const { page, complaints, context } = await visitor(world())
  await page.goto(`${url}/storage`)
  await page.getByLabel('Name of a new volume').fill('by-mouse')
  await page.getByRole('button', { name: 'New volume' }).click()
  await page.getByRole('link', { name: 'by-mouse' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload' }).click()
  await (await choosing).setFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }])
  await page.getByRole('button', { name: /^a\.txt/ }).waitFor()
  expect(await (await call('/v1/volumes/by-mouse/file?path=a.txt')).text()).toBe('hello')
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.waitForURL('**/plans/*')
  await page.locator('.drawn-node[data-state="done"]').nth(1).waitFor({ timeout: 60_000 })
  await page.locator('.drawn-node', { hasText: 'check' }).click()
  await page.getByRole('region', { name: 'Step check' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
