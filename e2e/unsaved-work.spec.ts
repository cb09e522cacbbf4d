import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { newWindow } from './support/browser-windows.ts'
import {
  demoAddress,
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  savedTabs,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { section, strip, testKilled } from './support/rooms/unsaved-work.ts'
import { runParleyIn } from './support/running-parley.ts'
import { awaiting, nothingSent } from './support/sentences.ts'
import { serveLater } from './support/serve-bytes.ts'
import { expect, test } from './support/test.ts'

async function openRawBody(page: Page) {
  await newRequest(page, 'http://large.test/')
  await section(page, 'Body').click()
  await page.getByRole('radio', { name: 'Raw', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Request body', exact: true })
  await editor.click()
  return editor
}

/** Returns how many rows of its database a server has written so far. */
function countRows(home: string, table: 'drafts' | 'draft_edits' | 'history'): unknown {
  const database = new DatabaseSync(join(home, 'parley.db'), { readOnly: true })
  const count = database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count
  database.close()
  return count
}

testKilled({
  async fill(page) {
    await page.getByRole('treeitem', { name: 'Bookshop API', exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Run', exact: true }).click()
    await page.getByRole('textbox', { name: 'Retries', exact: true }).fill('7')
    await page.getByRole('checkbox', { name: 'Send Echo' }).uncheck()
    const data = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAnn\n') }
    await page.locator('input[type=file]').setInputFiles(data)
  },
  async expectRestored(page) {
    await strip(page).getByRole('tab', { name: 'Run: Bookshop API' }).click()
    await expect(page.getByRole('cell', { name: 'Ann' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Retries', exact: true })).toHaveValue('7')
    await expect(page.getByRole('checkbox', { name: 'Send Echo' })).not.toBeChecked()
  },
})

test('saved or closed tabs leave nothing behind', async ({ ownParleyPage: page }) => {
  const isKept = savedTabs(page, 'thrown-away')
  await newRequest(page, 'http://thrown-away.test/')
  await isKept
  const isClosed = page.waitForResponse('**/rpc/tabs/save')
  await strip(page).getByRole('tab', { selected: true }).getByRole('button', { name: 'Close tab' }).click()
  await page.getByRole('button', { name: "Don't save" }).click()
  await isClosed
  await page.reload()
  await expect(strip(page).getByRole('tab')).toHaveCount(1)
  await expect(urlField(page)).not.toContainText('thrown-away')
})

test('text typed right before a reload is restored, each time', async ({ ownParleyPage: page }) => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    await typeUrl(page, `http://${text}.test/`)
    await page.reload()
    await expect(urlField(page)).toHaveText(`http://${text}.test/`)
    await expect(strip(page).getByRole('tab')).toHaveCount(1)
  }
})

/** The calls of a window while it restores its tabs, in order, and those that write afterwards. */
const callsOfARestore = ['tabs/claim', 'library/readTree', 'sends/resume', 'tabs/save']

async function closeAsUsersDo(page: Page): Promise<void> {
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

const waysToLeave = [(page: Page) => page.reload(), (page: Page) => page.close(), closeAsUsersDo]
const endsOfARestore = callsOfARestore.flatMap((call, index) =>
  waysToLeave.map((leave, at) => ({ call, leave, isChosen: at === index % waysToLeave.length })),
)

for (const [when, isChosen] of [
  ['while it restores its tabs', true],
  ['in any way while it restores its tabs', false],
] as const)
  test(`a window that closes ${when} leaves all of them to the next one (ST7)${atNightUnless(isChosen)}`, async ({
    context,
    ownParley,
  }) => {
    const first = await newWindow(context)
    await first.goto(ownParley.address)
    await openRequest(first, 'Echo')
    await sendButton(first).click()
    await expect(responseStatus(first)).toContainText('200 OK')
    for (const text of ['one', 'two']) {
      const isKept = savedTabs(first, text)
      await newRequest(first, `http://${text}.test/`)
      await isKept
    }
    const names = await strip(first).getByRole('tab').allTextContents()
    await first.close()
    for (const { call, leave } of endsOfARestore.filter(end => end.isChosen || !isChosen)) {
      const page = await newWindow(context)
      await page.route(`**/rpc/${call}`, () => new Promise(() => {}))
      const asked = page.waitForRequest(`**/rpc/${call}`)
      await page.goto(ownParley.address)
      await asked
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await leave(page)
      const next = page.isClosed() ? await newWindow(context) : page
      await next.goto(ownParley.address)
      await expect(strip(next).getByRole('tab'), call).toHaveText(names)
      await expect(urlField(next), call).toHaveText('http://two.test/')
      await next.close()
    }
  })

/** Closes a page with its questions, and waits until it is gone: another one is opened beside those that are there. */
async function closeLikeUser(page: Page): Promise<void> {
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

test('text typed right before a window closes is in the next one', async ({ context, ownParley }) => {
  for (const text of ['one', 'two', 'three']) {
    const page = await newWindow(context)
    await page.goto(ownParley.address)
    await typeUrl(page, `http://${text}.test/`)
    await closeLikeUser(page)
    const next = await newWindow(context)
    await next.goto(ownParley.address)
    await expect(urlField(next)).toHaveText(`http://${text}.test/`)
    await closeLikeUser(next)
  }
})

test('a draft that is too large to be sent by a page that closes makes the browser ask', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const asked = page.waitForEvent('dialog')
  // The draft is not stored until the browser has asked, however slow the reload is.
  await page.route('**/rpc/tabs/save', async route => {
    await asked
    await route.continue()
  })
  await typeUrl(page, `http://typed.test/${'x'.repeat(100_000)}`)
  const reload = page.reload().catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  // The page itself is blocked while the browser asks.
  await expect.poll(() => countRows(ownParley.home, 'drafts')).toBe(1)
  await dialog.accept()
  await reload
  await expect(urlField(page)).toContainText('http://typed.test/xxx')
})

test('typing in a body of a megabyte is stored by changes, and all of it is there after a kill and a reload', async ({
  browser,
}) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-unsaved-')) }
  const first = await runParleyIn(environment)
  const context = await browser.newContext()
  const page = await newWindow(context)
  await page.goto(first.address)
  const editor = await openRawBody(page)
  const isPasted = savedTabs(page, 'the last line')
  await editor.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `${'a line of a long body\n'.repeat(50_000)}the last line`,
  )
  await page.keyboard.press('End')
  await isPasted
  for (const word of ['one', 'two']) {
    const isKept = savedTabs(page, word)
    // As one change: letters typed slowly may be stored in two.
    await page.keyboard.insertText(` ${word}`)
    const stored = await isKept
    expect(stored.request().postDataBuffer()?.byteLength ?? 0).toBeLessThan(10_000)
  }
  expect(countRows(environment.PARLEY_HOME, 'draft_edits')).not.toBe(0)
  await first.kill()
  await context.close()

  const second = await runParleyIn(environment)
  const again = await (await browser.newContext()).newPage()
  await again.goto(second.address)
  const restored = again.getByRole('textbox', { name: 'Request body', exact: true })
  await restored.focus()
  await again.keyboard.press('ControlOrMeta+End')
  await expect(restored.getByText('the last line one two')).toBeVisible()
  await again.keyboard.type(' three')
  await again.reload()
  await restored.focus()
  await again.keyboard.press('ControlOrMeta+End')
  await expect(restored.getByText('the last line one two three')).toBeVisible()
  await again.context().close()
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('after a reload each tab shows its response, and follows the running send', async ({
  ownParleyPage: page,
}) => {
  await typeUrl(page, '{{baseUrl}}/books/1204')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const silent = await serveLater()
  const slow = await serveLater('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  for (const { url } of [silent, slow]) {
    await newRequest(page, url)
    await sendButton(page).click()
    await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  }
  await page.reload()
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  slow.respond()
  await expect(responseStatus(page)).toContainText('200 OK')
  await strip(page).getByRole('tab').nth(1).click()
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  await responsePane(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(responsePane(page).getByText(nothingSent)).toBeVisible()
  await strip(page).getByRole('tab').first().click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  for (const server of [silent, slow]) server.close()
})

test('after a crash of server and browser each tab shows its last response', async ({ browser }) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-responses-')) }
  const first = await runParleyIn(environment)
  const context = await browser.newContext()
  const page = await newWindow(context)
  await page.goto(first.address)
  const demo = await demoAddress(page)
  for (const [at, path] of ['/books/1204', '/status/404'].entries()) {
    await newRequest(page, demo + path)
    const isKept = savedTabs(page, 'sendId', at + 1)
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText(path.startsWith('/books') ? '200 OK' : '404')
    // The status shows with the head of the response, and the entry of an ended send is written in the
    // background.
    await expect.poll(() => countRows(first.home, 'history')).toBe(at + 1)
    await isKept
  }
  await first.kill()
  await context.close()

  const second = await runParleyIn(environment)
  const again = await (await browser.newContext()).newPage()
  await again.goto(second.address)
  await expect(responseStatus(again)).toContainText('404')
  await strip(again).getByRole('tab', { name: '/books/1204' }).click()
  await expect(responsePane(again)).toContainText('The Left Hand of Darkness')
  await expect(responsePane(again)).toContainText('Response from')
  await again.context().close()
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('a reload restores typed text, and asks nothing once it is stored', async ({ ownParleyPage: page }) => {
  const isKept = savedTabs(page, 'typed.test')
  await typeUrl(page, 'http://typed.test/')
  await isKept
  await page.reload()
  await expect(urlField(page)).toHaveText('http://typed.test/')
  await expect(strip(page).getByRole('tab')).toHaveCount(1)
})

test('unsaved variables are restored after a reload, and can then be saved', async ({
  ownParleyPage: page,
}) => {
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('tab', { name: 'Environments' }).click()
  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Variables' })
  const isKept = savedTabs(page, 'typedOnly')
  await table.getByRole('textbox', { name: 'Name' }).last().fill('typedOnly')
  await isKept
  await page.reload()
  const names = table.getByRole('textbox', { name: 'Name' })
  await expect
    .poll(() => names.evaluateAll(all => all.map(one => Reflect.get(one, 'value'))))
    .toContain('typedOnly')
  const tab = strip(page).getByRole('tab', { name: 'Workspace', exact: true })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(tab).toHaveAttribute('aria-description', 'Unsaved changes')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab).not.toHaveAttribute('aria-description', 'Unsaved changes')
})
