import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { waitFor } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import {
  answered,
  bytesPart,
  fields,
  sharedTransport,
} from '../../packages/transport/src/transport-fixture.testkit.ts'
import { missingServers, startNginx } from './web-servers.testkit.ts'

const senders = 20
const each = 20
const all = Array.from({ length: senders * each }, (_, at) => String(at))

/** Sends that each use a connection of their own, or that all take them from one store. */
const stores = { 'each alone': senders, 'all together': 1 } as const

/** nginx closes a connection after the 5th request, or a second after its last one. */
const limits = { http: "log_format id '$arg_id';", server: 'keepalive_timeout 1s; keepalive_requests 5;' }

/**
 * Sends POSTs to nginx, several at once, and expects that it got each of them once.
 * @param pauseMs - how long a sender waits after a response
 */
async function sendToNginx(transports: number, pauseMs: (sender: number) => number): Promise<void> {
  const nginx = await startNginx({
    ...limits,
    server: `${limits.server} access_log ids id; location / { return 200 "ok"; }`,
  })
  const opened = Array.from({ length: transports }, () => sharedTransport())
  const send = async (sender: number) => {
    const used = opened[sender % transports] ?? sharedTransport()
    for (const id of all.slice(sender * each, (sender + 1) * each)) {
      const headers = fields(['Host', 'h'], ['Content-Length', '2'])
      const url = `${nginx.url}/?id=${id}`
      const content = [bytesPart('{}')]
      const { response } = await answered(used.send({ url, method: 'POST', headers, content }))
      expect(response.statusCode).toBe(200)
      await wait(pauseMs(sender))
    }
  }
  try {
    await Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
    const received = () => readFileSync(join(nginx.folder, 'ids'), 'utf8').trim().split('\n')
    await waitFor(
      () => received().length >= all.length,
      () => 'the log of nginx',
    )
    expect(received().sort()).toEqual([...all].sort())
  } finally {
    for (const { transport } of opened) transport.close()
    await nginx.close()
  }
}

describe('nginx gets each of 400 POSTs once', needs(missingServers === '', missingServers), () => {
  test.concurrent.each(Object.entries(stores))(
    'whose connections end about when the next one is sent, %s',
    // The kept connections end after 1000 ms.
    async (_, transports) => sendToNginx(transports, sender => 984 + sender),
  )

  test.concurrent.each(Object.entries(stores))('that follow each other at once, %s', async (_, transports) =>
    sendToNginx(transports, () => 0),
  )
})
