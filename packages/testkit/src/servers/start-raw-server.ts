import { createServer } from 'node:net'
import { listenOnLoopback } from '../listen-on-loopback.ts'
import { waitFor } from '../wait-for.ts'
import { ConnectionGoneError, openRawConnection, type RawConnection } from './raw-connection.ts'
import { type RawScript, runRawScript } from './raw-script.ts'

/** A server below HTTP: it sends given bytes and records received ones. */
export interface RawServer {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** All connections so far, oldest first, including closed ones. */
  readonly connections: readonly RawConnection[]
  /** Returns the bytes received on connection `index`; throws if there is no such connection. */
  receivedBytes(index: number): Buffer
  /** Resolves to connection `index` as soon as it exists; rejects after 5 s. */
  waitForConnection(index: number): Promise<RawConnection>
  /** Resolves when connection `index` has been closed, for example by a cancelled send; rejects after 5 s. */
  waitForConnectionClose(index: number): Promise<void>
  /** Closes all connections. Rejects with the error of a failed script, unless the client merely left. */
  close(): Promise<void>
}

/** Starts a raw server on 127.0.0.1 that runs the script for each connection. */
export async function startRawServer(script: RawScript): Promise<RawServer> {
  const connections: RawConnection[] = []
  const failures: unknown[] = []
  const server = createServer(socket => {
    const connection = openRawConnection(socket, connections.length)
    connections.push(connection)
    runRawScript(script, connection).catch((error: unknown) => {
      if (!(error instanceof ConnectionGoneError)) failures.push(error)
      socket.destroy()
    })
  })
  const port = await listenOnLoopback(server)
  const waitForConnection = (index: number) =>
    waitFor(
      () => connections[index],
      () => `connection ${index} (${connections.length} came)`,
    )
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connections,
    receivedBytes: index => {
      const connection = connections[index]
      if (connection === undefined)
        throw new RangeError(`There were ${connections.length} connections, not ${index + 1}`)
      return connection.receivedBytes()
    },
    waitForConnection,
    waitForConnectionClose: async index => {
      const { socket } = await waitForConnection(index)
      await waitFor(() => socket.closed, `connection ${index} to close`)
    },
    close: async () => {
      for (const { socket } of connections) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
      if (failures.length > 0) throw failures[0]
    },
  }
}
