import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { connect, createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { describeSendFailure } from '@parley/model'
import { createAuthority } from '@parley/testkit'
import { expect, test } from 'vitest'
import { listen, useClosers } from '../own-answers.testkit.ts'
import { answered, failedSend, sharedTransport, trusting } from '../transport-fixture.testkit.ts'
import { endAtEmptyRecords } from './empty-records.ts'
import { authority, forThisHost, tlsOptionsOf } from './misbehaving-tls.testkit.ts'

const onEnd = useClosers()
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright'

/** Starts a server that answers every request, and returns its URL with a transport that trusts it. */
async function start(
  options: TlsOptions,
  onRequest: (secured: TLSSocket) => unknown = secured => secured.write(answer),
) {
  const sockets: TLSSocket[] = []
  const server = createServer(options, secured => {
    sockets.push(secured)
    secured.on('error', () => {}).on('data', () => onRequest(secured))
  })
  server.on('tlsClientError', () => {})
  const url = `https://127.0.0.1:${await listen(server)}/`
  const open = () => {
    const shared = sharedTransport({ choosePath: trusting(authority.certificatePem) })
    onEnd(() => shared.transport.close())
    return shared
  }
  onEnd(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { url, sockets, open }
}

test('a certificate of 1 MB is refused by its size (TL2)', async () => {
  const dnsNames = Array.from({ length: 30_000 }, (_, index) => `a-name-of-many-letters-${index}.test`)
  const { url, open } = await start(tlsOptionsOf(authority.issue({ ...forThisHost, dnsNames })))
  const { failure } = await failedSend(open().send({ url }))
  expect(failure).toMatchObject({ kind: 'tls', step: 'tls', code: 'ERR_SSL_EXCESSIVE_MESSAGE_SIZE' })
  expect(describeSendFailure(failure).sentence).toMatch(/failed/)
})

test('a hundred certificates are shown as the server sent them, and only one of them counts (TL2)', async () => {
  const { certificatePem, privateKeyPem } = authority.issue(forThisHost)
  const others = Array.from({ length: 100 }, (_, index) => createAuthority(`Other ${index}`).certificatePem)
  const { url, open } = await start({ cert: [certificatePem, ...others].join(''), key: privateKeyPem })
  const { connection } = await answered(open().send({ url }))
  expect(connection.tls?.certificates).toHaveLength(101)
  const stranger = createAuthority().issue(forThisHost)
  const chain = [stranger.certificatePem, authority.certificatePem].join('')
  const another = await start({ cert: chain, key: stranger.privateKeyPem })
  const { failure } = await failedSend(another.open().send({ url: another.url }))
  expect(failure).toMatchObject({ kind: 'tls', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
})

test('a certificate that expires meanwhile stays good for its connection, and for no new one (TL2)', async () => {
  const notAfter = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000)
  const { url, sockets, open } = await start(tlsOptionsOf(authority.issue({ ...forThisHost, notAfter })))
  const { send } = open()
  await answered(send({ url }))
  await expect.poll(() => Date.now() > notAfter.getTime() + 1000).toBe(true)
  const { connection } = await answered(send({ url }))
  expect([connection.isReused, sockets.length]).toEqual([true, 1])
  expect((await failedSend(open().send({ url }))).failure.code).toBe('CERT_HAS_EXPIRED')
})

/** Asks for another handshake, and calls back each time that one is done. */
function renegotiating(onDone: (secured: TLSSocket) => boolean) {
  return (secured: TLSSocket) => {
    const ask = () =>
      secured.renegotiate({}, error => {
        if (error === null && onDone(secured)) ask()
      })
    ask()
  }
}

const olderTls = { ...tlsOptionsOf(authority.issue(forThisHost)), maxVersion: 'TLSv1.2' } as const

test('a server that asks for another handshake gets it (TL2)', async () => {
  const { url, sockets, open } = await start(
    olderTls,
    renegotiating(secured => {
      secured.write(answer)
      return false
    }),
  )
  expect((await answered(open().send({ url }))).response.statusCode).toBe(200)
  expect(sockets).toHaveLength(1)
})

test('while a server asks for handshakes without end, other sends go on, and Cancel ends it (TL2)', async () => {
  let handshakes = 0
  const asking = await start(
    olderTls,
    renegotiating(() => {
      handshakes += 1
      return true
    }),
  )
  const other = await start(tlsOptionsOf(authority.issue(forThisHost)))
  const { send } = asking.open()
  const endless = send({ url: asking.url })
  await expect.poll(() => handshakes).toBeGreaterThan(50)
  expect((await answered(send({ url: other.url }))).response.statusCode).toBe(200)
  endless.cancel()
  expect((await failedSend(endless)).failure.kind).toBe('cancelled')
  await expect.poll(() => asking.sockets[0]?.destroyed).toBe(true)
})

test('a server that asks for handshakes without end is left at the limit of records without content (TL2)', async () => {
  const asking = await start(
    olderTls,
    renegotiating(() => true),
  )
  const raw = connectTcp(Number(new URL(asking.url).port), '127.0.0.1')
  const secured = connect({ socket: raw, rejectUnauthorized: false })
  onEnd(() => secured.destroy())
  endAtEmptyRecords(raw, secured, { mostBytes: 65_536, lookEveryMs: 5 })
  secured.once('secureConnect', () => secured.write('x'))
  const [error] = await once(secured, 'error')
  expect(error).toMatchObject({ code: 'TLS_EMPTY_RECORDS' })
})
