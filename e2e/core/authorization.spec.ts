import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authorizationTab, choose, chooseType, field } from '../support/authorization-parts.ts'
import { openRequest } from '../support/page-parts.ts'
import { collectionFolder, test, testForm } from '../support/rooms/authorization.ts'
import { expect } from '../support/test.ts'

testForm({
  type: 'OAuth 2.0',
  async fill(page) {
    await choose(page, 'Grant type', 'Paste access token')
    await field(page, 'Access token').fill('pasted')
  },
  sent: /^Authorization: Bearer pasted$/m,
})

test('a literal secret is in no file of the workspace, and is restored after a reload', async ({
  ownParleyPage: page,
  ownParley,
}) => {
  await openRequest(page, 'Get a book')
  await chooseType(page, 'Basic Auth')
  await field(page, 'Username').fill('ann')
  await field(page, 'Password').fill('canary-7f3a')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('tab', { name: 'Get a book', exact: true })).not.toHaveAttribute(
    'aria-description',
    'Unsaved changes',
  )
  const file = readFileSync(join(collectionFolder(ownParley.home), 'Books', 'Get a book.yml'), 'utf8')
  expect(file).toContain('username: ann')
  expect(file).toContain('auth.password')
  for (const entry of readdirSync(ownParley.home, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(readFileSync(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(
        'canary-7f3a',
      )
  await page.reload()
  await openRequest(page, 'Get a book')
  await authorizationTab(page).click()
  await expect(field(page, 'Password')).toHaveValue('canary-7f3a')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
})
