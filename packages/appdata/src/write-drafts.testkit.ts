import { writeSync } from 'node:fs'
import { AppDatabase } from './database/app-database.ts'
import { DraftJournal } from './draft-journal.ts'
import { Vault } from './secrets/vault.ts'

/** Returns the content of the n-th write: its number, and a length that reveals a truncated one. */
export function draftContent(at: number): string {
  return JSON.stringify({ at, text: 'x'.repeat((at * 7919) % 20_000) })
}

/**
 * Writes drafts of three tabs one after another, each eighth one whole and the others as edits, and prints the number of
 * each resolved write.
 */
export async function writeDrafts(folder: string, from: number): Promise<never> {
  const opened = await AppDatabase.open(folder)
  if (!opened.ok) throw new Error(opened.failure.code)
  const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => from > 0 })
  const journal = new DraftJournal(opened.value, vault)
  const edits = new Map<string, number>()
  for (let at = from; ; at++) {
    const tabId = `tab${at % 3}`
    const content = draftContent(at)
    const turn = Math.floor(at / 3) % 8
    const written =
      turn === 0 || at < from + 3
        ? await journal.write({ tabId, position: at % 3, content })
        : await journal.writeEdit(tabId, (edits.get(tabId) ?? 0) + 1, content)
    edits.set(tabId, turn === 0 || at < from + 3 ? 0 : (edits.get(tabId) ?? 0) + 1)
    if (!written.ok) throw new Error(written.failure.reason)
    writeSync(1, `${at}\n`)
  }
}

/** Run as a program. */
const [, program, folder, from] = process.argv
if (program?.endsWith('write-drafts.testkit.ts') && folder !== undefined)
  await writeDrafts(folder, Number(from))
