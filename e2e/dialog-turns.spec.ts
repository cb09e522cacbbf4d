import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest, noScripts, row } from '@parley/model'
import type { Page } from '@playwright/test'
import { type DialogKind, dialogKinds } from '../apps/web/src/components/dialogs/dialog-kinds.ts'
import { atNightUnless } from './support/at-night.ts'
import { newWindow } from './support/browser-windows.ts'
import { type DesktopServer, runDesktopServer } from './support/desktop/desktop-server.ts'
import { newRequest, openRequest, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import type { OpenParley } from './support/running-parley.ts'
import { searchOrRun } from './support/sentences.ts'
import { expect, test } from './support/test.ts'

/** What is needed to open a dialog. */
interface Window {
  readonly page: Page
  readonly parley: DesktopServer
  readonly windowId: string
  /** The request has a bearer token that has no value here. */
  readonly parentId: string
}

async function call({ origin, token }: OpenParley, procedure: string, input: unknown) {
  const response = await fetch(`${origin}/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'parley-token': token, origin },
    body: JSON.stringify({ json: input }),
  })
  expect(response.status, procedure).toBe(200)
  return (await response.json()).json
}

const send = ({ parley, windowId, parentId }: Window, request: ReturnType<typeof newHttpRequest>) =>
  call(parley, 'sends/start', { windowId, sendId: randomUUID(), requestId: randomUUID(), parentId, request })

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: searchOrRun })
  await palette.getByRole('combobox').or(palette.getByRole('textbox')).first().fill(name)
  await palette
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

async function settings(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Data and backups' }).click()
}

let written = 0

/** How to open each dialog. A new kind without an entry does not compile. */
const openings: Readonly<Record<DialogKind, (window: Window) => Promise<unknown>>> = {
  palette: ({ page }) => page.keyboard.press('ControlOrMeta+k'),
  settings: ({ page }) => settings(page),
  async resetSettings({ page }) {
    await settings(page)
    await page.getByRole('button', { name: 'Reset settings' }).click()
  },
  async removeBackup({ page }) {
    await settings(page)
    await page.getByRole('button', { name: /^Delete bookshop of/ }).click()
  },
  generateCode: ({ page }) => page.getByRole('button', { name: 'Generate Code' }).click(),
  export: ({ page }) => command(page, 'Export everything'),
  import: ({ page }) => command(page, 'Import'),
  recentlyDeleted: ({ page }) => command(page, 'Recently deleted'),
  quickEdit: ({ page }) => command(page, 'Quick edit environment'),
  workspace: ({ page }) => command(page, 'Open workspace'),
  async compare({ page }) {
    await page.getByRole('button', { name: 'Run history' }).click()
    await page.getByRole('button', { name: 'Compare with the shown response' }).first().click()
  },
  async deleteEntry({ page }) {
    await page.getByRole('treeitem', { name: 'Echo', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  },
  async deleteEnvironment({ page }) {
    await page.getByRole('tab', { name: 'Environments', exact: true }).click()
    await page.getByRole('button', { name: 'Local', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  },
  async clearHistory({ page }) {
    await page.getByRole('tab', { name: 'History', exact: true }).click()
    await page.getByRole('button', { name: 'Clear History' }).click()
  },
  async saveRequest({ page }) {
    await newRequest(page, 'http://new.test/')
    await page.keyboard.press('ControlOrMeta+s')
  },
  saveExample: ({ page }) => command(page, 'Save as example'),
  repeat: ({ page }) => command(page, 'Send repeatedly'),
  closeWindow: async ({ parley, windowId }) => parley.command(windowId, 'closeWindow'),
  saveChanges: ({ page }) => page.keyboard.press('Alt+w'),
  async conflict({ page, parley }) {
    const file = join(parley.home, 'workspaces/bookshop/Bookshop API/Books/Get a book.yml')
    const isRead = page.waitForResponse(response => response.url().includes('readRequestIfThere'))
    written += 1
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(url: ).*/, `$1'{{baseUrl}}/theirs/${written}'`))
    await isRead
  },
  secretHost: window =>
    send(
      window,
      newHttpRequest({
        url: 'http://{{host}}/',
        headers: [row('X-Secret', '{{clientSecret}}')],
        scripts: { ...noScripts, preRequest: "pm.environment.set('host', 'lured.test')" },
      }),
    ),
  secretValues: window => send(window, newHttpRequest({ url: 'http://any.test/?key={{missing}}' })),
}

/** Dialogs that open without an action of the user, and so at any time. */
const unasked = ['conflict', 'secretHost', 'secretValues'] as const satisfies readonly DialogKind[]

/** Expects that only one dialog can be used; those below it are inert. */
async function expectOnly(page: Page, kind: DialogKind): Promise<void> {
  await expect(page.locator(`[data-dialog="${kind}"]`), kind).toHaveCount(1)
  await expect(page.locator('[data-dialog]:not([inert] *, [aria-hidden="true"] *)'), kind).toHaveCount(1)
  await expect(page.locator(`[data-dialog="${kind}"] :focus`), `the focus is in ${kind}`).toHaveCount(1)
}

/**
 * Closes dialog after dialog with Esc, until one of a kind shows or none is left. Nothing has the focus when a key is
 * pressed, as in the moment after a dialog has closed: the key must not reach the dialog whose turn comes next.
 */
async function closeUntil(page: Page, kind: DialogKind | null): Promise<void> {
  const shown = () =>
    page.locator('[data-dialog]').evaluateAll(all => all.map(one => one.getAttribute('data-dialog')).join())
  for (let kinds = await shown(); kinds !== '' && kinds !== kind; kinds = await shown()) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.keyboard.press('Escape')
    await expect.poll(shown).not.toBe(kinds)
  }
}

async function setUp(page: Page, parley: DesktopServer): Promise<Omit<Window, 'windowId'>> {
  const secret = (name: string) => ({ name, enabled: true, secret: true, allowedToScripts: false })
  const { id } = await call(parley, 'environments/create', {
    name: 'Local',
    variables: [
      { variable: secret('clientSecret'), secretValue: 'not to be sent' },
      { variable: secret('missing'), secretValue: null },
    ],
  })
  await call(parley, 'environments/activate', { id })
  const { collections } = await call(parley, 'library/readTree', undefined)
  await openRequest(page, 'Get a book')
  for (let sends = 0; sends < 2; sends += 1) {
    const isDone = page.waitForResponse(response => response.url().includes('history/list'))
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    if (sends === 1) await page.getByRole('tab', { name: 'History', exact: true }).click()
    if (sends === 1) await isDone
    else isDone.catch(() => {})
  }
  await page.getByRole('tab', { name: 'Collections', exact: true }).click()
  return { page, parley, parentId: collections[0].id }
}

/** Each other dialog once is enough between two nights. */
for (const [index, second] of unasked.entries()) {
  const others = dialogKinds.filter(kind => kind !== second)
  const chosen = others.filter((_, at) => at % unasked.length === index)
  testTurns(`${second} waits until any other dialog is closed, and then shows (UI11)`, second, chosen, true)
  testTurns(`${second} waits until each other dialog is closed, and then shows (UI11)`, second, others, false)
}

/** Tests that a dialog which nobody asked for waits for each of the others. */
function testTurns(
  name: string,
  second: (typeof unasked)[number],
  others: readonly DialogKind[],
  isChosen: boolean,
): void {
  test(`${name}${atNightUnless(isChosen)}`, async ({ context }) => {
    test.slow()
    const parley = await runDesktopServer()
    const page = await newWindow(context)
    let windowId = ''
    page.on('request', request => {
      if (request.url().endsWith('/rpc/tabs/claim')) windowId = request.postDataJSON().json.windowId
    })
    await page.goto(parley.address)
    await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible()
    const window = { ...(await setUp(page, parley)), windowId }
    await call(parley, 'workspaces/backUp', { windowId })
    for (const first of others) {
      await test.step(first, async () => {
        await page.getByRole('tab', { name: 'Collections', exact: true }).click()
        await page.getByRole('treeitem', { name: 'Get a book', exact: true }).dblclick()
        await typeUrl(page, `{{baseUrl}}/mine/${first}`)
        await openings[first](window)
        await expectOnly(page, first)
        await openings[second](window)
        await expectOnly(page, first)
        await closeUntil(page, second)
        // Save request belongs to another tab, and a conflict also waits until its own tab is shown.
        if (first === 'saveRequest' && second === 'conflict')
          await page.getByRole('treeitem', { name: 'Get a book', exact: true }).click()
        await expectOnly(page, second)
        await closeUntil(page, null)
        await expect(page.locator(':focus')).not.toHaveCount(0)
      })
    }
    await parley.stop()
  })
}
