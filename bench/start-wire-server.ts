import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('wire-server.mjs', import.meta.url))

/** The server of the wire benchmarks, in a separate process. */
export interface WireServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** The certificate authority to trust, in PEM. */
  readonly certificateAuthority: string
  close(): void
}

/** Starts a server: `http` for HTTP/1.1, `https` also for HTTP/2. */
export async function startWireServer(scheme: 'http' | 'https'): Promise<WireServer> {
  const child = spawn(process.execPath, [program, scheme], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { ...JSON.parse(line), close: () => void child.kill() }
}
