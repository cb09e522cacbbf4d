import { startDemoApi } from '@parley/testkit/demo-api'
import { startServer } from '../../apps/server/src/start-server.ts'

/** A server to start, or `stop` for the one that runs. */
export type HostRequest = { readonly home: string; readonly port: number } | 'stop'

/** The address of the page of the started server, null if the server was stopped, or what failed. */
export type HostAnswer = { readonly address: string | null } | { readonly error: string }

/**
 * A process that starts one server after another for `OwnServers`. Each has its own app data, sockets and
 * threads; only the loaded and compiled code is shared, which takes most of the time of a start.
 */
let stop = async () => {}

async function answer(request: HostRequest): Promise<HostAnswer> {
  await stop()
  stop = async () => {}
  if (request === 'stop') return { address: null }
  const demo = await startDemoApi()
  const server = await startServer({
    port: request.port,
    pageFolder: 'apps/web/dist',
    appDataFolder: request.home,
    demoBaseUrl: demo.baseUrl,
    keychain: async () => null,
  })
  stop = async () => {
    await server.close()
    await demo.close()
  }
  return { address: server.address }
}

process.on('message', async (request: HostRequest) => {
  const result = await answer(request).catch((error: unknown): HostAnswer => ({ error: String(error) }))
  process.send?.(result)
})
