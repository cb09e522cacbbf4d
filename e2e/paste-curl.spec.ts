import { type GrpcServer, startGrpcServer } from '@parley/testkit/grpc'
import { newRequest, openRequest, responsePane, responseStatus, urlField } from './support/page-parts.ts'
import { cells, command, method, pasteIntoUrl, section, toast } from './support/rooms/paste-curl.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('typing after a paste is undone first, then the paste; the typing before it stays undoable', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://typed.test/')
  await pasteIntoUrl(page, 'curl http://a.test/')
  await expect(urlField(page)).toHaveText('http://a.test/')
  await expect(page.getByRole('tab', { name: 'a.test', exact: true })).toBeVisible()
  await urlField(page).click()
  await page.keyboard.press('End')
  // In one step: letters that arrive slowly are undone one by one.
  await page.keyboard.insertText('more')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText('http://a.test/')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText('http://typed.test/')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).not.toContainText('typed')
})

test('an edit outside of the URL does not prevent undo', async ({ parleyPage: page }) => {
  await newRequest(page, 'http://typed.test/')
  await pasteIntoUrl(page, 'curl -I http://a.test/')
  await expect(method(page)).toHaveAttribute('aria-description', 'HEAD')
  await method(page).click()
  await page.getByRole('option', { name: 'PATCH', exact: true }).click()
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText('http://typed.test/')
  await expect(method(page)).toHaveAttribute('aria-description', 'GET')
  await page.keyboard.press('ControlOrMeta+y')
  await expect(method(page)).toHaveAttribute('aria-description', 'PATCH')
})

test('further commands open more tabs, and what was not understood is listed', async ({
  parleyPage: page,
}) => {
  await newRequest(page, '')
  const tabs = page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab')
  const count = await tabs.count()
  await pasteIntoUrl(
    page,
    'curl http://a.test/1 --wrong-option --next http://a.test/2 -d @body.json; touch pwned\ncurl http://a.test/3',
  )
  await expect(tabs).toHaveCount(count + 2)
  await expect(urlField(page)).toHaveText('http://a.test/1')
  for (const part of [
    'Pasted from cURL',
    '2 more requests were opened in new tabs',
    'Line 1, column 22: --wrong-option is not a cURL option that Parley knows.',
    'body.json was not read: select it again.',
    'touch is another command and was not run.',
  ])
    await expect(toast(page)).toContainText(part)
  await expectAccessible(page)
  await tabs.nth(count).click()
  await expect(page.getByText('Select it again to send it')).toBeVisible()
  await tabs.nth(count + 1).click()
  await expect(urlField(page)).toHaveText('http://a.test/3')
})

test('a broken command stays as text, and its error is shown with its position', async ({
  parleyPage: page,
}) => {
  await newRequest(page, 'http://typed.test/')
  await method(page).click()
  await page.getByRole('option', { name: 'PATCH', exact: true }).click()
  await pasteIntoUrl(page, "curl http://a.test/ \\\n  -H 'Accept: */*")
  await expect(urlField(page)).toHaveText("curl http://a.test/ -H 'Accept: */*")
  await expect(method(page)).toHaveAttribute('aria-description', 'PATCH')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Not read as a command')
  await expect(alert).toContainText('Line 2, column 6: A quote opens here and is never closed.')
  await expectAccessible(page)
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText('http://typed.test/')
})

test('a URL whose host is curl is pasted as a URL', async ({ parleyPage: page }) => {
  await newRequest(page, '')
  await pasteIntoUrl(page, 'curl.example/books')
  await expect(urlField(page)).toHaveText('curl.example/books')
  await expect(toast(page)).toBeHidden()
})

test.describe('grpcurl', () => {
  let server: GrpcServer
  test.beforeAll(async () => {
    server = await startGrpcServer()
  })
  test.afterAll(() => server.close())

  test('a pasted grpcurl command is the call that it makes', async ({ parleyPage: page }) => {
    await newRequest(page, 'http://a.test')
    await pasteIntoUrl(
      page,
      `grpcurl -plaintext -H 'x-request: 7' \\\n  -d '{"id": 9007199254740993}' ${server.address} shop.Books/Get`,
    )
    await expect(toast(page)).toContainText('Pasted from grpcurl')
    await expect(urlField(page)).toHaveText(server.address)
    await expect(page.getByRole('button', { name: 'Method' })).toHaveAccessibleDescription(
      /^shop\.Books\/Get/,
    )
    await section(page, 'Metadata').click()
    await expect(cells(page, 'Metadata', 'Key').nth(0)).toHaveValue('x-request')
    await page.getByRole('button', { name: 'Invoke', exact: true }).click()
    await expect(responseStatus(page)).toContainText('0 OK')
    await expect(responsePane(page)).toContainText('"9007199254740993"')
    await page.getByRole('button', { name: 'Generate Code', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate Code' })
    await expect(dialog.getByRole('option')).toHaveAccessibleName('gRPC grpcurl')
    await expect(dialog.locator('.cm-content')).toContainText(`-d '{"id": 9007199254740993}'`)
    await expect(dialog.locator('.cm-content')).toContainText(`${server.address} \\`)
    await expectAccessible(page)
  })
})

test('the notice of a paste leaves with its tab, and when the paste was undone', async ({
  ownParleyPage: page,
}) => {
  const tab = (name: string) =>
    page.getByRole('tablist', { name: 'Open requests' }).getByRole('tab', { name, exact: true })
  await openRequest(page, 'Echo')
  const before = (await urlField(page).textContent()) ?? ''
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  await pasteIntoUrl(page, `${command} --parallel`)
  await expect(undo).toBeVisible()
  await openRequest(page, 'List books')
  await expect(tab('List books')).toHaveAttribute('aria-selected', 'true')
  await expect(toast(page)).toBeHidden()
  await tab('Echo').click()
  await expect(toast(page)).toBeHidden()
  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText(before)
  await pasteIntoUrl(page, `${command} --parallel`)
  await undo.click()
  await expect(urlField(page)).toHaveText(before)
  await expect(undo).toHaveCount(0)
  await pasteIntoUrl(page, `${command} --parallel`)
  await expect(undo).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText(before)
  await expect(undo).toHaveCount(0)
})
