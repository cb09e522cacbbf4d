import { gzipSync } from 'node:zlib'
import { startModelServer } from '@parley/testkit'
import { assistantPanel, setUpAssistant } from './support/assistant-parts.ts'
import { openRequest, responsePane, sendButton, urlField } from './support/page-parts.ts'
import { expect, test } from './support/test.ts'

test('the assistant loads at most 40 KB of scripts, when it is first opened', async ({
  ownParleyPage: page,
}) => {
  const model = await startModelServer('openai')
  const explain = responsePane(page).getByRole('button', { name: 'Explain', exact: true })
  await openRequest(page, 'Not found')
  await sendButton(page).click()
  await explain.click()
  await setUpAssistant(page, model)
  await page.reload()
  await expect(explain).toBeVisible()
  // The scripts of the response, which may come later, are none of the assistant.
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText('{')
  const sizes: Promise<number>[] = []
  page.on('response', response => {
    if (!/\/assets\/.*\.js$/.test(response.url())) return
    sizes.push(response.body().then(body => gzipSync(body).byteLength))
  })
  await explain.click()
  await expect(assistantPanel(page)).toBeVisible()
  const kilobytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
  expect(sizes.length).toBeGreaterThan(0)
  expect(kilobytes).toBeLessThanOrEqual(40)
  await model.close()
})

test('what the page loads arrives compressed, and is kept', async ({ ownParley, page }) => {
  const plain: string[] = []
  const codings = new Set<string>()
  page.on('response', response => {
    const url = new URL(response.url())
    const {
      'content-encoding': coding,
      'content-length': length = '0',
      'cache-control': caching,
    } = response.headers()
    if (!/^\/assets\/.*\.(?:js|css)$/.test(url.pathname)) return
    if (coding !== undefined) codings.add(coding)
    else if (Number(length) > 1400) plain.push(url.pathname)
    expect(caching).toBe('public, max-age=31536000, immutable')
  })
  await page.goto(ownParley.address)
  await expect(urlField(page)).toBeVisible()
  expect(plain).toEqual([])
  expect([...codings]).toEqual(['br'])
})
