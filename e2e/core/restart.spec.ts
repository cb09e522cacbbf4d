import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  responsePane,
  responseStatus,
  savedTabs,
  sendButton,
  typeUrl,
  urlField,
} from '../support/page-parts.ts'
import { runParleyIn } from '../support/running-parley.ts'
import { serverStopped } from '../support/sentences.ts'
import { expect, test } from '../support/test.ts'

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
