import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { type DemoApi, startDemoApi } from '@parley/testkit'
import type { contract } from './contract/index.ts'
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts'

export type TestClient = ContractRouterClient<typeof contract>

/** A server with its own small page and a demo API, all in a folder that is deleted with it. */
export interface TestServer {
  readonly server: RunningServer
  readonly port: number
  readonly demo: DemoApi
  readonly client: TestClient
  readonly folder: string
  readonly appDataFolder: string
  close(): Promise<void>
}

export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-server-'))
  const appDataFolder = join(folder, 'data')
  mkdirSync(appDataFolder, { mode: 0o700 })
  const demo = await startDemoApi()
  const server = await startServer({
    port: 0,
    pageFolder: writeTestPage(join(folder, 'page')),
    appDataFolder,
    demoBaseUrl: demo.baseUrl,
    keychain: async () => null,
    ownDatabaseThread: false,
    ...options,
  })
  return {
    server,
    port: Number(new URL(server.origin).port),
    demo,
    client: createTestClient(server),
    folder,
    appDataFolder,
    async close() {
      await Promise.all([server.close(), demo.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes a page of two files into a folder whose parent has files like `/etc/passwd`. */
export function writeTestPage(folder: string): string {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Test page</title>\n',
  )
  writeFileSync(join(folder, 'assets', 'index-1a2b.js'), 'export {}\n')
  writeFileSync(join(folder, '..', 'secret.txt'), 'not for anyone\n')
  return folder
}

/** Returns the ID of the sample's collection. */
export async function sampleId(client: TestClient): Promise<string> {
  const { collections } = await client.library.readTree()
  return collections[0]?.id ?? ''
}

/** Creates the page's client. `fetch` may be replaced to observe or limit its connections. */
export function createTestClient(
  { origin, token }: Pick<RunningServer, 'origin' | 'token'>,
  fetchCall?: (request: Request, init: RequestInit) => Promise<Response>,
): TestClient {
  const link = new RPCLink({
    url: `${origin}/rpc`,
    headers: { 'parley-token': token },
    ...(fetchCall ? { fetch: fetchCall } : {}),
  })
  return createORPCClient(link)
}
