import { randomUUID } from 'node:crypto'
import { newHttpRequest } from '@parley/model'
import { type CertificateKind, startTlsServer, type TlsServer } from '@parley/testkit'
import { afterEach, beforeEach } from 'vitest'
import type { CertificateAdded, NewClientCertificate } from '../contract/index.ts'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

/** The server of the present test. */
export let running: TestServer
let window: WatchedWindow
const targets: TlsServer[] = []

/** Gives each test of the file a server with a window. */
export function useCertificateServer(): void {
  beforeEach(async () => {
    running = await startTestServer()
    window = await watchWindow(running.client)
  })
  afterEach(async () => {
    await window.close()
    await running.close()
    for (const target of targets.splice(0)) await target.close()
  })
}

/** Starts a target that is closed after the test. */
export async function startTarget(
  certificate: CertificateKind,
  clientCertificate: 'ignored' | 'required' = 'ignored',
) {
  const target = await startTlsServer({ certificate, clientCertificate })
  targets.push(target)
  return target
}

/** Returns a file as the page uploads it. */
export const file = (name: string, content: string | Uint8Array) => ({
  name,
  base64: Buffer.from(content).toString('base64'),
})

async function send(url: string) {
  const sendId = randomUUID()
  const { windowId } = window
  const request = newHttpRequest({ url })
  await running.client.sends.start({ windowId, sendId, requestId: 'r', parentId: null, request })
  return sendId
}

/** Sends to a URL and waits for the response. */
export const succeeds = async (url: string) => window.waitForState(await send(url), 'answered')
/** Sends to a URL and returns its failure. */
export const fails = async (url: string) => (await window.waitForState(await send(url), 'failed')).failure

/** The certificates of the newest settings that the window received. */
export const settings = () =>
  window.events.findLast(event => event.type === 'settings')?.settings.certificates

/** Fails the test if a certificate was refused. */
export function added(outcome: CertificateAdded): void {
  if (outcome.state === 'failed') throw new Error(`${outcome.sentence} ${outcome.nextStep}`)
}

/** Returns a new client certificate for a domain. */
export const pem = ({ clientIdentity }: TlsServer, domain: string): NewClientCertificate => ({
  type: 'pem',
  domain,
  passphrase: '',
  certificate: file('client.pem', clientIdentity.certificatePem),
  privateKey: file('client.key', clientIdentity.privateKeyPem),
})
