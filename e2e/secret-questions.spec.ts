import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { themes } from './support/appearances.ts'
import { authorizationTab, field } from './support/authorization-parts.ts'
import {
  demoAddress,
  openRequest,
  responsePane,
  responseStatus,
  sendButton,
  typeUrl,
} from './support/page-parts.ts'
import { call } from './support/rooms/secret-questions.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('a clone asks for the secrets that a send needs, and stores them', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const made = await call(ownParley, 'environments/create', {
    name: 'Local',
    variables: [
      {
        variable: { name: 'apiKey', enabled: true, secret: true, allowedToScripts: false },
        secretValue: null,
      },
    ],
  })
  await call(ownParley, 'environments/activate', { id: made.id })
  const path = join(ownParley.home, 'workspaces', 'bookshop', 'Bookshop API', 'Echo.yml')
  const file = readFileSync(path, 'utf8')
    .replace('auth: inherit\n', "auth:\n    type: bearer\n    token: ''\n")
    .concat('extensions:\n  parley:\n    secrets: [auth.token]\n')
  writeFileSync(path, file)
  await openRequest(page, 'Echo')
  await typeUrl(page, `${await demoAddress(page)}/echo?key={{apiKey}}`)
  await sendButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'This request needs secrets' })
  await expect(dialog.getByLabel('Token', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Token', { exact: true })).toHaveAttribute('type', 'password')
  await expect(dialog).toContainText('Authorization of the request Echo')
  await expect(dialog).toContainText('Variable of the environment Local')
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.keyboard.press('Escape')
  await expect(responsePane(page)).toContainText('This computer has no value for the secret Token')

  await sendButton(page).click()
  await expect(dialog.getByLabel('Token', { exact: true })).toBeFocused()
  await page.keyboard.type('canary-7b1d')
  await page.keyboard.press('Tab')
  await page.keyboard.type('canary-key')
  await page.keyboard.press('Enter')
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('Bearer canary-7b1d')
  await expect(responsePane(page)).toContainText('key=canary-key')
  await authorizationTab(page).click()
  await expect(field(page, 'Token')).toHaveValue('canary-7b1d')
  await sendButton(page).click()
  await expect(dialog).toHaveCount(0)
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(readFileSync(path, 'utf8')).toBe(file)
})
