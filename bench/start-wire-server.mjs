import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('wire-server.mjs', import.meta.url))

/** Starts the server of the wire benchmarks for `http` or `https`, with a new certificate each time. */
export async function startWireServer(scheme) {
  const child = spawn(process.execPath, [program, scheme], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { ...JSON.parse(line), close: () => child.kill() }
}
