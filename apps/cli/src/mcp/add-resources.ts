import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { AgentHost } from './tools/agent-tool.ts'

/** Adds `parley://request/{path}` and `parley://collection/{path}/docs`. */
export function addResources(server: McpServer, { workspaces, secrets }: AgentHost): void {
  server.registerResource(
    'request',
    new ResourceTemplate('parley://request/{+path}', { list: undefined }),
    {
      title: 'A saved request',
      description: 'Its file, without values of secrets',
      mimeType: 'application/yaml',
    },
    async (uri, { path }) => {
      const found = await workspaces.find(String(path))
      if (found === null) throw new ResourceNotFoundError(uri.href)
      secrets.addStored(await workspaces.typedSecrets(found))
      return {
        contents: [
          { uri: uri.href, mimeType: 'application/yaml', text: (await secrets.hider())(found.text) },
        ],
      }
    },
  )
  server.registerResource(
    'collection-docs',
    new ResourceTemplate('parley://collection/{+path}/docs', { list: undefined }),
    { title: 'The documentation of a collection', mimeType: 'text/markdown' },
    async (uri, { path }) => {
      await workspaces.refreshAll()
      for (const workspace of workspaces.all) {
        const own = String(path)
        if (!own.startsWith(workspace.prefix)) continue
        const text = await workspace.docs(own.slice(workspace.prefix.length))
        if (text !== null)
          return {
            contents: [{ uri: uri.href, mimeType: 'text/markdown', text: (await secrets.hider())(text) }],
          }
      }
      throw new ResourceNotFoundError(uri.href)
    },
  )
}
