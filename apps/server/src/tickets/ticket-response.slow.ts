import { randomUUID } from 'node:crypto'
import { newHttpRequest } from '@parley/model'
import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.testkit.ts'
import { watchWindow } from '../watch-window.testkit.ts'

test('a download of 200 MB streams in bounded memory', async () => {
  const running = await startTestServer()
  const { client, server } = running
  const window = await watchWindow(client)
  const sizeBytes = 200_000_000
  const sendId = randomUUID()
  await client.sends.start({
    windowId: window.windowId,
    sendId,
    requestId: 'r1',
    parentId: null,
    request: newHttpRequest({ method: 'GET', url: `${running.demo.baseUrl}/binary?bytes=${sizeBytes}` }),
  })
  const { exchange } = await window.waitForState(sendId, 'answered')
  const { handle } = exchange.response.content
  const { path } = await client.bodies.mintTicket({ handle, purpose: 'download' })
  const before = process.memoryUsage().rss
  let peak = 0
  let receivedBytes = 0
  const response = await fetch(server.origin + path)
  for await (const chunk of response.body ?? []) {
    receivedBytes += chunk.byteLength
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  expect(receivedBytes).toBe(sizeBytes)
  expect(peak - before).toBeLessThan(130_000_000)
  await window.close()
  await running.close()
})
