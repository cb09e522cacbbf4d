import { startTlsServer, type TlsServer } from '@parley/testkit'

export const servers: TlsServer[] = []

export async function start(options: Parameters<typeof startTlsServer>[0]): Promise<TlsServer> {
  const server = await startTlsServer(options)
  servers.push(server)
  return server
}
