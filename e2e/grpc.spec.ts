import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import { startGrpcWebServer } from '@parley/testkit/grpc-web'
import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import { arrowTo, tabTo, watchPointer } from './support/by-keyboard.ts'
import {
  openRequest,
  responsePane,
  responseStatus,
  savedTabs,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { button, chooseMethod, editor, messages, replaceMessage } from './support/rooms/grpc.ts'
import { runParleyIn } from './support/running-parley.ts'
import { searchOrRun } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

let server: GrpcServer

test.beforeAll(async () => {
  server = await startGrpcServer()
})
test.afterAll(() => server.close())

const section = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name, exact: true })
const responseTab = (page: Page, name: string | RegExp) =>
  responsePane(page).getByRole('tablist', { name: 'Response', exact: true }).getByRole('tab', { name })

async function newCall(page: Page, method: string, address = server.address): Promise<void> {
  await button(page, 'New request').click()
  await page.getByRole('menuitem', { name: 'gRPC' }).click()
  await typeUrl(page, address)
  await chooseMethod(page, method)
}

/** The server of the tests has no TLS. */
async function chooseFails(page: Page): Promise<void> {
  await button(page, 'Method').click()
  await expect(page.getByRole('dialog', { name: 'Method' }).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
}

test('a message is edited as a form, which changes its text and is undone there', async ({
  parleyPage: page,
}) => {
  const show = (view: string) => page.getByRole('radio', { name: view, exact: true }).click({ force: true })
  const form = page.getByRole('list', { name: 'Message form' })
  const id = form.getByRole('textbox', { name: 'id', exact: true })
  await newCall(page, 'shop.Books/Get')
  await replaceMessage(page, '{"id": 1, "nothing": 1.0}')
  await show('Form')
  await expect(id).toHaveValue('1')
  await expect(form.getByRole('listitem').filter({ hasText: 'Not in the definition' })).toContainText('1.0')
  await id.fill('9007199254740993')
  await expectAccessibleInThemes(page)
  await show('Text')
  await expect(editor(page)).toHaveText('{"id": 9007199254740993, "nothing": 1.0}')
  await show('Form')
  await section(page, 'Metadata').click()
  await section(page, 'Message').click()
  await expect(id).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(id, 'a narrower window').toBeVisible()
  await form.getByRole('checkbox', { name: 'Send id' }).click()
  await expect(id).toHaveValue('')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(id).toHaveValue('9007199254740993')
  await show('Text')
  await replaceMessage(page, '{"id": ')
  await show('Form')
  await expect(page.getByText('The message is not JSON. Line 1, column')).toBeVisible()
  await page.getByRole('button', { name: 'Show the text' }).click()
  await expect(editor(page)).toBeVisible()
})

test('a method is chosen, filled in, called, saved and opened again', async ({ ownParleyPage: page }) => {
  await newCall(page, 'shop.Books/Get')
  await expect(button(page, 'Method')).toHaveAccessibleDescription('shop.Books/Get, unary')
  await button(page, 'Example message').click()
  await expect(editor(page)).toHaveText('{  "id": "0"}')
  await replaceMessage(page, '{"id": 9007199254740993, "nothing": 1}')
  await expect(editor(page).locator('.cm-query-error')).toHaveText('"nothing"')
  await button(page, 'Invoke').click()
  await expect(
    responsePane(page)
      .getByText(/no field nothing|unknown|nothing/i)
      .first(),
  ).toBeVisible()
  await replaceMessage(page, '{"id": 9007199254740993}')
  await expect(editor(page).locator('.cm-query-error')).toHaveCount(0)
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await expect(responsePane(page)).toContainText('"9007199254740993"')
  await expect(responsePane(page)).toContainText('KIND_NOVEL')
  await expectAccessibleInThemes(page)
  await responseTab(page, /^Metadata/).click()
  await expect(responsePane(page)).toContainText('x-initial')
  await responseTab(page, /^Trailers/).click()
  await expect(responsePane(page)).toContainText('x-trailer')
  await expectAccessibleInThemes(page)

  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Save request' })
  await dialog.getByRole('textbox', { name: 'Request name' }).fill('Get by gRPC')
  await dialog.getByRole('row', { name: 'Bookshop API' }).click()
  await button(page, 'Save here').click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('treeitem', { name: 'Get by gRPC', exact: true })
  await expect(row.locator('[data-method=gRPC]')).toBeVisible()
  await page.keyboard.press('Alt+w')
  await row.dblclick()
  await expect(urlField(page)).toHaveText(server.address)
  await expect(editor(page)).toHaveText('{"id": 9007199254740993}')
  await expect(button(page, 'Method')).toHaveAccessibleDescription('shop.Books/Get, unary')
  for (const name of ['Service definition', 'Settings', 'Script', 'Authorization', 'Metadata']) {
    await section(page, name).click()
    await expectAccessibleInThemes(page)
  }
})

test('messages of a stream are sent one by one, until the end', async ({ ownParleyPage: page }) => {
  await newCall(page, 'shop.Books/Chat')
  await expect(button(page, 'Send message')).toBeDisabled()
  await replaceMessage(page, '{"title": "one"}')
  await button(page, 'Start').click()
  await expect(responsePane(page).getByText('Open', { exact: true })).toBeVisible()
  await expect(messages(page)).toHaveCount(1)
  await button(page, 'Send message').click()
  await expect(messages(page).first()).toContainText('You said one')
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(messages(page).filter({ hasText: 'You said one' })).toHaveCount(2)
  await expect(messages(page).filter({ hasText: 'Metadata received' })).toHaveCount(1)
  await replaceMessage(page, '{"titel": "two"}')
  await button(page, 'Send message').click()
  await expect(page.getByText(/^The message is invalid: Line 1, column 2: .*titel/)).toBeVisible()
  await expectAccessibleInThemes(page)
  await page.reload()
  await expect(messages(page).filter({ hasText: 'You said one' })).toHaveCount(2)
  await button(page, 'End').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await expect(messages(page).first()).toContainText('0 OK')
  await expect(button(page, 'Start')).toBeEnabled()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByTitle(/2 received, 2 sent/)).toBeVisible()
})

for (const colorScheme of ['dark', 'light'] as const)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ])
    test(`an open call has the parts of the design, ${colorScheme}, ${viewport.width} × ${viewport.height}${atNightUnless((colorScheme === 'dark') === (viewport.width === 1440))}`, async ({
      ownParleyPage: page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await openRequest(page, 'A book by gRPC')
      await chooseMethod(page, 'bookshop.Books/Reserve')
      await replaceMessage(page, '{"id": 1204, "quantity": 2}')
      await button(page, 'Start').click()
      await button(page, 'Send message').click()
      const answer = messages(page).filter({ hasText: '"left":36' })
      await answer.click()
      const size = (await answer.getByText(/^\d+ B$/).textContent()) ?? ''
      const detail = page.getByRole('region', { name: 'Message', exact: true })
      await expect(detail.getByText(size, { exact: true })).toBeVisible()
      const parts = [
        urlField(page),
        ...['Method', 'End', 'Cancel', 'Example message', 'Send message'].map(name => button(page, name)),
        ...['Message', 'Metadata', 'Authorization', 'Service definition', 'Script', 'Settings'].map(name =>
          section(page, name),
        ),
        ...['Messages', 'Metadata', 'Trailers', 'Test Results', 'Timeline'].map(name =>
          responseTab(page, new RegExp(`^${name}`)),
        ),
        ...['Open', '2 received', '2 sent'].map(text => responsePane(page).getByText(text, { exact: true })),
        messages(page).filter({ hasText: 'Metadata received' }),
      ]
      for (const part of parts) {
        await expect(part).toBeVisible()
        await expect(part).toBeInViewport({ ratio: 1 })
      }
      const scrolls = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      expect(await page.evaluate(scrolls)).toBe(false)
      await expectAccessible(page)
      await section(page, 'Metadata').click()
      const generated = page.getByRole('grid', { name: 'Generated' })
      for (const [name, value] of [
        ['TE', 'trailers'],
        ['Content-Type', 'application/grpc'],
      ])
        await expect(generated.getByRole('row', { name: `Locked ${name} ${value}` })).toBeAttached()
      await expectAccessible(page)
    })

test('a stream of the server is a list, and Cancel ends it', async ({ ownParleyPage: page }) => {
  await newCall(page, 'shop.Books/List')
  await replaceMessage(page, '{"count": 2000}')
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await expect(responseTab(page, /^Messages/)).toContainText('2001')
  await expect(messages(page).first()).toContainText('0 OK')
  await chooseMethod(page, 'shop.Books/Wait')
  await replaceMessage(page, '{}')
  await button(page, 'Invoke').click()
  await button(page, 'Cancel').first().click()
  await expect(button(page, 'Invoke')).toBeEnabled()
})

test('a server of gRPC-Web is called over HTTP/1.1', async ({ ownParleyPage: page }) => {
  const web = await startGrpcWebServer({ httpVersion: '1.1', isText: true })
  await button(page, 'New request').click()
  await page.getByRole('menuitem', { name: 'gRPC' }).click()
  await typeUrl(page, web.address)
  await section(page, 'Settings').click()
  await page.getByRole('radiogroup', { name: 'gRPC-Web' }).getByText('Text').click()
  await expectAccessible(page)
  await chooseMethod(page, 'shop.Books/Add')
  await section(page, 'Message').click()
  await replaceMessage(page, '{"id": 7}')
  await button(page, 'Start').click()
  await button(page, 'Send message').click()
  await button(page, 'Send message').click()
  await button(page, 'End').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await expect(messages(page).filter({ hasText: '"count":2' })).toBeVisible()
  await responseTab(page, /^Trailers/).click()
  await expect(responsePane(page)).toContainText('grpc-status')
  await web.close()
})

test('the lock shows whether a call uses TLS, and changes it', async ({ ownParleyPage: page }) => {
  await button(page, 'New request').click()
  await page.getByRole('menuitem', { name: 'gRPC' }).click()
  const lock = button(page, 'TLS')
  await expect(lock).toBeDisabled()
  await typeUrl(page, server.address)
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
  await lock.click()
  await expect(urlField(page)).toHaveText(`grpcs://${server.address}`)
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await chooseFails(page)
  await lock.press('Enter')
  await expect(urlField(page)).toHaveText(`grpc://${server.address}`)
  await chooseMethod(page, 'shop.Books/Get')
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await typeUrl(page, 'shop.test:443')
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
})

test('a status has its message and its details', async ({ ownParleyPage: page }) => {
  await newCall(page, 'shop.Books/Fail')
  await replaceMessage(page, '{"code": 5, "message": "no book 7"}')
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('5 NOT_FOUND')
  const status = page.getByRole('region', { name: 'Status of the call' })
  await expect(status).toContainText('no book 7')
  await expect(status).toContainText('google.rpc.BadRequest')
  await page.reload()
  await expect(status).toContainText('no book 7')
})

test('an open call goes on after a reload; after a kill its message is kept, and its end is said', async ({
  page,
}) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-grpc-')) }
  const first = await runParleyIn(environment)
  await page.goto(first.address)
  await newCall(page, 'shop.Books/Chat')
  await replaceMessage(page, '{"title": "one"}')
  await button(page, 'Start').click()
  await button(page, 'Send message').click()
  await expect(messages(page).filter({ hasText: 'You said one' })).toHaveCount(1)
  await page.reload()
  await expect(messages(page).filter({ hasText: 'You said one' })).toHaveCount(1)
  const areSaved = savedTabs(page, 'a call that is kept')
  await replaceMessage(page, '{"title": "a call that is kept"}')
  await button(page, 'Send message').click()
  await expect(messages(page).filter({ hasText: 'You said a call that is kept' })).toHaveCount(1)
  await areSaved
  await page.goto('about:blank')
  await first.kill()
  const second = await runParleyIn(environment)
  await page.goto(second.address)
  await expect(editor(page)).toHaveText('{"title": "a call that is kept"}')
  await expect(button(page, 'Method')).toHaveAccessibleDescription('shop.Books/Chat, bidirectional')
  await expect(responsePane(page).getByText(/^The messages of the last call are gone/)).toBeVisible()
  await button(page, 'Start').click()
  await expect(responsePane(page).getByText('Open', { exact: true })).toBeVisible()
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('names and values are completed and explained', async ({ ownParleyPage: page }) => {
  await newCall(page, 'shop.Books/Chat')
  await editor(page).click()
  await page.keyboard.type('{"ki')
  const suggestion = page.getByRole('option', { name: /"kind"/ })
  await expect(suggestion).toBeVisible()
  // While suggestions for the last key are still awaited, Enter takes none.
  await expect(page.locator('.cm-tooltip-autocomplete-disabled')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(editor(page)).toContainText('"kind"')
  await page.keyboard.type('"')
  await expect(page.getByRole('option', { name: /KIND_NOVEL/ })).toBeVisible()
})

test('a server that cannot be reached is named in the list of methods', async ({ ownParleyPage: page }) => {
  await button(page, 'New request').click()
  await page.getByRole('menuitem', { name: 'gRPC' }).click()
  await typeUrl(page, '127.0.0.1:1')
  await button(page, 'Method').click()
  const dialog = page.getByRole('dialog', { name: 'Method' })
  await expect(dialog.getByRole('alert')).toContainText('ECONNREFUSED')
})

test('a call is made by keyboard alone', async ({ ownParleyPage: page }) => {
  const pointerUses = await watchPointer(page)
  await tabTo(page, button(page, 'New request'))
  await page.keyboard.press('Enter')
  await arrowTo(page, page.getByRole('menuitem', { name: 'gRPC' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toBeFocused()
  await page.keyboard.insertText(server.address)
  await tabTo(page, button(page, 'Method'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Method' })
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('Books/Add')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Method')).toHaveAccessibleDescription('shop.Books/Add, client streaming')
  await tabTo(page, editor(page))
  await page.keyboard.insertText('{"id": 7}')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(messages(page)).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(messages(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: null })
  await tabTo(page, button(page, 'End'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(responseStatus(page)).toContainText('0 OK')
  await expect(messages(page).filter({ hasText: '"count":2' })).toBeVisible()
  expect(await pointerUses(), 'uses of a pointer').toBe(0)
})

test('scripts run before a call, and tests after it', async ({ ownParleyPage: page }) => {
  await newCall(page, 'shop.Books/Get')
  await section(page, 'Script').click()
  await page.getByRole('textbox', { name: 'Pre Request script' }).click()
  await page.keyboard.insertText('bru.setVar("book", "7")')
  await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  await page.getByRole('textbox', { name: 'Post Response script' }).click()
  await page.keyboard.insertText(
    'test("status and book", () => { expect(res.getStatus()).to.equal(0); expect(res.getBody().id).to.equal("7") })',
  )
  await section(page, 'Message').click()
  await replaceMessage(page, '{"id": {{book}}}')
  await button(page, 'Invoke').click()
  await expect(responseStatus(page)).toContainText('0 OK')
  await responseTab(page, /^Test Results/).click()
  await expect(responsePane(page)).toContainText('status and book')
  await expect(responseTab(page, /^Test Results/)).toContainText('1')
  await expectAccessible(page)
})

test('a gRPC request begins in the palette', async ({ ownParleyPage: page }) => {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: searchOrRun })
  await palette.getByRole('combobox').fill('grpc')
  await palette.getByRole('option', { name: 'New gRPC tab' }).click()
  await expect(button(page, 'Method')).toBeVisible()
  await expect(urlField(page)).toBeFocused()
})
