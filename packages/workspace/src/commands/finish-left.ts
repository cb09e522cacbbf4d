import type { SettledIntent } from '../identity/intent-journal.ts'
import type { CommandParts } from './command-parts.ts'
import { finishCopy } from './copy-entry.ts'

/**
 * Does the rest of a command that a kill cut off, once IDs and secrets are where the files are: names and places among
 * siblings. What cannot be done, as in a file that is damaged by now, stays as it is.
 */
export async function finishLeft(
  parts: Pick<CommandParts, 'known' | 'edits' | 'places'>,
  { intent, isDone }: SettledIntent,
): Promise<void> {
  const { known, places } = parts
  if (intent.kind === 'move') {
    const { from, to, name, index } = intent
    if (isDone && index !== undefined) await places.order(to, index)
    if (!isDone && name !== undefined && known.entry(from)?.name === name) await places.relocate(from, to)
  }
  if (intent.kind === 'create' && isDone && intent.copyOf !== undefined && intent.name !== undefined)
    await finishCopy(parts, intent.copyOf, intent.path, intent.name)
}
