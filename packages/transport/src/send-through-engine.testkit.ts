import { randomInt, randomUUID } from 'node:crypto'
import {
  authSessionInMemory,
  defaultSendSettings,
  type EnginePorts,
  executeRequest,
  noAllowedOrigins,
  reflectedDefinitionsInMemory,
  withoutScripts,
} from '@parley/engine'
import { type NewRequestFields, newHttpRequest, type Response } from '@parley/model'
import { filesByPath } from './files-by-path.ts'
import { nodeHostNames } from './node-host-names.ts'
import { createTransport } from './node-transport.ts'
import { MemoryBodyStore } from './transport-fixture.testkit.ts'
import type { TransportOptions } from './transport-options.ts'

/** Creates an engine over real sockets; its session lasts until it is closed. */
export function startEngine(options: Partial<TransportOptions> = {}) {
  const bodyStore = new MemoryBodyStore()
  const transport = createTransport({ bodyStore, ...options })
  const ports: EnginePorts = {
    transport,
    scripts: withoutScripts,
    history: { record: async () => {} },
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: randomUUID, integer: limit => randomInt(limit) },
    hostNames: nodeHostNames,
    files: filesByPath,
    authSession: authSessionInMemory(),
    reflectedDefinitions: reflectedDefinitionsInMemory(() => performance.now()),
    secretHosts: noAllowedOrigins,
  }
  const send = (fields: NewRequestFields, changed: Partial<EnginePorts> = {}) =>
    executeRequest({
      request: newHttpRequest(fields),
      context: {
        ancestors: [],
        environment: null,
        workspaceVariables: [],
        globalVariables: [],
        liveScopes: [],
        defaultSettings: defaultSendSettings,
      },
      ports: { ...ports, ...changed },
      signal: new AbortController().signal,
    })
  return {
    ports,
    send,
    /** Returns the exchange of a send, which must succeed. */
    async exchange(fields: NewRequestFields, changed: Partial<EnginePorts> = {}) {
      const outcome = await send(fields, changed)
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure.failure))
      return outcome.value.exchange
    },
    bodyText: (response: Response) => bodyStore.bytesOf(response).toString(),
    close: () => transport.close(),
  }
}
