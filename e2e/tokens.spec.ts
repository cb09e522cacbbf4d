import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OAuthServer, startOAuthServer } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { choose, chooseType, field } from './support/authorization-parts.ts'
import { newWindow } from './support/browser-windows.ts'
import { newRequest, responseStatus, sendButton } from './support/page-parts.ts'
import { runParleyIn } from './support/running-parley.ts'
import { getNewToken } from './support/sentences.ts'
import { expect, expectAccessible, expectAccessibleInThemes, test } from './support/test.ts'

let oauth: OAuthServer

async function useServer(options: Parameters<typeof startOAuthServer>[0] = {}): Promise<void> {
  oauth = await startOAuthServer(options)
}

test.afterEach(() => oauth.close())

const getToken = (page: Page) => page.getByRole('button', { name: getNewToken })
const token = (page: Page) => page.getByRole('group', { name: 'Token', exact: true })
const section = (page: Page) => page.getByRole('tabpanel', { name: 'Authorization' })

/** Opens a request to the API behind the server, with client credentials filled in. */
async function useClientCredentials(page: Page): Promise<void> {
  await newRequest(page, `${oauth.origin}/api`)
  await chooseType(page, 'OAuth 2.0')
  await choose(page, 'Grant type', 'Client credentials')
  await field(page, 'Token URL').fill(`${oauth.origin}/token`)
  await field(page, 'Client ID').fill('client')
  await field(page, 'Client secret').fill('secret')
}

test('a token is obtained, shown masked except for its end, sent and cleared', async ({
  parleyPage: page,
}) => {
  await useServer()
  await useClientCredentials(page)
  await expect(token(page)).toHaveText('No token')
  await getToken(page).click()
  await expect(token(page)).toContainText('••••••ry-1')
  await expect(token(page)).toContainText(/Expires in (59 min|1 h 0 min), at \d\d:\d\d/)
  await expectAccessibleInThemes(page)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(oauth.calls.map(call => call.path)).toEqual(['/token', '/api'])
  await page.getByRole('button', { name: 'Clear token' }).click()
  await expect(token(page)).toHaveText('No token')
})

test('says which callback URL to register, of any port or of a fixed one', async ({ parleyPage: page }) => {
  await useServer()
  await newRequest(page, `${oauth.origin}/api`)
  await chooseType(page, 'OAuth 2.0')
  const note = section(page).getByText('Register it with the provider.')
  await expect(note).toBeVisible()
  for (const size of [1440, 1024].map(width => ({ width, height: width === 1024 ? 700 : 900 }))) {
    await page.setViewportSize(size)
    await expect(getToken(page)).toBeInViewport({ ratio: 1 })
    await expect(token(page)).toBeInViewport({ ratio: 1 })
    await expect(token(page).getByText('No token')).toBeInViewport({ ratio: 1 })
  }
  await expect(section(page).getByText('http://127.0.0.1/callback', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await section(page).getByRole('button', { name: 'Use a fixed port' }).click()
  await expect(section(page).getByText('http://127.0.0.1:41417/callback', { exact: true })).toBeVisible()
  await page.getByText('More options').click()
  await expect(field(page, 'Callback URL')).toHaveValue('http://127.0.0.1:41417/callback')
  await choose(page, 'Grant type', 'Client credentials')
  await expect(note).toHaveCount(0)
})

test('the server’s error is shown unchanged, and nothing typed is lost', async ({ parleyPage: page }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await useServer()
  await useClientCredentials(page)
  oauth.answerNext({ text: '{"error":"invalid_scope","error_description":"<b>books</b> is closed"}' })
  await getToken(page).click()
  await expect(section(page).getByRole('status')).toContainText('invalid_scope: <b>books</b> is closed')
  await expect(section(page).getByRole('status')).not.toContainText('not sent')
  await expect(section(page).getByText('invalid_scope')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await expect(field(page, 'Client ID')).toHaveValue('client')
})

test('an expired token is renewed before sending; if that fails the old one is sent with a notice', async ({
  parleyPage: page,
}) => {
  await useServer({ expiresIn: 0, givesRefreshToken: true })
  await useClientCredentials(page)
  await getToken(page).click()
  await expect(token(page)).toContainText('Expired at')
  await expect(section(page).getByText('New token received.')).toBeHidden()
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(oauth.calls.at(-2)?.parameters).toMatchObject({ grant_type: 'refresh_token' })
  await expect(token(page)).toContainText('••••••ry-2')
  oauth.answerNext({ text: '{"error":"invalid_grant"}' })
  oauth.answerNext({ text: '{"error":"temporarily_unavailable"}' })
  await sendButton(page).click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('Token not renewed')
  await expect(toast).toContainText('The request was sent with the old token.')
  expect(oauth.calls.at(-1)?.headers.authorization).toBe('Bearer access-token-canary-2')
})

test('“Renew and send again once on 401” does so', async ({ parleyPage: page }) => {
  await useServer({ givesRefreshToken: true })
  await useClientCredentials(page)
  await getToken(page).click()
  await expect(token(page)).toContainText('••••••ry-1')
  oauth.revokeAll()
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('401')
  await page.getByText('More options').click()
  await page.getByRole('switch', { name: 'Renew and send again once on 401' }).press('Space')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  expect(oauth.calls.slice(-3).map(call => call.path)).toEqual(['/api', '/token', '/api'])
})

test.describe('a sign-in', () => {
  let folder: string

  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-browser-'))
    // Replaces the system's browser: it stores the address, which the test then opens.
    const program = `#!${process.execPath}\nrequire('node:fs').writeFileSync('${join(folder, 'address')}', process.argv[2])\n`
    writeFileSync(join(folder, 'browser.cjs'), program, { mode: 0o755 })
  })

  test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const readAddress = () => {
    try {
      return readFileSync(join(folder, 'address'), 'utf8')
    } catch {
      return ''
    }
  }

  async function startSignIn(page: Page): Promise<string> {
    await newRequest(page, `${oauth.origin}/api`)
    await chooseType(page, 'OAuth 2.0')
    await field(page, 'Authorization URL').fill(`${oauth.origin}/authorize`)
    await field(page, 'Token URL').fill(`${oauth.origin}/token`)
    await field(page, 'Client ID').fill('desktop')
    await getToken(page).click()
    await expect(section(page).getByRole('status')).toContainText('Sign in in the browser that was opened.')
    await expect.poll(readAddress).toContain(oauth.origin)
    return readAddress()
  }

  test('uses the system browser and returns, or is cancelled', async ({ page, context }) => {
    await useServer()
    const parley = await runParleyIn({ PARLEY_BROWSER: join(folder, 'browser.cjs') })
    try {
      await page.goto(parley.address)
      const address = await startSignIn(page)
      const link = page.getByRole('link', { name: 'Open the sign-in page again' })
      await expect(link).toHaveAttribute('href', address)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(section(page).getByRole('status')).toContainText('Cancelled')
      await expect(token(page)).toHaveText('No token')
      writeFileSync(join(folder, 'address'), '')
      await getToken(page).click()
      await expect.poll(readAddress).toContain(oauth.origin)
      const browser = await newWindow(context)
      await browser.goto(readAddress())
      await expect(browser.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
      await expectAccessible(browser)
      await expect(token(page)).toContainText(/••••••ry-\d/)
      await sendButton(page).click()
      await expect(responseStatus(page)).toContainText('200 OK')
    } finally {
      await parley.stop()
    }
  })
})
