import { Worker } from 'node:worker_threads'
import type { Authority } from '../../certificates/create-authority.ts'
import type { GrpcThreadReply, GrpcThreadRequest } from './grpc-server.ts'

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

let thread: Worker | null = null
let servers = 0

/**
 * Starts the server of `@grpc/grpc-js` in a thread. All servers of a process share the thread, as its packages take
 * long to load; it ends with the process.
 */
export async function startGrpcServer({
  authority,
  needsClientCertificate = false,
  reflects = true,
}: GrpcServerStart = {}): Promise<GrpcServer> {
  const identity = authority?.issue({ usage: 'server', name: '127.0.0.1', ipv4Addresses: ['127.0.0.1'] })
  servers += 1
  const number = servers
  const { port } = await ask({
    number,
    start: {
      reflects,
      ...(identity === undefined
        ? {}
        : { key: identity.privateKeyPem, certificate: identity.certificatePem }),
      ...(needsClientCertificate && authority !== undefined
        ? { clientAuthority: authority.certificatePem }
        : {}),
    },
  })
  if (port === null) throw new Error('The gRPC server ended before it listened')
  return {
    address: `127.0.0.1:${port}`,
    port,
    async close() {
      await ask({ number, start: null })
    },
  }
}

function ask(request: GrpcThreadRequest): Promise<GrpcThreadReply> {
  const asked = grpcThread()
  asked.ref()
  return new Promise((resolve, reject) => {
    const settle = () => {
      asked.off('message', receive).off('error', fail)
      asked.unref()
    }
    const receive = (reply: GrpcThreadReply) => {
      if (reply.number !== request.number) return
      settle()
      resolve(reply)
    }
    const fail = (error: unknown) => {
      settle()
      thread = null
      reject(error)
    }
    asked.on('message', receive).on('error', fail)
    asked.postMessage(request)
  })
}

function grpcThread(): Worker {
  thread ??= new Worker(new URL('./grpc-server.ts', import.meta.url))
  return thread
}
