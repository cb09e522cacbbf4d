import { z } from 'zod'
import type { ExposedRequest, ExposedWorkspace, ListedEntry } from '../exposed/exposed-workspace.ts'
import { agentTool } from './agent-tool.ts'

const pageSize = 100

const listed = z.object({
  path: z.string(),
  name: z.string(),
  folder: z.string().describe('the names of its collection and folders'),
  method: z.string(),
  url: z.string().describe('as typed, with {{names}} of variables'),
  kind: z.string(),
  description: z.string(),
  damage: z.string().describe('why its file cannot be read; empty if it can'),
})

/** `list_requests`: the saved requests, as a tree or searched. */
export const listRequests = agentTool({
  name: 'list_requests',
  title: 'List requests',
  description:
    'Lists the saved requests in the order of their collections, 100 a page. Search by words in names, folders, methods and paths.',
  input: z.object({
    search: z.string().max(1000).default('').describe('words that must all occur; empty: all requests'),
    cursor: z.number().int().min(0).default(0).describe('nextCursor of the previous page'),
  }),
  output: z.object({ requests: z.array(listed), nextCursor: z.number().nullable() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: ({ search }) => (search === '' ? '' : `“${search}”`),
  async call({ search, cursor }, { workspaces, secrets }) {
    await workspaces.refresh()
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const hide = words.length === 0 ? null : await secrets.hider()
    const found = workspaces.entries().filter(([, { path, entry, containers }]) => {
      if (hide === null) return true
      // Searched only after secrets are hidden, as bodies are: a name could contain one.
      const text = hide([path, entry.name, entry.method, ...containers].join(' ')).toLowerCase()
      return words.every(word => text.includes(word))
    })
    const requests: ExposedRequest[] = []
    let at = cursor
    // Hidden requests leave room for further ones.
    while (at < found.length && requests.length < pageSize) {
      const part = found.slice(at, at + pageSize - requests.length)
      requests.push(...(await exposedOf(part)))
      at += part.length
    }
    return {
      value: {
        requests: await Promise.all(requests.map(rowOf)),
        nextCursor: at < found.length ? at : null,
      },
      summary: `${requests.length} of ${found.length}`,
    }
  },
})

async function exposedOf(
  found: readonly (readonly [ExposedWorkspace, ListedEntry])[],
): Promise<readonly ExposedRequest[]> {
  const requests: ExposedRequest[] = []
  for (const workspace of new Set(found.map(([one]) => one))) {
    const listed = found.flatMap(([one, entry]) => (one === workspace ? [entry] : []))
    requests.push(...(await workspace.readAll(listed)).filter(request => request !== null))
  }
  return requests
}

async function rowOf({ path, entry, containers, workspace }: ExposedRequest) {
  const { maskLookalikes } = await import('@parley/engine/assistant')
  const item = (await workspace.item(entry.path))?.entity
  const damage = item === undefined ? await workspace.damageOf(entry.path) : null
  const description = item !== undefined && 'description' in item ? item.description : null
  return {
    path,
    name: entry.name,
    folder: containers.join('/'),
    method: entry.method,
    url: maskLookalikes(item !== undefined && 'url' in item ? item.url : '').text,
    kind: entry.type,
    description: maskLookalikes(typeof description === 'string' ? description : (description?.content ?? ''))
      .text,
    damage: damage === null ? '' : (damage.plainSentence ?? damage.sentence),
  }
}
