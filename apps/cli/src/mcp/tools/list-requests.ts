import { z } from 'zod'
import type { ExposedRequest } from '../exposed/exposed-workspace.ts'
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
})

/** `list_requests`: the saved requests, as a tree or searched. */
export const listRequests = agentTool({
  name: 'list_requests',
  title: 'List requests',
  description:
    'Lists the saved requests in the order of their collections, 100 a page. Search by words in names, folders, methods and paths.',
  input: z.object({
    search: z.string().max(1000).default('').describe('words that must all occur; empty: all requests'),
    cursor: z.number().int().min(0).default(0).describe('nextCursor of the page before'),
  }),
  output: z.object({ requests: z.array(listed), nextCursor: z.number().nullable() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: ({ search }) => (search === '' ? '' : `“${search}”`),
  async call({ search, cursor }, { workspaces }) {
    await workspaces.refresh()
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const found = workspaces.entries().filter(([, { path, entry, containers }]) => {
      const text = [path, entry.name, entry.method, ...containers].join(' ').toLowerCase()
      return words.every(word => text.includes(word))
    })
    const requests: z.output<typeof listed>[] = []
    let at = cursor
    for (; at < found.length && requests.length < pageSize; at += 1) {
      const [workspace, entry] = found[at] ?? []
      const request = entry === undefined ? null : await workspace?.read(entry)
      if (request) requests.push(await rowOf(request))
    }
    return {
      value: { requests, nextCursor: at < found.length ? at : null },
      summary: `${requests.length} of ${found.length}`,
    }
  },
})

async function rowOf({ path, entry, containers, workspace }: ExposedRequest) {
  const item = (await workspace.item(entry.path))?.entity
  const description = item !== undefined && 'description' in item ? item.description : null
  return {
    path,
    name: entry.name,
    folder: containers.join('/'),
    method: entry.method,
    url: item !== undefined && 'url' in item ? item.url : '',
    kind: entry.type,
    description: typeof description === 'string' ? description : (description?.content ?? ''),
  }
}
