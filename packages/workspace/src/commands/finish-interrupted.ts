import type { SettledIntent } from '../identity/intent-journal.ts'
import type { CommandParts } from './command-parts.ts'
import { finishCopy } from './copy-entry.ts'

/**
 * Completes a command that a kill interrupted, once IDs and secrets match the files: it sets names and
 * positions among siblings, and the list of collections. Skips changes that are impossible, for example because a file is damaged by now.
 */
export async function finishInterrupted(
  parts: Pick<CommandParts, 'known' | 'edits' | 'layout' | 'list'>,
  { intent, isDone }: SettledIntent,
): Promise<void> {
  const { known, layout, list } = parts
  if (intent.kind === 'move') {
    const { from, to, name, index } = intent
    if (isDone && index !== undefined) await layout.order(to, index)
    if (!isDone && name !== undefined && known.entry(from)?.name === name) await layout.relocate(from, to)
  }
  if (intent.kind === 'move') await list.follow({ from: intent.from, to: intent.to })
  else if (isDone && intent.kind === 'remove') await list.follow({ from: intent.path, to: null })
  else if (isDone) await list.follow({ from: null, to: intent.path })
  if (intent.kind === 'create' && isDone && intent.copyOf !== undefined && intent.name !== undefined)
    await finishCopy(parts, intent.copyOf, intent.path, intent.name)
}
