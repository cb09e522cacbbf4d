import { countOutsideChanges, takeOutsideChanges } from '../support/count-renders.ts'
import { openRequest, savedTabs } from '../support/page-parts.ts'
import { expect, test } from '../support/test.ts'

test('a key in a long body renders nothing but its editor, and the first one marks the tab as unsaved', async ({
  browser,
  ownParley,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await countOutsideChanges(page)
  await page.goto(ownParley.address)
  await openRequest(page, 'Add a book')
  const editor = page.getByRole('textbox', { name: 'Request body', exact: true })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('"a line of a long body",\n'.repeat(20_000))
  await page.keyboard.press('ControlOrMeta+s')
  const tab = page.getByRole('tab', { name: 'Add a book', exact: true })
  await expect(tab).not.toHaveAttribute('aria-description', /Unsaved/)
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(0)
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+End')
  expect((await takeOutsideChanges(page)).renders).toBeGreaterThan(0)

  const isFirstKept = savedTabs(page, 'x')
  await page.keyboard.type('x')
  await expect(tab).toHaveAttribute('aria-description', /Unsaved/)
  await isFirstKept
  const first = await takeOutsideChanges(page)
  expect(first.changed).toEqual(['button Close tab', 'button Save', 'tab Add a book'])

  const typed = 'y'.repeat(20)
  const areKept = savedTabs(page, 'y')
  await page.keyboard.type(typed)
  await expect(editor.getByText(`x${typed}`)).toBeVisible()
  await areKept
  expect(await takeOutsideChanges(page)).toEqual({ renders: 0, changed: [] })
  await context.close()
})
