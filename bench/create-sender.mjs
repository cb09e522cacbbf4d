import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBodyStore } from '@parley/appdata'
import { defaultSendSettings, executeRequest, withoutScripts } from '@parley/engine'
import { newHttpRequest } from '@parley/model'
import { createTransport, directPath, filesByPath, nodeHostNames } from '@parley/transport'

/**
 * Sends like the page's server: the engine over the transport, each body a file. `fields` are the request's.
 */
export async function createSender({ certificateAuthority = null } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const bodies = await openFileBodyStore(folder)
  const trusting = { ...directPath, tls: { ...directPath.tls, extraAuthorities: [certificateAuthority] } }
  const path = certificateAuthority === null ? directPath : trusting
  const transport = createTransport({ bodyStore: bodies, choosePath: async () => path })
  const ports = {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: randomUUID, integer: limit => randomInt(limit) },
    hostNames: nodeHostNames,
    files: filesByPath,
  }
  const context = {
    ancestors: [],
    environment: null,
    workspaceVariables: [],
    globalVariables: [],
    liveScopes: [],
    defaultSettings: defaultSendSettings,
  }
  return {
    async send(fields) {
      const outcome = await executeRequest({
        request: newHttpRequest(fields),
        context,
        ports,
        signal: new AbortController().signal,
      })
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
      return outcome.value.exchange
    },
    release: exchange => bodies.release(exchange.response.content.handle),
    close() {
      transport.close()
      bodies.clear()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
