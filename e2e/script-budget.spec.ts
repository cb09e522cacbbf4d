import { gzipSync } from 'node:zlib'
import { urlField } from './support/page-parts.ts'
import { expect, test } from './support/test.ts'

/** The maximum size of the scripts, gzipped and in kilobytes, that load before a request can be typed. */
const budgetKilobytes = 350

test('the first request can be typed within the script budget', async ({ page, ownParley }) => {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    scripts.set(
      response.url(),
      response.body().then(body => gzipSync(body).byteLength),
    )
  })
  await page.goto(ownParley.address)
  await urlField(page).click()
  await page.keyboard.insertText('/typed')
  await expect(urlField(page)).toContainText('/typed')
  const sizes = await Promise.all(scripts.values())
  expect(sizes.length).toBeGreaterThan(0)
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024
  expect(kilobytes).toBeLessThanOrEqual(budgetKilobytes)
})
