import { createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type TLSSocket as SecuredSocket, TLSSocket, type TlsOptions } from 'node:tls'
import { describeSendFailure } from '@parley/model'
import { createAuthority, type Identity } from '@parley/testkit'
import { expect, test } from 'vitest'
import { answered, failedSend, sharedTransport, trusting } from '../transport-fixture.testkit.ts'

/** How a server deals with its first connection. Later ones get a right answer. */
export interface Misbehaviour {
  /** Options of TLS, such as another certificate. */
  readonly tls?: TlsOptions
  /** Writes something to the client in place of what TLS would write next; `written`: bytes before these. */
  readonly write?: (raw: Socket, bytes: Buffer, written: number) => void
  /** Called with what the client wrote first, in place of TLS. */
  readonly instead?: (raw: Socket, hello: Buffer) => void
  /** Called with a request in place of a right answer. */
  readonly answer?: (secured: SecuredSocket, raw: Socket) => void
}

const rightAnswer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright'
const otherAnswer = rightAnswer.replace('right', 'wrong')

/** Signs the certificates of all these servers. */
export const authority = createAuthority()
export const forThisHost = { usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] } as const
const rightIdentity = authority.issue(forThisHost)

export function tlsOptionsOf({ certificatePem, privateKeyPem }: Identity): TlsOptions {
  return { cert: certificatePem, key: privateKeyPem }
}

/** Starts a server that misbehaves on its first connection. */
async function startMisbehaving(misbehaviour: Misbehaviour) {
  const sockets: Socket[] = []
  const server = createServer(raw => {
    raw.on('error', () => {})
    const behaviour = sockets.length === 0 ? misbehaviour : {}
    sockets.push(raw)
    if (behaviour.instead === undefined) secure(raw, behaviour)
    else {
      const { instead } = behaviour
      raw.once('data', hello => instead(raw, hello))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `https://127.0.0.1:${port}/`,
    /** The connections so far, oldest first. */
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function secure(raw: Socket, { tls, write, answer }: Misbehaviour): void {
  const secured = new TLSSocket(write === undefined ? raw : passing(raw, write), {
    isServer: true,
    ALPNProtocols: ['http/1.1'],
    ...tlsOptionsOf(rightIdentity),
    ...tls,
  })
  secured.on('error', () => {})
  secured.once('data', () => {
    if (answer === undefined) secured.write(rightAnswer)
    else answer(secured, raw)
  })
}

/** Returns a stream whose bytes for the client are given to `write`. */
function passing(raw: Socket, write: NonNullable<Misbehaviour['write']>): Duplex {
  let written = 0
  const stream = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      write(raw, bytes, written)
      written += bytes.length
      done()
    },
  })
  raw.on('data', bytes => stream.push(bytes))
  raw.once('close', () => stream.destroy())
  return stream
}

/** Sends records in place of a handshake, and closes the connection as servers do after an alert. */
const sending = (bytes: string | Buffer): Misbehaviour => ({ instead: raw => raw.end(bytes) })
const staying = (bytes: string | Buffer): Misbehaviour => ({ instead: raw => raw.write(bytes) })
const records = (count: number, record: readonly number[]) =>
  Buffer.alloc(count * record.length, Buffer.from(record))
const answering = (text: string): Misbehaviour => ({ answer: secured => secured.end(text) })

/** Sends the first bytes of the handshake, and nothing more. */
const stoppingAfter = (count: number): Misbehaviour => ({
  write: (raw, bytes, written) => {
    if (written < count) raw.write(bytes.subarray(0, count - written))
  },
})

function trickling(raw: Socket, bytes: Buffer): void {
  let sent = 0
  const timer = setInterval(() => {
    if (sent < bytes.length && !raw.destroyed) raw.write(bytes.subarray(sent, ++sent))
    else clearInterval(timer)
  }, 10)
}

const otherNames = (dnsNames: readonly string[]): Misbehaviour => ({
  tls: tlsOptionsOf(authority.issue({ usage: 'server', name: '127.0.0.1', dnsNames })),
})

/** The failure of a send. */
export interface Expected {
  readonly code: string | RegExp
  readonly sentence: RegExp
}

const stalled: Expected = { code: 'CONNECT_TIMEOUT', sentence: /did not complete the TLS handshake within/ }
const noTls: Expected = { code: 'ERR_SSL_WRONG_VERSION_NUMBER', sentence: /does not speak TLS/ }
const failed: Expected = { code: /^ERR_SSL_/, sentence: /The secure connection to .* failed\.$/ }
const broke: Expected = { code: /^ERR_SSL_/, sentence: /The secure connection to .* broke\.$/ }
const left: Expected = { code: 'ECONNRESET', sentence: /closed the connection before it responded/ }
const otherHost: Expected = { code: 'ERR_TLS_CERT_ALTNAME_INVALID', sentence: /is for another host/ }

type Case = readonly [what: string, misbehaviour: Misbehaviour, expected: Expected]

/** One server of each kind, of which most fail at once. */
export const misbehavingServers: readonly Case[] = [
  ['stops in the middle of its certificate', stoppingAfter(600), stalled],
  ['answers in plain HTTP', sending('HTTP/1.1 400 Bad Request\r\n\r\n'), noTls],
  ['closes at once', { instead: raw => raw.end() }, left],
  ['resets the connection', { instead: raw => raw.resetAndDestroy() }, left],
  ['sends a record of an unknown type', sending(Buffer.from([99, 3, 3, 0, 1, 1])), failed],
  ['sends warnings without end', sending(records(1000, [21, 3, 3, 0, 2, 1, 90])), failed],
  ['sends records without content', sending(records(1000, [23, 3, 3, 0, 0])), failed],
  ['ends before it answers', { answer: secured => secured.end() }, left],
  [
    'ends in the middle of an answer',
    answering(rightAnswer.slice(0, -2)),
    { code: 'INCOMPLETE_RESPONSE', sentence: /ended the response before it was complete/ },
  ],
  ['answers without TLS in a secure connection', { answer: (_, raw) => raw.write(otherAnswer) }, broke],
  [
    'sends a record with a wrong key',
    { answer: (_, raw) => raw.write(records(9, [23, 3, 3, 0, 32, ...Array(32).fill(7)])) },
    broke,
  ],
  [
    'speaks none of the offered protocols',
    { tls: { ALPNProtocols: ['spdy/1'] } },
    { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', sentence: /does not speak the chosen version/ },
  ],
  ['has a certificate for a name like an address', otherNames(['127.0.0.1']), otherHost],
]

/** The servers that take their time, and more of each kind. */
export const moreMisbehavingServers: readonly Case[] = [
  ...[0, 1, 4, 5, 6, 60, 130, 300, 800].map(
    (count): Case => [`stops after ${count} bytes`, stoppingAfter(count), stalled],
  ),
  ['sends its handshake in single bytes, each after a while', { write: trickling }, stalled],
  ['sends a handshake record without content', staying(Buffer.from([22, 3, 3, 0, 0])), stalled],
  ['sends changes of ciphers without end', sending(records(1000, [20, 3, 3, 0, 1, 1])), failed],
  ...[
    'SSH-2.0-OpenSSH_9.9\r\n',
    '220 mail.test ESMTP\r\n',
    '<!doctype html>',
    'J\0\0\0\n8.0.11',
    '\0'.repeat(100),
  ].map((text): Case => [`begins with ${JSON.stringify(text.slice(0, 12))}`, sending(text), noTls]),
  ...[['*'], ['*.0.0.1'], ['localhost\0.127.0.0.1'], []].map(
    (names): Case => [`has a certificate for ${JSON.stringify(names)}`, otherNames(names), otherHost],
  ),
]

/** The alerts that a client understands (RFC 8446 §6), with what Parley says of them. */
const knownAlerts: Readonly<Record<number, Expected>> = {
  40: { code: 'TLS_HANDSHAKE_REFUSED', sentence: /ended the TLS handshake/ },
  70: { code: /PROTOCOL_VERSION$/, sentence: /accepts none of the TLS versions/ },
  116: { code: 'CLIENT_CERTIFICATE_REQUIRED', sentence: /asks for a client certificate/ },
  120: { code: /NO_APPLICATION_PROTOCOL$/, sentence: /does not speak the chosen version/ },
  ...Object.fromEntries(
    [10, 20, 21, 22, 30, 41, 47, 50, 51, 60, 71, 80, 86, 90, 100, 109, 110, 111, 112, 113, 114, 115].map(
      number => [number, failed],
    ),
  ),
  ...Object.fromEntries(
    [42, 43, 44, 45, 46, 48, 49].map(number => [
      number,
      { code: 'CLIENT_CERTIFICATE_REFUSED', sentence: /did not accept the client certificate, or needs one/ },
    ]),
  ),
}

/** A server for each number of an alert, which ends the handshake. */
export const alertingServers: readonly Case[] = Array.from({ length: 256 }, (_, number) => [
  `sends the alert ${number}`,
  sending(Buffer.from([21, 3, 3, 0, 2, 2, number])),
  knownAlerts[number] ?? left,
])

/** Tests that a send to each server fails with a sentence in time, and that the next one gets its own answer. */
export function testMisbehaving(servers: readonly Case[]): void {
  test.each(servers)('a TLS server that %s is named, and the next send is answered (TL1)', async (...one) => {
    const [, misbehaviour, expected] = one
    const server = await startMisbehaving(misbehaviour)
    const { transport, send } = sharedTransport({ choosePath: trusting(authority.certificatePem) })
    try {
      // Only the stalled ones wait for it.
      const connectTimeoutMs = expected === stalled ? 200 : 10_000
      const { failure } = await failedSend(send({ url: server.url, connectTimeoutMs, timeoutMs: 20_000 }))
      expect(failure.code).toMatch(expected.code)
      const { sentence, nextStep } = describeSendFailure(failure)
      expect(sentence).toMatch(expected.sentence)
      expect(nextStep).not.toMatch(/undefined|^$/)
      const next = send({ url: server.url })
      expect(next.bodies.bytesOf((await answered(next)).response).toString()).toBe('right')
      expect(server.sockets).toHaveLength(2)
      await expect.poll(() => server.sockets[0]?.closed).toBe(true)
    } finally {
      transport.close()
      await server.close()
    }
  })
}
