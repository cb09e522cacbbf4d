import { readFileSync } from 'node:fs'
import { arrowTo, tabTo, watchPointer } from '../support/by-keyboard.ts'
import { conflictOf, fieldRow, makeConflict, side, tab } from '../support/rooms/conflicts.ts'
import { expect, test } from '../support/test.ts'

test('a conflict is resolved with the keyboard alone, and the focus stays on the page', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const file = await makeConflict(page, ownParley)
  const pointerUses = await watchPointer(page)
  const dialog = conflictOf(page, 'Get a book')
  await expect(dialog.getByRole('button', { name: 'Decide later' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus')).not.toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog.getByRole('button', { name: 'Decide later' })).toBeFocused()
  await tabTo(page, side(fieldRow(dialog, 'URL'), 'Yours, unsaved'))
  await arrowTo(page, side(fieldRow(dialog, 'URL'), 'On disk'), 'ArrowRight')
  await expect(side(fieldRow(dialog, 'URL'), 'On disk')).toBeChecked()
  await tabTo(page, side(fieldRow(dialog, 'Header Accept'), 'On disk'))
  await arrowTo(page, side(fieldRow(dialog, 'Header Accept'), 'Yours, unsaved'), 'ArrowLeft')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(tab(page, 'Get a book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('/books/2')
  expect(readFileSync(file, 'utf8')).not.toContain('Accept')
  await expect(page.locator(':focus')).not.toHaveCount(0)
  expect(await pointerUses()).toBe(0)
})
