import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { responsePane, typeUrl } from '../page-parts.ts'
import { expect, test } from '../test.ts'

export const events = (page: Page) =>
  page.getByRole('listbox', { name: 'Events', exact: true }).getByRole('option')
export const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })
export const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

export async function newStream(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New request', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Server-Sent Events' }).click()
  await typeUrl(page, url)
}

/** Tests that a stream is connected again, also after a reload of the page if there is one. */
export function testReconnections({ reloads }: { readonly reloads: boolean }): void {
  test(`a stream is connected again until it is stopped${reloads ? ', also after a reload' : ''}`, async ({
    ownParleyPage: page,
  }) => {
    let connections = 0
    let retryMs = 50
    const server = createServer((_, response) => {
      connections += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`retry: ${retryMs}\nid: ${connections}\ndata: number ${connections}\n\n`)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    await newStream(page, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await connect(page).click()
    await expect(events(page).filter({ hasText: 'Connection 3' })).toBeVisible()
    await expect(responsePane(page)).toContainText(/\d+ reconnections/)
    if (reloads) await page.reload()
    await expect(stop(page)).toBeVisible()
    const before = connections
    await expect(events(page).first()).toContainText(/number \d+|Connection \d+/)
    await expect.poll(() => connections).toBeGreaterThan(before + 1)
    retryMs = 600_000
    await expect(responsePane(page).getByText('connecting again', { exact: true })).toBeVisible()
    await expect(responsePane(page).getByText(/^in \d{3} s$/)).toBeVisible()
    // Stop is in place of Connect, so the response has no button of its own.
    await expect(responsePane(page).getByRole('button', { name: /^(Cancel|Stop)/ })).toHaveCount(0)
    await stop(page).click()
    await expect(responsePane(page).getByText('stopped', { exact: true })).toBeVisible()
    await expect(responsePane(page).getByText('Event stream, stopped')).toBeVisible()
    const stopped = connections
    await expect(connect(page)).toBeEnabled()
    expect(connections).toBe(stopped)
    server.closeAllConnections()
    server.close()
  })
}
