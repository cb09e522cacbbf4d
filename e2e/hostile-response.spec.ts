import { newRequest, responsePane, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import { chooseTab } from './support/rooms/hostile-response.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, test } from './support/test.ts'

test('characters that hide or reorder text are named (UI7)', async ({ parleyPage: page }) => {
  const server = await serveBytes(
    [
      'HTTP/1.1 200 O\u202eK',
      'X-Hidden: a\u200bb',
      'Set-Cookie: n\u2066=v\ufeff',
      'Content-Type: application/json',
      'Connection: close',
      '',
      '{"a\u200b":"\u202eb\u202a\u2068\u2060"}',
    ].join('\r\n'),
  )
  await newRequest(page, server.url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('‹U+202E›')
  await expect(responsePane(page).locator('.cm-specialChar')).toHaveCount(5)
  await chooseTab(page, 'Headers')
  await expect(responsePane(page)).toContainText('a‹U+200B›b')
  await chooseTab(page, 'Cookies')
  await expect(responsePane(page)).toContainText('n‹U+2066›')
  server.close()
})

test('nothing moves while a response is awaited, arrives, fails or is cancelled', async ({
  parleyPage: page,
}) => {
  await page.evaluate(() => {
    const shifts: string[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[] =
          Reflect.get(entry, 'sources') ?? []
        for (const { node, previousRect: from, currentRect: to } of sources) {
          // What is at the right end of a row stays there when its box gets narrower. Of what is gone by now nobody can
          // say where it was, so that one of its ends must stay.
          const isGone = !(node instanceof Element)
          const isAtEnd = !isGone && getComputedStyle(node).justifyContent === 'flex-end'
          const isLeftMoved = from.left !== to.left
          const isRightMoved = Math.abs(from.right - to.right) >= 1
          const isSideways = isGone ? isLeftMoved && isRightMoved : isAtEnd ? isRightMoved : isLeftMoved
          const isMoved = isSideways || from.top !== to.top
          const name = node?.className ?? ''
          if (isMoved)
            shifts.push(`${name} ${from.left},${from.top} → ${to.left},${to.top} ${node?.textContent}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  const tabs = page.getByRole('tablist', { name: 'Response' })
  const before = await tabs.boundingBox()
  for (const [url, text] of [
    ['{{baseUrl}}/books', '200 OK'],
    ['{{baseUrl}}/status/404', '404'],
    ['{{baseUrl}}/events?count=5&intervalMs=100', '200 OK'],
    ['http://127.0.0.1:9/', 'Failed'],
    ['{{baseUrl}}/delay/400', '200 OK'],
  ] as const) {
    await typeUrl(page, url)
    const params = page.getByRole('tab', { name: /^Params/ })
    await expect(params).toBeVisible()
    // A list of suggestions stays away from a field without the focus.
    await params.focus()
    // Moves that typing in the table of params caused must not count; they are drawn and reported some frames
    // later.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
      await new Promise(resolve => setTimeout(resolve))
      Reflect.get(window, 'shifts').splice(0)
    })
    await sendButton(page).click()
    await expect(sendButton(page)).toBeEnabled()
    await expect(responseStatus(page)).toContainText(text)
    // The list of an event stream has one more tab.
    const width = url.includes('/events') ? expect.any(Number) : before?.width
    expect(await tabs.boundingBox()).toEqual({ ...before, width })
    expect(await page.evaluate(() => Reflect.get(window, 'shifts')), url).toEqual([])
  }
})
