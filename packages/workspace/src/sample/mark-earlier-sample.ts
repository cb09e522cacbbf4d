import { isDeepStrictEqual } from 'node:util'
import type { Folder, HttpRequest } from '@parley/model'
import type { TreeItem } from '../tree/workspace-tree.ts'
import type { Workspace } from '../workspace.ts'
import { sampleWorkspace } from './sample-workspace.ts'

/**
 * Marks the sample collection of an earlier Parley, which identified it by its name. The sample is recognised
 * only at its original path and while one of its requests is unchanged, so that a user's own collection of
 * the same name is not marked. If the file cannot be written, the next start tries again.
 */
export async function markEarlierSample(workspace: Workspace): Promise<void> {
  const { collections } = workspace.tree
  if (collections.some(one => one.isSample)) return
  for (const sample of sampleWorkspace().collections) {
    const entry = collections.find(one => one.path === sample.name && one.name === sample.name)
    if (entry === undefined || !(await hasUnchangedRequest(workspace, entry.items, sample.items))) continue
    const read = await workspace.readCollection(entry.path)
    if (!read.ok) continue
    const { entity, version } = read.value
    await workspace.saveCollection(entry.path, {
      entity: { ...entity, isSample: true },
      baseVersion: version,
    })
  }
}

async function hasUnchangedRequest(
  workspace: Workspace,
  entries: readonly TreeItem[],
  samples: Folder['items'],
): Promise<boolean> {
  for (const sample of samples) {
    const entry = entries.find(one => 'name' in sample && one.name === sample.name)
    if (entry === undefined) continue
    const isUnchanged =
      entry.kind === 'folder'
        ? sample.kind === 'folder' && (await hasUnchangedRequest(workspace, entry.items, sample.items))
        : sample.kind === 'http' && (await isUnchangedRequest(workspace, entry.path, sample))
    if (isUnchanged) return true
  }
  return false
}

/** Compares without the position among the siblings, which is not part of the sample. */
async function isUnchangedRequest(workspace: Workspace, path: string, sample: HttpRequest): Promise<boolean> {
  const read = await workspace.readItem(path)
  if (!read.ok || read.value.entity.kind !== 'http') return false
  const { sequence: _, ...request } = read.value.entity
  return isDeepStrictEqual(request, sample)
}
