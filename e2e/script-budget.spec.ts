import { gzipSync } from 'node:zlib'
import { startModelServer } from '@parley/testkit'
import { assistantPanel, setUpAssistant } from './support/assistant-parts.ts'
import { openRequest, responsePane, sendButton } from './support/page-parts.ts'
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
