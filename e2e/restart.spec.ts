import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  responsePane,
  responseStatus,
  savedTabs,
  sendButton,
  typeUrl,
  urlField,
} from './support/page-parts.ts'
import { runParley, runParleyIn } from './support/running-parley.ts'
import { serverStopped } from './support/sentences.ts'
import { expect, test } from './support/test.ts'

test('the page says how a damaged database was repaired, until the user has seen it (FI7)', async ({
  page,
}) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-restart-')) }
  const first = await runParleyIn(environment)
  await page.goto(first.address)
  await expect(urlField(page)).toBeVisible()
  const kept = page.waitForResponse('**/rpc/tabs/save')
  await typeUrl(page, 'http://typed.test/before')
  await kept
  await page.reload()
  await expect(urlField(page)).toHaveText('http://typed.test/before')
  await first.stop()
  await writeFile(join(environment.PARLEY_HOME, 'parley.db'), '')
  const second = await runParleyIn(environment)
  await page.goto(second.address)
  const notice = page.getByText('Parley’s database was damaged and was repaired.')
  await expect(notice).toBeVisible()
  await expect(page.getByText(/From the copy of .*: .*unsaved tabs/)).toBeVisible()
  await expect(page.getByText(/The damaged file is kept as .*parley\.db\.damaged-\d+\./)).toBeVisible()
  await expect(urlField(page)).toHaveText('http://typed.test/before')
  await page.reload()
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Don’t show again' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(urlField(page)).toBeVisible()
  await second.stop()
  const third = await runParleyIn(environment)
  await page.goto(third.address)
  await expect(urlField(page)).toHaveText('http://typed.test/before')
  await expect(notice).toHaveCount(0)
  await third.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('leaving the page asks first if unsaved changes exist only in the page', async ({ page }) => {
  const parley = await runParley()
  await page.goto(parley.address)
  await expect(urlField(page)).toBeVisible()
  await parley.stop()
  await expect(page.getByText(serverStopped)).toBeVisible()
  await typeUrl(page, 'http://changed.test/')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload().catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(urlField(page)).toHaveText('http://changed.test/')
  await page.close({ runBeforeUnload: false })
  await reload
})

test('a dialog that can no longer be loaded breaks nothing else', async ({ page }) => {
  const parley = await runParley()
  await page.goto(parley.address)
  await typeUrl(page, 'http://typed.test/')
  await parley.stop()
  await expect(page.getByText(serverStopped)).toBeVisible()
  await page.getByRole('button', { name: 'Settings' }).click()
  const panel = page.getByRole('alert').filter({ hasText: 'This part of the page is not loaded' })
  await expect(panel).toContainText('Parley’s server has stopped. It would send this part.')
  await expect(panel).not.toContainText('reload the page')
  await expect(urlField(page)).toHaveText('http://typed.test/')
  // What was typed can be reached: the panel closes, and an inner tab that is not loaded leaves the others.
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  const sections = page.getByRole('tablist', { name: 'Request', exact: true })
  await sections.getByRole('tab', { name: 'Settings' }).click()
  await expect(panel).toBeVisible()
  await sections.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByRole('grid', { name: 'Headers' })).toBeVisible()
  await expect(panel).toHaveCount(0)
})

test('a window finds a server that is started again by itself, and hands over what was typed', async ({
  page,
}) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-restart-')) }
  const first = await runParleyIn(environment)
  await page.goto(first.address)
  await expect(urlField(page)).toBeVisible()
  await first.stop()
  await expect(page.getByText(serverStopped)).toBeVisible()
  await typeUrl(page, 'http://typed.test/without-server')
  // A part that was not loaded, and is when the server is back.
  await page
    .getByRole('tablist', { name: 'Request', exact: true })
    .getByRole('tab', { name: 'Settings', exact: true })
    .click()
  const missing = page.getByText('This part of the page is not loaded')
  await expect(missing).toBeVisible()
  const areSaved = savedTabs(page, '/without-server', 0)
  const second = await runParleyIn(environment)
  expect(second.origin).toBe(first.origin)
  await areSaved
  await expect(page.getByText(serverStopped)).toHaveCount(0)
  await expect(missing).toHaveCount(0)
  await expect(urlField(page)).toHaveText('http://typed.test/without-server')
  await page.reload()
  await expect(urlField(page)).toHaveText('http://typed.test/without-server')
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('a window continues with a restarted server, and nothing typed is lost', async ({ page }) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-restart-')) }
  const first = await runParleyIn(environment)
  await page.goto(first.address)
  await expect(urlField(page)).toBeVisible()
  const areSaved = savedTabs(page, '/1204')
  await typeUrl(page, '{{baseUrl}}/books/1204')
  await areSaved
  const before = await urlField(page).boundingBox()
  await first.stop()
  await expect(page.getByText(serverStopped)).toBeVisible()
  expect(await urlField(page).boundingBox()).toEqual(before)
  const second = await runParleyIn(environment, '--port', new URL(first.origin).port)
  await page.goto(second.address)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(urlField(page)).toHaveText('{{baseUrl}}/books/1204')
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await expect(responsePane(page)).toContainText('The Left Hand of Darkness')
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})

test('the looks of the page outlast a start at another address (R11)', async ({ page }) => {
  const environment = { PARLEY_HOME: await mkdtemp(join(tmpdir(), 'parley-restart-')) }
  const first = await runParleyIn(environment)
  await page.goto(first.address)
  const folder = page.getByRole('treeitem', { name: 'Books', exact: true }).first()
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  const edges = page.getByRole('separator')
  const places = () => edges.evaluateAll(all => all.map(edge => edge.getAttribute('aria-valuenow')))
  const kept = (name: string) =>
    page.waitForResponse(
      response =>
        response.url().endsWith('/rpc/session/remember') &&
        response.request().postData()?.includes(`"${name}"`) === true,
    )
  const initial = await places()
  const layout = kept('layout')
  for (const edge of await edges.all()) {
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
  }
  await layout
  const chosen = await places()
  expect(chosen).not.toEqual(initial)
  const folded = kept('folded')
  await folder.click()
  await folded
  await folder.click({ button: 'right' })
  const favourites = kept('favourites')
  await page.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await favourites
  await first.stop()
  // As if the address were another, for which the browser keeps nothing.
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  const second = await runParleyIn(environment)
  await page.goto(second.address)
  await expect(folder).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(places).toEqual(chosen)
  await folder.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Remove from favourites' })).toBeVisible()
  await second.stop()
  await rm(environment.PARLEY_HOME, { recursive: true, force: true })
})
