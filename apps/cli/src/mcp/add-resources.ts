import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { unreadFile } from './refusal.ts'
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
      const shown = await found.workspace.shownFile(found.entry.path)
      secrets.addStored(await workspaces.typedSecrets(found))
      const hide = await secrets.hider()
      if (!shown.ok) {
        const { sentence, nextStep } = unreadFile(found.path, shown.failure).refusal
        return {
          contents: [{ uri: uri.href, mimeType: 'text/plain', text: hide(`${sentence} ${nextStep}`) }],
        }
      }
      return { contents: [{ uri: uri.href, mimeType: 'application/yaml', text: hide(shown.value.text) }] }
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
        if (text === null) continue
        const { maskLookalikes } = await import('@parley/engine/assistant')
        const shown = maskLookalikes((await secrets.hider())(text)).text
        return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: shown }] }
      }
      throw new ResourceNotFoundError(uri.href)
    },
  )
}
