import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Sink, startSink } from '@parley/testkit'
import type { Locator, Page } from '@playwright/test'
import { type RunningParley, runParleyIn } from './support/running-parley.ts'
import { expect, expectAccessibleInThemes, test } from './support/test.ts'

/** A long address and a long link, so that the rows show whether they fit. */
const longPath = `/${'channel-of-a-packager/'.repeat(12)}newest.json`
const link = `https://updates.example${longPath}`

let server: Sink
let folder: string
let parley: RunningParley
let answer = ''

test.beforeEach(async () => {
  server = await startSink(() => ({ statusCode: 200, headers: [], content: answer }))
  folder = await mkdtemp(join(tmpdir(), 'parley-packaged-'))
  await symlink(resolve('apps/web/dist'), join(folder, 'page'))
  await writeFile(join(folder, 'updates.json'), JSON.stringify({ address: server.url + longPath }))
  parley = await start()
})

test.afterEach(async () => {
  await parley.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts Parley as its packager set it up. */
function start(home = join(folder, 'home')): Promise<RunningParley> {
  return runParleyIn({ PARLEY_HOME: home }, '--page', join(folder, 'page'))
}

async function openAbout(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'About', exact: true }).click()
  return dialog
}

/** Whether everything in the page of Settings is within its width. */
const fits = (dialog: Locator) =>
  dialog.getByRole('tabpanel').evaluate(panel => {
    const { right } = panel.getBoundingClientRect()
    return [...panel.querySelectorAll('*')].every(one => one.getBoundingClientRect().right <= right)
  })

test('Check for updates is off, asks when told, and shows version and link', async ({ openServer }) => {
  answer = JSON.stringify({ version: '99.0.1', link })
  const page = await openServer(parley)
  await page.setViewportSize({ width: 1024, height: 700 })
  const dialog = await openAbout(page)
  await expect(dialog.getByRole('switch', { name: 'Check for updates' })).not.toBeChecked()
  await expect(dialog).toContainText(server.url + longPath)
  expect(server.requests).toEqual([])
  expect(await fits(dialog)).toBe(true)
  await expectAccessibleInThemes(page)
  const opened: string[] = []
  page.context().on('page', one => opened.push(one.url()))
  page.on('framenavigated', frame => opened.push(frame.url()))
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByRole('status')).toContainText('Version 99.0.1 is available')
  const shown = dialog.getByRole('link', { name: link })
  await expect(shown).toHaveAttribute('href', link)
  await expect(shown).toHaveAttribute('rel', 'noreferrer')
  expect(await fits(dialog)).toBe(true)
  // One request, and no page or navigation: nothing follows the link.
  expect(server.requests.map(({ url }) => url)).toEqual([longPath])
  expect(opened).toEqual([])
  await expectAccessibleInThemes(page)
})

test('an answer that is none is a sentence with its code, and markup in it stays text (DT1)', async ({
  openServer,
}) => {
  answer = JSON.stringify({ version: '99.0.0<img src=x onerror=alert(1)>', link: 'javascript:alert(1)' })
  const page = await openServer(parley)
  const dialog = await openAbout(page)
  await dialog.getByRole('button', { name: 'Check now' }).click()
  const outcome = dialog.getByRole('status')
  await expect(outcome).toContainText('The address for updates sent no version such as 1.2.3.')
  await expect(outcome).toContainText('(UPDATE_NOT_UNDERSTOOD)')
  answer = JSON.stringify({ version: '99.0.0', link: 'javascript:alert(1)' })
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(outcome).toContainText('(UPDATE_LINK_REFUSED)')
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await expect(dialog.locator('img')).toHaveCount(0)
})

test('switched on, it is kept, and each start asks and says what is new', async ({ openServer }) => {
  answer = JSON.stringify({ version: '99.0.1', link })
  const page = await openServer(parley)
  const dialog = await openAbout(page)
  await dialog.locator('label', { has: page.getByRole('switch', { name: 'Check for updates' }) }).click()
  const kept = join(folder, 'home/settings.json')
  await expect.poll(() => readFile(kept, 'utf8').catch(() => '')).toContain('"checkForUpdates": true')
  expect(server.requests).toEqual([])
  const home = join(folder, 'another home')
  await mkdir(home, { mode: 0o700 })
  await copyFile(kept, join(home, 'settings.json'))
  const started = await start(home)
  const next = await openServer(started)
  await expect(next.getByText('Parley 99.0.1 is available')).toBeVisible()
  expect(server.requests.map(({ url }) => url)).toEqual([longPath])
  await next.close()
  await started.stop()
})

test('without an address of the packager nothing can be asked', async ({ ownParleyPage: page }) => {
  const dialog = await openAbout(page)
  await expect(dialog).toContainText('This installation has no update address.')
  await expect(dialog.getByRole('switch')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Check now' })).toHaveCount(0)
})
