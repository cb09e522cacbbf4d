import type { RunItem, RunResult } from '@parley/engine'
import { trimEndOf } from '@parley/model'
import { z } from 'zod'
import type { ExposedWorkspace } from '../exposed/exposed-workspace.ts'
import { RefusedCall, unknownPath } from '../refusal.ts'
import { type AgentHost, agentTool } from './agent-tool.ts'
import { runResult } from './result-schemas.ts'
import { variables } from './variables-input.ts'

const mostRows = 100

/** `run_collection`: sends the requests of a collection or folder with their tests. */
export const runCollectionTool = agentTool({
  name: 'run_collection',
  title: 'Run a collection',
  description:
    'Sends all requests of a collection or folder one after another, runs their tests, and returns the summary and the rows that failed.',
  input: z.object({
    path: z.string().describe('the path of a collection or folder: the beginning of paths of list_requests'),
    tags: z.array(z.string()).max(100).default([]).describe('only requests with one of these tags'),
    iterations: z.number().int().min(1).max(1000).optional().describe('1, or one for each row of data'),
    data: z.array(variables).max(1000).default([]).describe('rows of data, one for each iteration'),
    variables: variables.describe('values for {{names}} in this run; names of secrets are refused'),
  }),
  output: runResult,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  subjectOf: ({ path }) => path,
  async call({ path, tags, data, variables, iterations = data.length || 1 }, host, signal) {
    const { workspace, below, exposed, paths } = await exposedBelow(path, host)
    const failed: RunResult[] = []
    const leftOut = new Set<string>()
    const notSaved: string[] = []
    const at = Date.now()
    const isTagged = (item: RunItem) => tags.length === 0 || item.request.tags.some(tag => tags.includes(tag))
    const summary = await (await host.sends()).send(
      {
        workspace,
        path: below,
        isWanted: item => exposed.has(keyOf(item.path, item.request.name)) && isTagged(item),
        variables,
        rows: data,
        iterations,
        timeoutMs: null,
        sharesSession: false,
        keptBodies: 'failed',
        files: paths,
        onUnsaved: unsaved => notSaved.push(...unsaved),
        onLeftOut(file) {
          const folder = file.replace(/folder\.yml$/, '')
          if (paths.some(one => one === file || (folder !== file && one.startsWith(folder))))
            leftOut.add(`${workspace.prefix}${file}`)
        },
      },
      result => {
        if (result.status !== 'passed' && result.status !== 'skipped' && failed.length < mostRows)
          failed.push(result)
      },
      signal,
    )
    const id = host.outcomes.add('run', { path, at, summary, results: failed })
    const { describeRun } = await import('./describe-results.ts')
    const value = {
      ...describeRun(id, summary, failed, [...leftOut]),
      ...(notSaved.length === 0 ? {} : { notSaved }),
    }
    const isError = value.failed + value.error + leftOut.size > 0
    return { value, isError, summary: value.summary }
  },
})

/** Returns the keys of the requests below a path that agents may use. @throws RefusedCall if there are none */
async function exposedBelow(path: string, { workspaces }: AgentHost) {
  // All folders are read: another request of the same name could hide itself.
  await workspaces.refreshAll()
  const folder = trimEndOf(path, '/')
  const entries = workspaces
    .entries()
    .filter(([, { path: own }]) => folder === '' || own === folder || own.startsWith(`${folder}/`))
  const [first] = entries
  if (first === undefined) throw unknownPath(path)
  const [workspace] = first
  if (entries.some(([other]) => other !== workspace))
    throw new RefusedCall(
      'SEVERAL_WORKSPACES',
      'This path leads to several workspaces.',
      'Give the path of a collection in one of them.',
    )
  const exposed = new Set<string>()
  const hidden = new Set<string>()
  /** Of those that agents may use, in the workspace. */
  const paths: string[] = []
  const read = await workspace.readAll(entries.map(([, entry]) => entry))
  for (const [at, [, { containers, entry }]] of entries.entries()) {
    const key = keyOf(containers, entry.name)
    if (read[at] === null) hidden.add(key)
    else {
      exposed.add(key)
      paths.push(entry.path)
    }
  }
  // A name that a hidden request shares could mean either of them.
  for (const key of hidden) exposed.delete(key)
  if (exposed.size === 0) throw unknownPath(path)
  return { workspace, below: inWorkspace(folder, workspace), exposed, paths }
}

function inWorkspace(path: string, { prefix }: ExposedWorkspace): string {
  return path.startsWith(prefix) ? path.slice(prefix.length) : ''
}

function keyOf(containers: readonly string[], name: string): string {
  return JSON.stringify([...containers, name])
}
