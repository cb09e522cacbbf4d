import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import type { Authority } from '../../certificates/create-authority.ts'

/** A gRPC server with the service `shop.Books`. */
export interface GrpcServer {
  /** `127.0.0.1:PORT`. */
  readonly address: string
  readonly port: number
  close(): Promise<void>
}

export interface GrpcServerStart {
  /** Signs the server's certificate, and those that clients must present; absent: no TLS. */
  readonly authority?: Authority
  readonly needsClientCertificate?: boolean
  /** Whether it has server reflection; true by default. */
  readonly reflects?: boolean
}

/** Starts the server of `@grpc/grpc-js` in a thread of its own, as its packages take long to load. */
export async function startGrpcServer({
  authority,
  needsClientCertificate = false,
  reflects = true,
}: GrpcServerStart = {}): Promise<GrpcServer> {
  const identity = authority?.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })
  const options = {
    reflects,
    ...(identity === undefined ? {} : { key: identity.privateKeyPem, certificate: identity.certificatePem }),
    ...(needsClientCertificate ? { clientAuthority: authority?.certificatePem } : {}),
  }
  const thread = new Worker(new URL('./grpc-server.ts', import.meta.url), {
    argv: [JSON.stringify(options)],
    stdin: true,
    stdout: true,
  })
  const ended = once(thread, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: thread.stdout }), 'line'),
    ended.then(() => {
      throw new Error('The gRPC server ended before it listened')
    }),
  ])
  const port = Number(line)
  return {
    address: `127.0.0.1:${port}`,
    port,
    async close() {
      thread.stdin?.end()
      await ended
    },
  }
}
