import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { newRequest, responsePane, responseStatus, sendButton } from '../page-parts.ts'
import { expect } from '../test.ts'

export const preview = (page: Page) =>
  responsePane(page).getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Preview' })

export async function previewed(page: Page, url: string): Promise<void> {
  await newRequest(page, url)
  await sendButton(page).click()
  await expect(responseStatus(page)).toContainText('200 OK')
  await preview(page).click()
}

/** Starts a server that responds with one content, and counts its requests. */
export async function serve(mediaType: string, content: string | Uint8Array) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('Content-Type', mediaType).end(content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
