import { join } from 'node:path'
import type { FileSystem } from '@parley/files'
import { headBytes } from '../tree/head.ts'
import { fingerprintOf } from '../tree/known-folder.ts'
import type { IdentityEntry } from './identity-store.ts'

/** A workspace whose folder no longer exists. */
interface LostWorkspace {
  readonly key: string
  readonly entries: readonly Pick<IdentityEntry, 'path' | 'fingerprint' | 'goneSinceMs'>[]
}

/** The share of its files that must be unchanged. */
const leastShare = 0.8

/** The maximum number of files to compare; they are spread over the whole workspace. */
const maximumComparedFiles = 200

/**
 * Finds out which of several lost workspaces a folder contains: the one whose files are there with unchanged
 * content. Resolves to its key, or to null for none. A copy of a workspace that still exists is another
 * workspace, which has no secrets until the user enters them, like any clone.
 */
export async function recogniseWorkspace(
  files: FileSystem,
  folder: string,
  lost: readonly LostWorkspace[],
): Promise<string | null> {
  let best: { readonly key: string; readonly share: number } | null = null
  for (const { key, entries } of lost) {
    const known = entries.filter(entry => entry.fingerprint !== '' && entry.goneSinceMs === null)
    const step = Math.ceil(known.length / maximumComparedFiles)
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
