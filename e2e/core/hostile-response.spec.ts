import { newRequest, responsePane, responseStatus, sendButton } from '../support/page-parts.ts'
import { chooseTab } from '../support/rooms/hostile-response.ts'
import { serveBytes } from '../support/serve-bytes.ts'
import { expect, test } from '../support/test.ts'

const payload = '<img src=x onerror=alert(1)><script>alert(2)</script>'

test('markup in reason phrase, headers, cookies and body stays text (UI2)', async ({ parleyPage: page }) => {
  const server = await serveBytes(
    [
      `HTTP/1.1 200 ${payload}`,
      `X-Markup: ${payload}`,
      `Set-Cookie: name=${payload}; Path=/`,
      'Content-Type: text/html',
      'Connection: close',
      '',
      payload,
    ].join('\r\n'),
  )
  page.on('dialog', dialog => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  await newRequest(page, server.url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText(payload)
  await expect(responsePane(page).getByRole('textbox', { name: 'Response body' })).toContainText(
    'onerror=alert(1)',
  )
  for (const name of ['Headers', 'Cookies', 'Timeline']) {
    await chooseTab(page, name)
    await expect(responsePane(page)).toContainText(payload)
    await expect(responsePane(page).locator('img, script')).toHaveCount(0)
  }
  server.close()
})
