import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDigestServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { authorizationTab, choose, chooseType, field, sentTo } from './support/authorization-parts.ts'
import { newRequest, openRequest, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import { collectionFolder, type Form, test, testForm } from './support/rooms/authorization.ts'
import { expect, expectAccessibleInThemes } from './support/test.ts'

const userFields = async (page: Page) => {
  await field(page, 'Username').fill('ann')
  await field(page, 'Password').fill('secret')
}

const forms: readonly Form[] = [
  {
    type: 'Bearer Token',
    fill: page => field(page, 'Token').fill('a-token'),
    sent: /^Authorization: Bearer a-token$/m,
  },
  {
    type: 'API Key',
    async fill(page) {
      await field(page, 'Key').fill('X-Key')
      await field(page, 'Value').fill('a-value')
    },
    sent: /^X-Key: a-value$/m,
  },
  { type: 'Basic Auth', fill: userFields, sent: /^Authorization: Basic YW5uOnNlY3JldA==$/m },
  { type: 'WSSE', fill: userFields, sent: /^X-WSSE: UsernameToken Username="ann", PasswordDigest=/m },
  {
    type: 'Request signature v4 (cloud provider)',
    async fill(page) {
      await expect(field(page, 'Region')).toHaveValue('us-east-1')
      await expect(field(page, 'Service')).toHaveValue('execute-api')
      await field(page, 'Access Key ID').fill('AKEXAMPLE')
      await field(page, 'Secret Access Key').fill('secret')
      await field(page, 'Session Token').fill('session')
    },
    sent: /^Authorization: AWS4-HMAC-SHA256 Credential=AKEXAMPLE\/\d{8}\/us-east-1\/execute-api\/aws4_request/m,
  },
  {
    type: 'OAuth 1.0',
    async fill(page) {
      await choose(page, 'Signature method', 'HMAC-SHA256')
      await field(page, 'Consumer key').fill('consumer')
      await field(page, 'Consumer secret').fill('secret')
    },
    sent: /^Authorization: OAuth oauth_consumer_key="consumer", oauth_signature_method="HMAC-SHA256"/m,
  },
  {
    type: 'JWT Bearer',
    async fill(page) {
      await field(page, 'Secret').fill('secret')
      await field(page, 'Payload').fill('{"sub": "ann"}')
    },
    sent: /^Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9\.eyJzdWIiOiAiYW5uIn0\./m,
  },
  {
    type: 'Hawk',
    async fill(page) {
      await field(page, 'Hawk ID').fill('ann')
      await field(page, 'Hawk key').fill('secret')
    },
    sent: /^Authorization: Hawk id="ann", ts="\d+"/m,
  },
]

for (const form of forms) testForm(form)

test('Digest Auth responds to the server’s challenge', async ({ parleyPage: page }) => {
  const server = await startDigestServer({ username: 'ann', password: 'secret', algorithm: 'SHA-256' })
  try {
    await newRequest(page, `http://127.0.0.1:${server.port}/books`)
    await chooseType(page, 'Digest Auth')
    await userFields(page)
    await sendButton(page).click()
    await expect(responseStatus(page)).toContainText('200 OK')
    expect(server.seen.map(({ statusCode }) => statusCode)).toEqual([401, 200])
  } finally {
    await server.close()
  }
})

test('an API key goes into the query, and a presigned URL as well', async ({ parleyPage: page, sink }) => {
  await newRequest(page, sink.url)
  await chooseType(page, 'API Key')
  await field(page, 'Key').fill('key')
  await field(page, 'Value').fill('a b')
  await choose(page, 'Add to', 'Query params')
  expect((await sentTo(sink, page)).url).toBe('/?key=a%20b')
  await page.getByRole('tab', { name: 'Params', exact: true }).click()
  const row = page.getByRole('grid', { name: 'Generated' }).getByRole('row').filter({ hasText: 'key' })
  await expect(row.getByRole('img', { name: 'Locked' })).toBeVisible()
  await expect(row).toContainText('••••••')
  await expect(row).toContainText('From the Authorization tab')
  await chooseType(page, 'Request signature v4 (cloud provider)')
  await field(page, 'Access Key ID').fill('AKEXAMPLE')
  await field(page, 'Secret Access Key').fill('secret')
  await choose(page, 'Add to', 'Query params (presigned URL)')
  expect((await sentTo(sink, page)).url).toContain('X-Amz-Signature=')
})

test('switching to another type and back loses nothing', async ({ parleyPage: page, sink }) => {
  await newRequest(page, sink.url)
  await chooseType(page, 'Basic Auth')
  await field(page, 'Username').fill('ann')
  await chooseType(page, 'No Auth')
  expect((await sentTo(sink, page)).fields).not.toContain('Authorization')
  await chooseType(page, 'Basic Auth')
  await expect(field(page, 'Username')).toHaveValue('ann')
})

test('a secret is masked until it is revealed, and a reference is not', async ({
  parleyPage: page,
  sink,
}) => {
  await newRequest(page, sink.url)
  await chooseType(page, 'Bearer Token')
  const token = field(page, 'Token')
  await token.click()
  // Typed key by key: the field keeps its focus and cursor when it turns into dots.
  await page.keyboard.type('literal')
  await expect(token).toHaveValue('literal')
  await expect(token).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show value' }).click()
  await expect(token).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide value' }).click()
  await expect(token).toHaveAttribute('type', 'password')
  await token.fill('')
  await page.keyboard.type('{{$gu')
  await expect(token).toHaveAttribute('type', 'text')
  await page.getByRole('option', { name: '$guid' }).click()
  await expect(token).toHaveValue('{{$guid}}')
  expect((await sentTo(sink, page)).fields).toMatch(/^Authorization: Bearer [0-9a-f-]{36}$/m)
})

test('the authorization shows as a locked row of the Headers tab, masked', async ({
  parleyPage: page,
  sink,
}) => {
  await newRequest(page, sink.url)
  await chooseType(page, 'Bearer Token')
  await field(page, 'Token').fill('canary-7f3a')
  await page.getByRole('tab', { name: 'Headers', exact: true }).first().click()
  const row = page
    .getByRole('grid', { name: 'Generated' })
    .getByRole('row')
    .filter({ hasText: 'Authorization' })
  await expect(row.getByRole('img', { name: 'Locked' })).toBeVisible()
  await expect(row).toContainText('Bearer ••••••')
  await expect(row).toContainText('From the Authorization tab')
  expect(await page.getByRole('main').innerHTML()).not.toContain('canary-7f3a')
})

test('an unsupported type is kept and named, but not offered', async ({ ownParleyPage: page, ownParley }) => {
  const path = join(collectionFolder(ownParley.home), 'Echo.yml')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('auth: inherit\n', 'auth:\n    type: ntlm\n    username: ann\n'))
  await openRequest(page, 'Echo')
  await authorizationTab(page).click()
  const section = page.getByRole('tabpanel', { name: 'Authorization' })
  await expect(section).toContainText('NTLM is kept as it is in the file')
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Inherit from parent',
    'No Auth',
    'Bearer Token',
    'API Key',
    'Basic Auth',
    'OAuth 2.0',
    'Request signature v4 (cloud provider)',
    'Digest Auth',
    'OAuth 1.0',
    'JWT Bearer',
    'Hawk',
    'WSSE',
  ])
})

test('forms are accessible', async ({ parleyPage: page, sink }) => {
  await newRequest(page, sink.url)
  for (const type of ['No Auth', 'API Key', 'OAuth 2.0', 'JWT Bearer']) {
    await chooseType(page, type)
    for (const more of await page.getByText('More options').all()) await more.click()
    await expectAccessibleInThemes(page)
  }
})

test('Inherit names its source, and follows its changes', async ({
  ownParleyPage: page,
  ownParley,
  sink,
}) => {
  const path = join(collectionFolder(ownParley.home), 'opencollection.yml')
  await openRequest(page, 'Echo')
  await authorizationTab(page).click()
  await expect(page.getByRole('button', { name: 'Type', exact: true })).toHaveAttribute(
    'aria-description',
    'Inherit from parent',
  )
  writeFileSync(path, readFileSync(path, 'utf8').replace('"{{token}}"', '"{{$guid}}"'))
  const section = page.getByRole('tabpanel', { name: 'Authorization' })
  await expect(section).toContainText('Uses the authorization of the collection Bookshop API.')
  await expect(section).toContainText('Bearer Token')
  await typeUrl(page, sink.url)
  expect((await sentTo(sink, page)).fields).toMatch(/^Authorization: Bearer [0-9a-f-]{36}$/m)
  await chooseType(page, 'No Auth')
  await expect(section).toContainText('Overrides the authorization of Bookshop API for this request only.')
  expect((await sentTo(sink, page)).fields).not.toContain('Authorization')
})

test('Inherit says what cannot be read while the file of its source is damaged, and nothing is sent', async ({
  ownParleyPage: page,
  ownParley,
  sink,
}) => {
  const path = join(collectionFolder(ownParley.home), 'opencollection.yml')
  const sound = readFileSync(path, 'utf8')
  await openRequest(page, 'Echo')
  await authorizationTab(page).click()
  await typeUrl(page, sink.url)
  const section = page.getByRole('tabpanel', { name: 'Authorization' })
  writeFileSync(path, `${sound}\n<<<<<<< HEAD\n`)
  await expect(section).toContainText('Nothing is sent until it is corrected.')
  await expect(section).toContainText('opencollection.yml')
  await expect(section).not.toContainText('none is sent')
  await sendButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'opencollection.yml' }).first()).toBeVisible()
  expect(sink.requests).toHaveLength(0)
  writeFileSync(path, sound)
  await expect(section).not.toContainText('Nothing is sent until it is corrected.')
  await sentTo(sink, page)
})
