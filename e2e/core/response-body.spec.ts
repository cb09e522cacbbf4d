import type { Page } from '@playwright/test'
import { responsePane } from '../support/page-parts.ts'
import { answered, body, testScrolling, view } from '../support/rooms/response-body.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

async function chooseFormat(page: Page, name: string): Promise<void> {
  await responsePane(page).getByRole('button', { name: 'Format', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('Pretty formats a body and Raw shows it unchanged, in any format', async ({ parleyPage: page }) => {
  await answered(page, '/feed')
  await expect(responsePane(page).getByRole('button', { name: 'Format' })).toHaveAccessibleDescription('XML')
  await expect(body(page)).toContainText('<title>Bookshop</title>')
  await view(page, 'Raw').click()
  await expect(view(page, 'Raw')).toBeChecked()
  await chooseFormat(page, 'JSON')
  await view(page, 'Pretty').click()
  await expect(responsePane(page)).toContainText('could not be formatted as JSON')
  await chooseFormat(page, 'Auto')
  await expect(responsePane(page)).not.toContainText('could not be formatted')
  await expectAccessible(page)
})

testScrolling({ bytes: 2_000_000, pages: 5 })
