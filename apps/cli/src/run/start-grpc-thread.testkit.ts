import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import type { GrpcServer } from '@parley/testkit/grpc'

const program = new URL('../../../../packages/testkit/src/servers/grpc/grpc-server.ts', import.meta.url)

/** Starts the server of `startGrpcServer`, with server reflection and without TLS, in a thread instead of a process. */
export async function startGrpcThread(): Promise<GrpcServer> {
  const options = JSON.stringify({ reflects: true })
  const thread = new Worker(program, { argv: [options], stdin: true, stdout: true })
  const ended = once(thread, 'exit')
  const [line] = await once(createInterface({ input: thread.stdout }), 'line')
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
