import { openRequest, typeUrl } from '../support/page-parts.ts'
import { button, openRun, options } from '../support/rooms/run-page.ts'
import { serveLater } from '../support/serve-bytes.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a running run lists what is still to come, so that the counts add up', async ({
  ownParleyPage: page,
}) => {
  const server = await serveLater('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  await openRequest(page, 'Get a book')
  await typeUrl(page, server.url)
  await button(page, 'Save').click()
  await expect(page.getByRole('tab', { name: 'Get a book', exact: true })).not.toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
  await openRun(page, 'Books')
  await page.getByRole('checkbox', { name: 'Send Remove a book' }).uncheck()
  await button(page, 'Run').click()
  await expect(options(page)).toHaveText([
    /^No tests GET.*List books/,
    /^Running GET.*Get a book/,
    /^Pending POST.*Add a book/,
    /^Pending PATCH.*Update price/,
  ])
  const counts = () =>
    page
      .getByRole('radiogroup', { name: 'Show' })
      .locator('label')
      .allTextContents()
      .then(labels => labels.map(label => label.split(/ (?=\d+$)/)))
  const sum = (all: readonly (readonly string[])[]) =>
    all.slice(1).reduce((total, [, count]) => total + Number(count), 0)
  const running = await counts()
  expect(running.at(0)).toEqual(['All', '4'])
  expect(running.at(-1)).toEqual(['Pending', '3'])
  expect(sum(running)).toBe(4)
  await expectAccessible(page)
  await options(page).nth(2).click({ force: true })
  await expect(options(page).nth(2)).toHaveAttribute('aria-selected', 'false')
  await page.getByText('Pending 3', { exact: true }).click()
  await expect(options(page)).toHaveCount(3)

  server.respond()
  await expect(button(page, 'Run again')).toBeEnabled()
  await expect(options(page)).toHaveCount(4)
  const ended = await counts()
  expect(ended.map(([name]) => name)).not.toContain('Pending')
  expect(sum(ended)).toBe(4)
  server.close()
})
