import type { Locator, Page } from '@playwright/test'
import {
  demoAddress,
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
} from './support/page-parts.ts'
import { script, section, typeScript } from './support/rooms/scripts.ts'
import { noTestResults } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

const results = (page: Page): Locator => page.getByRole('list', { name: 'Test results' })
const testsTab = (page: Page): Locator => responsePane(page).getByRole('tab', { name: 'Test Results' })

test('tests are listed with ticks, crosses and reasons', async ({ parleyPage: page }) => {
  await newRequest(page, '{{baseUrl}}/books/1204'.replace('{{baseUrl}}', await demoAddress(page)))
  await testsTab(page).click()
  await expect(responsePane(page)).toContainText(noTestResults)
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('No tests defined')
  await typeScript(
    page,
    'Post Response',
    [
      "tool.test('Status code is 200', () => tool.response.to.have.status(200));",
      "pm.test('Wrong id', () => pm.expect(pm.response.json().id).to.equal(1));",
      "pw.test('Checks', () => { pw.expect(1).toBe(1); pw.expect(1).toBe(2) });",
      'nothing.at.all;',
    ].join('\n'),
  )
  await expectAccessibleInThemes(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responsePane(page)).toContainText('1 / 3 passed')
  await expect(responsePane(page)).toContainText('2 failed')
  await expect(testsTab(page)).toHaveAttribute('aria-description', '3, Script error')
  const items = results(page).getByRole('listitem')
  await expect(items.nth(0)).toHaveText('Passed Status code is 200')
  await expect(items.nth(1)).toContainText('Failed Wrong id')
  await expect(items.nth(1)).toContainText('expected 1204 to equal 1')
  await expect(items.nth(3)).toContainText('Script error: ReferenceError: nothing is not defined')
  await expect(page.locator('.cm-errorLine')).toContainText('nothing.at.all')
  await expectAccessibleInThemes(page)
  await section(page, 'Params').click()
  await items.nth(3).getByRole('button', { name: 'Go to line 4' }).click()
  await expect(script(page, 'Post Response')).toBeFocused()
  await expect(page.locator('.cm-activeLine')).toContainText('nothing.at.all')
  await responsePane(page).getByRole('radio', { name: 'Failed' }).click()
  await expect(items).toHaveCount(3)
})

test('a script can skip its request, which is not a failure', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books`)
  await typeScript(page, 'Pre Request', 'pm.execution.skipRequest()')
  await sendButton(page).click()
  await expect(responsePane(page).getByRole('heading', { name: 'Skipped by its script' })).toBeVisible()
  await expect(responsePane(page)).toContainText('Nothing was sent')
  await expect(responsePane(page)).not.toContainText('Failed')
})

test('a token is fetched before the send and stored for the session', async ({ parleyPage: page }) => {
  const demo = await demoAddress(page)
  await newRequest(page, `${demo}/me`)
  await section(page, 'Headers').click()
  const headers = page.getByRole('grid', { name: 'Headers' })
  await headers.getByRole('textbox', { name: 'Key' }).last().fill('Authorization')
  await headers.getByRole('textbox', { name: 'Value' }).first().fill('Bearer {{token}}')
  await typeScript(
    page,
    'Pre Request',
    `if (!pm.environment.has('token')) pm.sendRequest({
  url: '${demo}/token', method: 'POST',
  body: { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret' },
}, (err, res) => { if (err) throw err; pm.environment.set('token', res.json().access_token) })`,
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await section(page, 'Headers').click()
  await headers.getByRole('textbox', { name: 'Value' }).first().hover()
  await expect(page.getByRole('tooltip')).toContainText('(session, set by Untitled request · Pre Request)')
  await newRequest(page, `${demo}/echo?token={{token}}`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).not.toContainText('{{token}}')
})

test('the editor completes the script API, and offers snippets on an empty line', async ({
  parleyPage: page,
}) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await section(page, 'Script').click()
  await page.getByRole('radio', { name: 'Post Response', exact: true }).click()
  await script(page, 'Post Response').click()
  await page.keyboard.type('tool.resp')
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option', { name: 'response' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('.to.have.sta')
  await expect(list.getByRole('option', { name: 'status' })).toBeVisible()
  await expect(page.locator('.cm-completionInfo')).toContainText(
    'Of a response: its status, by number or text',
  )
  await page.keyboard.press('Enter')
  await page.keyboard.type('(200); // bru.')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Space')
  for (const name of [
    'Test status code is 200',
    'Test body value equals',
    'Test response time is fast',
    'Test has header',
    'Environment set (save token)',
    'Variables set (from response)',
  ])
    await expect(list.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(script(page, 'Post Response')).toContainText("tool.test('Body value equals'")
  await page.keyboard.press('Escape')
  await page
    .getByRole('complementary', { name: 'Snippets' })
    .getByRole('button', { name: 'Test has header' })
    .click()
  await expect(script(page, 'Post Response')).toContainText("tool.response.to.have.header('Content-Type')")
  await expect(script(page, 'Post Response')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(script(page, 'Post Response')).not.toContainText(
    "tool.response.to.have.header('Content-Type')",
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await testsTab(page).click()
  await expect(responsePane(page)).toContainText('0 / 1 passed')
})

test('a script that never ends is stopped, and the page keeps working', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await typeScript(page, 'Post Response', "test('never', () => new Promise(() => {}))")
  await testsTab(page).click()
  await sendButton(page).click()
  await expect(results(page)).toContainText('Script error: Script timeout: a test or promise never finished')
  await expect(responsePane(page)).not.toContainText('passed')
  await openRequest(page, 'List books')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('results are cleared on each send, and Cancel stops a script', async ({ parleyPage: page }) => {
  const demo = await demoAddress(page)
  await newRequest(page, `${demo}/books/1204`)
  await typeScript(page, 'Post Response', "tool.test('one', () => {})")
  await testsTab(page).click()
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('1 / 1 passed')
  await typeScript(page, 'Post Response', 'for (;;) {}')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('The scripts are running')
  await expect(responsePane(page)).toContainText('Running scripts')
  await page.keyboard.press('Escape')
  await expect(responsePane(page)).toContainText('The Post Response script listed no tests')
  await typeScript(page, 'Post Response', "tool.test('one', () => {})")
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('1 / 1 passed')
  await typeScript(page, 'Pre Request', 'while (true) {}')
  await typeUrl(page, `${demo}/books`)
  await sendButton(page).click()
  await expect(responsePane(page)).not.toContainText('1 / 1 passed')
  await page.keyboard.press('Escape')
  await expect(responsePane(page)).toContainText(noTestResults)
})

test('many tests scroll, and few of them are rendered', async ({ parleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await typeScript(page, 'Post Response', "for (let i = 0; i < 5000; i++) tool.test('Test ' + i, () => {})")
  await testsTab(page).click()
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('5000 / 5000 passed')
  expect(await results(page).getByRole('listitem').count()).toBeLessThan(100)
  await page.getByRole('region', { name: 'Test results' }).focus()
  await page.keyboard.press('End')
  await expect(results(page)).toContainText('Test 4999')
})

test('the console drawer opens if the settings show it', async ({ ownParleyPage: page }) => {
  await newRequest(page, `${await demoAddress(page)}/books/1204`)
  await typeScript(page, 'Pre Request', "console.log('hello', { a: 1 }); console.warn('<b>bold</b>')")
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const drawer = page.getByRole('region', { name: 'Script console' })
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Editor' }).click()
  await page.getByRole('switch', { name: 'Show script console' }).press('Space')
  await page.keyboard.press('Escape')
  await sendButton(page).click()
  await expect(drawer).toContainText('hello {"a":1}')
  await expect(drawer).toContainText('<b>bold</b>')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Close console' }).click()
  await expect(drawer).toHaveCount(0)
  await sendButton(page).click()
  await expect(drawer.getByRole('listitem')).toHaveCount(4)
  await drawer.getByRole('button', { name: 'Clear' }).click()
  await expect(drawer).toHaveCount(0)
})
