import { randomUUID } from 'node:crypto'
import type { AgentServer } from '@parley/model/schema'
import type { McpOptions } from '../define-mcp-command.ts'
import type { AgentHost } from '../tools/agent-tool.ts'
import { shortened } from './shortened.ts'

/** Returns a function that describes this program and what it exposes now, for the app. */
export function describeAgentServer(
  { workspaces, isReadOnly, mayWrite }: Pick<AgentHost, 'workspaces' | 'isReadOnly' | 'mayWrite'>,
  { env, listen }: Pick<McpOptions, 'env' | 'listen'>,
): () => Promise<AgentServer> {
  const own = {
    serverId: randomUUID(),
    processId: process.pid,
    startedAtMs: Date.now(),
    environment: env === undefined ? null : shortened(env),
    access: isReadOnly ? 'readOnly' : mayWrite ? 'write' : 'send',
    way: listen === undefined ? 'stdio' : 'http',
  } as const
  return async () => ({
    ...own,
    workspaces: await Promise.all(
      workspaces.all.slice(0, 100).map(async one => {
        const { collections, requests } = await one.countExposed()
        return {
          name: shortened(one.name),
          folder: one.root.slice(0, 4096),
          collections: collections.slice(0, 1000).map(shortened),
          requests,
        }
      }),
    ),
  })
}
