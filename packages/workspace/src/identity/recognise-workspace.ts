import { join } from 'node:path'
import type { FileSystem } from '@parley/files'
import { headBytes } from '../tree/head.ts'
import { fingerprintOf } from '../tree/known-folder.ts'
import type { IdentityEntry } from './identity-store.ts'

/** A workspace whose folder is not there any more. */
interface LostWorkspace {
  readonly key: string
  readonly entries: readonly Pick<IdentityEntry, 'path' | 'fingerprint' | 'goneSinceMs'>[]
}

/** So much of its files must be as they were. */
const leastShare = 0.8

/** So many files of a workspace are looked at; they are spread over all of it. */
const mostLooks = 200

/**
 * Which of several lost workspaces a folder holds: the one whose files are there with the content that they had.
 * Resolves to its key, or to null for none. A copy of a workspace that is still there is another workspace, which has
 * no secrets before the user gives them, like any clone.
 */
export async function recogniseWorkspace(
  files: FileSystem,
  folder: string,
  lost: readonly LostWorkspace[],
): Promise<string | null> {
  let best: { readonly key: string; readonly share: number } | null = null
  for (const { key, entries } of lost) {
    const known = entries.filter(entry => entry.fingerprint !== '' && entry.goneSinceMs === null)
    const step = Math.ceil(known.length / mostLooks)
    const looked = known.filter((_, index) => index % step === 0)
    const heads = await files.readHeads(
      looked.map(entry => join(folder, ...entry.path.split('/'))),
      headBytes,
    )
    const same = looked.filter((entry, index) => {
      const head = heads[index]
      return head && fingerprintOf(head) === entry.fingerprint
    })
    const share = looked.length === 0 ? 0 : same.length / looked.length
    if (share >= leastShare && share > (best?.share ?? 0)) best = { key, share }
  }
  return best?.key ?? null
}
