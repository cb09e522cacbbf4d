import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { alone, connectingMarkup } from './support/connecting-markup.ts'
import { newRequest, responsePane, responseStatus, sendButton, typeUrl } from './support/page-parts.ts'
import { serveBytes } from './support/serve-bytes.ts'
import { expect, test } from './support/test.ts'

test.use({ previewsAreStopped: true, actionTimeout: 15_000 })

/** Starts a listener that counts connections and never responds. */
async function listen() {
  let connections = 0
  const server = createServer(socket => {
    connections += 1
    socket.on('error', () => undefined).destroy()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, connections: () => connections, close: () => server.close() }
}

/** Sends for a document and shows its preview until it has loaded completely. */
async function preview(page: Page, html: string): Promise<void> {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n\r\n'
  const source = await serveBytes(`${head}<!doctype html>${html}`)
  await typeUrl(page, source.url)
  const shown = page.waitForEvent('framenavigated', frame => frame.url().includes('/ticket/'))
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  const choice = responsePane(page).getByRole('radio', { name: 'Preview' })
  // The choice applies to the next response, whose preview is then shown automatically.
  if (!(await choice.isChecked())) await choice.click()
  await (await shown).waitForLoadState('load')
  source.close()
}

test('no element of a previewed page opens a connection (UI1)', async ({ ownParleyPage: page }) => {
  const listeners = new Map<string, Awaited<ReturnType<typeof listen>>>()
  const parts = new Map<string, string>()
  for (const [name, markup] of Object.entries(connectingMarkup)) {
    const listener = await listen()
    listeners.set(name, listener)
    parts.set(name, markup(listener.url))
  }
  const together = [...parts].filter(([name]) => !alone.has(name)).map(([, html]) => html)
  await newRequest(page, 'http://127.0.0.1/')
  await preview(page, `<h1>Shown</h1><ul><li>item</ul>${together.join('\n')}`)
  for (const name of alone) await preview(page, parts.get(name) ?? '')
  // By the time other pages have loaded, the browser has finished speculative work.
  for (let last = 0; last < 5; last += 1) await preview(page, `<h1>Another page ${last}</h1>`)
  const connected = [...listeners].filter(([, one]) => one.connections() > 0).map(([name]) => name)
  for (const listener of listeners.values()) listener.close()
  expect(connected).toEqual([])
})
