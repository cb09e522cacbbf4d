import {
  demoAddress,
  newRequest,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { awaiting, nothingSent } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

test('the method is chosen from the list, which marks the current one, or typed', async ({
  parleyPage: page,
}) => {
  const button = page.getByRole('button', { name: 'Method' })
  await newRequest(page, `${await demoAddress(page)}/echo`)
  await button.click()
  const list = page.getByRole('listbox', { name: 'Methods' })
  await expect(list.getByRole('option')).toHaveText([
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
  ])
  await expect(list.getByRole('option', { selected: true })).toHaveText('GET')
  await expectAccessible(page)
  await page.keyboard.type('pa')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-description', 'PATCH')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('PURGE')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-description', 'PURGE')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('"method": "PURGE"')
  await button.click()
  await page.keyboard.type('not a token')
  await expect(list.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
})

test('variables are suggested though URLs were asked for when their braces were typed', async ({
  parleyPage: page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const isTyping = document.activeElement?.textContent === '/{'
      if (isTyping && String(Object(request[0]).url).includes('/rpc/history/'))
        document.execCommand('insertText', false, '{ba')
      return await fetch(...request)
    }
  })
  await page.reload()
  await openRequest(page, 'Echo')
  await typeUrl(page, '')
  await page.keyboard.type('/{')
  await expect(urlField(page)).toHaveText('/{{ba')
  await expect(page.getByRole('option').filter({ hasText: 'baseUrl' })).toBeVisible()
})

test('variables are suggested in the URL, undone, and explained on hover', async ({ parleyPage: page }) => {
  await openRequest(page, 'Echo')
  await typeUrl(page, '')
  await page.keyboard.type('{{ba')
  const options = page.getByRole('option')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(options.filter({ hasText: 'baseUrl' })).toBeVisible()
  await expectAccessible(page)
  // Enter right after the last letter also accepts the suggestion.
  await page.keyboard.type('ba')
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(urlField(page)).toHaveText('{{baseUrl}}')
  await page.keyboard.type('/x/{{gone}}')
  await expect(urlField(page).locator('.cm-variable-unknown')).toHaveText('{{gone}}')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('gone has no value. It is sent as typed.')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByText('gone has no value. It is sent as typed.')).toHaveCount(0)
  await urlField(page).locator('.cm-variable').first().hover()
  await expect(page.getByText(/^baseUrl: http:\/\/127\.0\.0\.1:\d+\/v1 \(demo API\)$/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).not.toContainText('{{gone}}')
})

test('URLs that were used are suggested, and only a chosen one is taken', async ({ ownParleyPage: page }) => {
  const used = `${await demoAddress(page)}/books/1204`
  await newRequest(page, used)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await newRequest(page, '')
  await page.keyboard.type('BOOKS')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toHaveText(used)
  await expect(options.filter({ hasText: '{{baseUrl}}/books' }).first()).toBeVisible()
  await expect(options.and(page.locator('[aria-selected="true"]'))).toHaveCount(0)
  await expectAccessibleInThemes(page)
  // It sends what is typed, and the list is gone.
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(urlField(page)).toHaveText('BOOKS')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('S')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await page.keyboard.type('/1')
  await expect(options.first()).toHaveText(used)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(urlField(page)).toHaveText(used)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText('BOOKS/1')
})

test('a list of suggestions that is about to open stays away once the focus has left', async ({
  ownParleyPage: page,
}) => {
  const list = page.getByRole('listbox')
  await newRequest(page, '')
  await page.keyboard.type('{{')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('b')
  await page.keyboard.press('Tab')
  await expect(sendButton(page)).toBeFocused()
  // The list would have opened by now.
  await page.clock.runFor(1000)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Method' }).click()
  await expect(list.getByRole('option', { name: 'POST', exact: true })).toBeVisible()
  await expect(list).toHaveCount(1)
})

test('Send and download saves the response to a file', async ({ parleyPage: page }) => {
  await openRequest(page, 'Image')
  await page.getByRole('button', { name: 'Send options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Send/, 'Download', 'Send repeatedly…'])
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('image.png')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).subarray(1, 4).toString('latin1')).toBe('PNG')
  await expect(responseStatus(page)).toContainText('200 OK')
})

test('sending and cancelling move nothing', async ({ parleyPage: page }) => {
  await openRequest(page, 'Slow response')
  const parts = [
    sendButton(page),
    page.getByRole('button', { name: 'Send options' }),
    urlField(page),
    page.getByRole('grid', { name: 'Params' }),
    page.getByRole('tablist', { name: 'Response' }),
  ]
  const places = () => Promise.all(parts.map(part => part.boundingBox()))
  const before = await places()
  await sendButton(page).click()
  await expect(responsePane(page).getByText(awaiting)).toBeVisible()
  expect(await places()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(responsePane(page).getByText(nothingSent)).toBeVisible()
  expect(await places()).toEqual(before)
})
