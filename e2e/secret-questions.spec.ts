import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newHttpRequest, noScripts, row } from '@parley/model'
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
import type { OpenParley } from './support/running-parley.ts'
import { expect, expectAccessible, test } from './support/test.ts'

/** Calls the server like the page does, for setup that a test is not about. */
async function call({ origin, token }: OpenParley, procedure: string, input: unknown) {
  const response = await fetch(`${origin}/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'parley-token': token, origin },
    body: JSON.stringify({ json: input }),
  })
  expect(response.status).toBe(200)
  return (await response.json()).json
}

test('a secret goes to a host that a script chose only once the user has allowed it (SB8)', async ({
  ownParley,
  ownParleyPage: page,
}) => {
  const host = new URL(await demoAddress(page)).host
  const variable = { name: 'clientSecret', enabled: true, secret: true, allowedToScripts: false }
  const { id } = await call(ownParley, 'environments/create', {
    name: 'Local',
    variables: [{ variable, secretValue: 'not to be sent' }],
  })
  await call(ownParley, 'environments/activate', { id })
  const { collections } = await call(ownParley, 'library/readTree', undefined)
  await call(ownParley, 'library/createRequest', {
    parentId: collections[0].id,
    request: newHttpRequest({
      name: 'Lured',
      url: 'http://{{host}}/v1/echo',
      headers: [row('X-Secret', '{{clientSecret}}')],
      scripts: { ...noScripts, preRequest: `pm.environment.set('host', '${host}')` },
    }),
  })
  await openRequest(page, 'Lured')
  await sendButton(page).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Send clientSecret to http://${host}?`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(responsePane(page)).toContainText('Nothing was sent.')

  await sendButton(page).click()
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await sendButton(page).click()
  await expect(responsePane(page)).toContainText('not to be sent')
  await expect(question).toHaveCount(0)
})

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
