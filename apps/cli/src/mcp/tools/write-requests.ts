import { type HttpRequest, newHttpRequest, trimEndOf } from '@parley/model'
import { z } from 'zod'
import type { ExposedWorkspace } from '../exposed/exposed-workspace.ts'
import { RefusedCall, unknownPath, unreadFile } from '../refusal.ts'
import { type AgentHost, agentTool } from './agent-tool.ts'
import type { WrittenCheck } from './check-written.ts'
import { withFields, writtenFields } from './written-fields.ts'

const saved = z.object({ path: z.string(), version: z.string() })

/** `save_request`: changes a saved request. */
export const saveRequest = agentTool({
  name: 'save_request',
  title: 'Change a saved request',
  description:
    'Changes fields of a saved HTTP request in its file; the others stay. Scripts and authorization cannot be changed.',
  input: z.object({
    path: z.string(),
    version: z.string().describe('as get_request returned it'),
    ...writtenFields,
  }),
  output: saved,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  subjectOf: ({ path }) => path,
  async call({ path, version, ...changes }, host) {
    const found = await host.workspaces.find(path)
    if (found === null) throw unknownPath(path)
    const { workspace, entry } = found
    const damage = await workspace.damageOf(entry.path)
    if (damage !== null) throw unreadFile(path, damage)
    const before = (await workspace.item(entry.path))?.entity
    if (before?.kind !== 'http')
      throw new RefusedCall(
        'WRONG_KIND',
        `“${path}” is no HTTP request, and agents change only those.`,
        'Ask the user to change it.',
      )
    const { restoreMasked } = await import('./restore-masked.ts')
    const fields = restoreMasked(changes, before)
    const write = (request: HttpRequest) => withFields(request, fields)
    await check(host, workspace, { request: entry.path }, write)
    const result = await workspace.save(entry.path, write(before), version)
    if (!result.ok) throw refusedBy(result.failure)
    return { value: { path, version: result.value }, summary: 'saved' }
  },
})

/** `create_request`: adds a request to a collection or folder. */
export const createRequest = agentTool({
  name: 'create_request',
  title: 'Create a request',
  description:
    'Adds an HTTP request at the end of a collection or folder. Its URL must begin like those of other requests in the collection.',
  input: z.object({
    folder: z.string().describe('the path of a collection or folder'),
    ...writtenFields,
    name: z.string().min(1).max(1000),
    url: z.string().max(100_000),
  }),
  output: saved,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  subjectOf: ({ folder, name }) => `${folder}: ${name}`,
  async call({ folder, ...given }, host) {
    await host.workspaces.refreshAll()
    const workspace = host.workspaces.all.find(one => folder.startsWith(one.prefix))
    const own = trimEndOf(folder.slice(workspace?.prefix.length ?? 0), '/')
    if (workspace === undefined || !(await workspace.holdsRequests(own))) throw unknownPath(folder)
    const { restoreMasked } = await import('./restore-masked.ts')
    const fields = restoreMasked(given, null)
    const write = (request: HttpRequest) => withFields(request, fields)
    await check(host, workspace, { folder: own }, write)
    const result = await workspace.create(own, write(newHttpRequest()))
    if (!result.ok) throw refusedBy(result.failure)
    const { path, version } = result.value
    return { value: { path: `${workspace.prefix}${path}`, version }, summary: 'created' }
  },
})

async function check(
  { sends, secrets }: AgentHost,
  workspace: ExposedWorkspace,
  place: WrittenCheck['place'],
  write: WrittenCheck['write'],
): Promise<void> {
  const { checkWritten } = await import('./check-written.ts')
  const own = await sends()
  const path = 'folder' in place ? place.folder : place.request
  const around = await own.collectionAt(workspace, workspace.collectionAround(path))
  const unread = around.leftOut.filter(one => /(?:^|\/)environments\/[^/]*$/.test(one.path))
  const texts = await Promise.all(unread.map(one => workspace.unsafeText(one.path)))
  const unreadVariables = texts.flatMap(text => text ?? [])
  await checkWritten({ around, place, write, unreadVariables, allowedHosts: own.allowedHosts, secrets })
}

function refusedBy({ code, sentence }: { readonly code: string; readonly sentence: string }): RefusedCall {
  const nextStep =
    code === 'FILE_CHANGED'
      ? 'Read it again with get_request, and save with its new version.'
      : 'Ask the user to correct it, then try again.'
  return new RefusedCall(code, sentence, nextStep)
}
