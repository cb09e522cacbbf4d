import { openRequest, urlField } from '../support/page-parts.ts'
import { cells, command, method, pasteIntoUrl, section, toast } from '../support/rooms/paste-curl.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('a pasted cURL command fills the whole request, and one undo restores the old one', async ({
  parleyPage: page,
}) => {
  await openRequest(page, 'Echo')
  const before = (await urlField(page).textContent()) ?? ''
  await section(page, 'Headers').click()
  const headersBefore = await cells(page, 'Headers', 'Key').count()
  await pasteIntoUrl(page, command)
  await expect(urlField(page)).toHaveText('http://a.test/books?author=Le%20Guin&limit=20')
  await expect(method(page)).toHaveAttribute('aria-description', 'PUT')
  await expect(page.getByRole('textbox', { name: 'Request body' })).toHaveText('{"title": "Lavinia"}')
  await expect(toast(page)).toContainText('Pasted from cURL')
  await expectAccessible(page)
  await section(page, 'Params').click()
  await expect(cells(page, 'Params', 'Key').nth(0)).toHaveValue('author')
  await expect(cells(page, 'Params', 'Value').nth(0)).toHaveValue('Le Guin')
  await section(page, 'Cookies').click()
  await expect(cells(page, 'Cookies', 'Value').nth(0)).toHaveValue('eu')
  await section(page, 'Headers').click()
  await expect(cells(page, 'Headers', 'Key').nth(0)).toHaveValue('Accept')
  await expect(page.getByRole('tab', { name: 'Echo', exact: true })).toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
  // Undo works from the table as well as the URL: the focus may be anywhere in the request.
  await cells(page, 'Headers', 'Key').nth(0).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(urlField(page)).toHaveText(before)
  await expect(cells(page, 'Headers', 'Key')).toHaveCount(headersBefore)
  await expect(page.getByRole('tab', { name: 'Echo', exact: true })).not.toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(method(page)).toHaveAttribute('aria-description', 'PUT')
  await expect(cells(page, 'Headers', 'Key').nth(0)).toHaveValue('Accept')
})
