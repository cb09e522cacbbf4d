import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeOpeningFile } from '../apps/server/src/opening/open-page.ts'
import { responseStatus, sendButton, urlField } from './support/page-parts.ts'
import { expect, test } from './support/test.ts'

test('the file that a start opens leads the browser to the page', async ({ page, parley }) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-opening-'))
  const opening = writeOpeningFile(folder, parley.address, process.pid)
  await page.goto(pathToFileURL(opening).href)
  await expect(urlField(page)).toBeVisible()
  expect(page.url()).toBe(`${parley.origin}/`)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await rm(folder, { recursive: true })
})
