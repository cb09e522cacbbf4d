import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuMs, residentMb } from '../process-usage.mjs'

const { createTestClient } = await import('../../apps/server/src/start-test-server.testkit.ts')
const { newHttpRequest } = await import('../../packages/model/src/index.ts')

/** Starts the built server with data of its own, and follows the events of one window, as the page does. */
export async function startParley() {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const options = ['--page', 'apps/web/dist', '--no-open', '--no-demo']
  const child = spawn(process.execPath, ['apps/server/dist/main.js', ...options], {
    env: { ...process.env, PARLEY_HOME: join(home, 'data'), PARLEY_KEYCHAIN: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    let output = ''
    child.once('exit', code => reject(new Error(`Parley ended with ${code}`)))
    child.stdout.on('data', text => {
      output += text
      const found = /http:\/\/\S+#token=\S+\n/.exec(output)?.[0].trim()
      if (found !== undefined) resolve(new URL(found))
    })
  })
  const token = new URLSearchParams(address.hash.slice(1)).get('token')
  const client = createTestClient({ origin: address.origin, token })
  const windowId = randomUUID()
  const ended = follow(client, windowId)
  return {
    client,
    windowId,
    request: newHttpRequest({ method: 'GET' }),
    /** The memory of the server in MB; Linux only. */
    residentMb: () => residentMb(child.pid),
    /** The processor time that the server has taken, in milliseconds; Linux only. */
    processorMs: () => cpuMs(child.pid),
    async stop() {
      const exited = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function follow(client, windowId) {
  const stream = await client.events.subscribe({ windows: [{ windowId, sequence: 0, after: null }] })
  try {
    for await (const item of stream) if (item.type === 'event') JSON.stringify(item)
  } catch {
    // The server was stopped.
  }
}

export async function timeOf(act) {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
