import { gzipSync } from 'node:zlib'
import { urlField } from '../support/page-parts.ts'
import { expect, test } from '../support/test.ts'

/** The maximum size of the scripts, gzipped and in kilobytes, that load before a request can be typed. */
const budgetKilobytes = 250

test('the first request can be typed within the script budget', async ({ page, ownParley }) => {
  const { origin, address } = ownParley
  const html = await (await fetch(origin)).text()
  const scripts = new Map<string, number>()
  // What the page itself does not name may come later, and never comes here.
  await page.route('**/assets/*.js', async route => {
    const url = route.request().url()
    if (!html.includes(url.slice(origin.length))) return
    const response = await route.fetch()
    scripts.set(url, gzipSync(await response.body()).byteLength)
    await route.fulfill({ response })
  })
  await page.goto(address)
  await urlField(page).click()
  await page.keyboard.insertText('/typed')
  await expect(urlField(page)).toContainText('/typed')
  expect(scripts.size).toBeGreaterThan(0)
  const kilobytes = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024
  expect(kilobytes).toBeLessThanOrEqual(budgetKilobytes)
})
