import { z } from 'zod'
import { unknownPath, unreadFile } from '../refusal.ts'
import { agentTool } from './agent-tool.ts'

/** `get_request`: a request as its file has it. */
export const getRequest = agentTool({
  name: 'get_request',
  title: 'Read a request',
  description:
    'Returns the file of a saved request (OpenCollection, YAML). Secrets are written as {{names}} or ••••••; their values are never shown. Of a file that cannot be read, it returns where the fault is.',
  input: z.object({ path: z.string() }),
  output: z.object({
    path: z.string(),
    name: z.string(),
    folder: z.string(),
    file: z.string(),
    version: z.string(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  subjectOf: ({ path }) => path,
  async call({ path }, { workspaces, secrets }) {
    const found = await workspaces.find(path)
    if (found === null) throw unknownPath(path)
    const { entry, containers, workspace } = found
    const shown = await workspace.shownFile(entry.path)
    if (!shown.ok) throw unreadFile(path, shown.failure)
    secrets.addStored(await workspaces.typedSecrets(found))
    const { text, version } = shown.value
    return {
      value: { path, name: entry.name, folder: containers.join('/'), file: text, version },
      summary: 'read',
    }
  },
})
