import { writeSync } from 'node:fs'
import { AppDatabase } from './database/app-database.ts'
import { DraftJournal } from './draft-journal.ts'
import { Vault } from './secrets/vault.ts'

/** Returns the content of the n-th write: its number, and a length that reveals a truncated one. */
export function draftContent(at: number): string {
  return JSON.stringify({ at, text: 'x'.repeat((at * 7919) % 20_000) })
}

/** Writes drafts of three tabs one after another, and prints the number of each resolved write. */
export async function writeDrafts(folder: string, from: number): Promise<never> {
  const opened = await AppDatabase.open(folder)
  if (!opened.ok) throw new Error(opened.failure.code)
  const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => from > 0 })
  const journal = new DraftJournal(opened.value, vault)
  for (let at = from; ; at++) {
    const written = await journal.write({
      tabId: `tab${at % 3}`,
      position: at % 3,
      content: draftContent(at),
    })
    if (!written.ok) throw new Error(written.failure.reason)
    writeSync(1, `${at}\n`)
  }
}

/** Run as a program. */
const [, program, folder, from] = process.argv
if (program?.endsWith('write-drafts.testkit.ts') && folder !== undefined)
  await writeDrafts(folder, Number(from))
