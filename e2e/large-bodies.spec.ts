import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { atNightUnless } from './support/at-night.ts'
import {
  demoAddress,
  newRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { runParleyIn } from './support/running-parley.ts'
import { expect, test } from './support/test.ts'

const mebibyte = 2 ** 20

/** Counts the bytes of bodies that the page requests from now on; bytes that it reads again count once. */
function countBodyBytes(page: Page): () => Promise<number> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', response => {
    if (!response.url().includes('/rpc/bodies/')) return
    const size = response.body().then(
      body => body.byteLength,
      () => 0,
    )
    sizes.set(`${response.url()} ${response.request().postData()}`, size)
  })
  return async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
}

/** Sends, waits until the body shows, and types. */
async function sendAndType(page: Page, url: string, shown: string): Promise<void> {
  await typeUrl(page, url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK', { timeout: 60_000 })
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText(shown)
  await urlField(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('&typed=on')
  await expect(urlField(page)).toContainText('&typed=on')
}

for (const [name, path, shown] of [
  ['100 MB of JSON', `/large?bytes=${100 * mebibyte}`, '"id"'],
  ['a line of 50 MB', `/large-line?bytes=${50 * mebibyte}`, 'All in one line'],
] as const)
  test(`${name} block neither the page nor typing, and the page requests only a part (UI6)${atNightUnless(shown === '"id"')}`, async ({
    ownParleyPage: page,
  }) => {
    const demo = await demoAddress(page)
    await newRequest(page, demo)
    const bodyBytes = countBodyBytes(page)
    await sendAndType(page, demo + path, shown)
    await expect(sendButton(page)).toBeEnabled({ timeout: 100_000 })
    expect(await bodyBytes()).toBeLessThan(4 * mebibyte)
  })

test('Ctrl+End goes to the end of a body of 20 MB that is still being formatted', async ({
  ownParleyPage: page,
}) => {
  const demo = await demoAddress(page)
  await newRequest(page, `${demo}/large?bytes=${20 * mebibyte}`)
  await sendButton(page).click()
  const body = responsePane(page).getByRole('textbox', { name: 'Response body' })
  await expect(body).toContainText('"id"', { timeout: 60_000 })
  await body.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(body.locator('.cm-activeLine')).toHaveText(']', { timeout: 60_000 })
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(body.locator('.cm-activeLine')).toHaveText('[')
})

test('a window opens after a restart whose last response was 500 MB, and requests none of it (ST14)', async ({
  browser,
}) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-large-')) }
  const first = await runParleyIn(environment)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(first.address)
  const url = `${await demoAddress(page)}/binary?bytes=${500 * mebibyte}`
  await newRequest(page, url)
  const isKept = page.waitForResponse(
    response =>
      response.url().endsWith('/rpc/tabs/save') && (response.request().postData() ?? '').includes(url),
  )
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK', { timeout: 100_000 })
  await isKept
  await first.kill()
  await context.close()

  const second = await runParleyIn(environment)
  const again = await (await browser.newContext()).newPage()
  const bodyBytes = countBodyBytes(again)
  await again.goto(second.address)
  await expect(urlField(again)).toHaveText(url)
  await typeUrl(again, `${await demoAddress(again)}/books`)
  await sendButton(again).click()
  await expect(responsePane(again)).toContainText('The Left Hand of Darkness')
  expect(await bodyBytes()).toBeLessThan(mebibyte)
  await again.context().close()
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})
