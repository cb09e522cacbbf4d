import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('wire-server.mjs', import.meta.url))

/** The server of the measurements of the wire, a process of its own. */
export interface WireServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** Whom to trust, PEM. */
  readonly certificateAuthority: string
  close(): void
}

/** Starts one: `http` for HTTP/1.1, `https` for HTTP/2 as well. */
export async function startWireServer(scheme: 'http' | 'https'): Promise<WireServer> {
  const child = spawn(process.execPath, [program, scheme], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { ...JSON.parse(line), close: () => void child.kill() }
}
