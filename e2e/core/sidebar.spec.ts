import { openRequest, typeUrl, urlField } from '../support/page-parts.ts'
import { nameField, namesBetween, row, tab, tree } from '../support/rooms/sidebar.ts'
import { expect, test } from '../support/test.ts'

test('F2 and Ctrl+E rename in the sidebar and above the URL; an open tab follows and can still be saved', async ({
  ownParleyPage: page,
}) => {
  await openRequest(page, 'Get a book')
  await typeUrl(page, '{{baseUrl}}/books/7')
  await tree(page).focus()
  await page.keyboard.press('F2')
  await expect(nameField(page)).toHaveValue('Get a book')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('One book')
  await page.keyboard.press('Enter')
  await expect(row(page, 'One book')).toBeVisible()
  await expect(tab(page, 'One book')).toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/7')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(tab(page, 'One book')).not.toHaveAttribute('aria-description', 'Unsaved changes')
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await urlField(page).click()
  await page.keyboard.press('ControlOrMeta+e')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('The book')
  await page.keyboard.press('Enter')
  await expect(row(page, 'The book')).toBeVisible()
  await page.getByRole('button', { name: 'Rename The book' }).click()
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.type('Not this')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Rename The book' })).toBeFocused()
})

test('Alt and the arrow keys reorder and move without a mouse', async ({ ownParleyPage: page }) => {
  await row(page, 'Get a book').click()
  await tree(page).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => namesBetween(page, 'Books', 'List books'))
    .toEqual(['Books', 'Get a book', 'List books'])
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row(page, 'Get a book')).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(row(page, 'Get a book')).toHaveAttribute('aria-level', '3')
  await expect(tree(page)).toBeFocused()
})
