import type { ClaimedTab } from '@parley/server/contract'
import type { DataFile } from './run-data.ts'

/** The stored part of a run's data file: the file, from which everything else is read again. */

interface Content {
  readonly tabId: string
  readonly name: string
  readonly text: string
}

const format = 1

/** Returns whether there is a file to store; a file that was refused for its size is not stored. */
export function isStoredDataFile({ text }: DataFile): boolean {
  return text !== ''
}

/** Stored separately from its tab, so that changing an option does not write the file again. */
export function dataEntryId(tabId: string): string {
  return `${tabId}:data`
}

export function dataContent(tabId: string, { name, text }: DataFile): string {
  return JSON.stringify({ format, runData: { tabId, name, text } satisfies Content })
}

/** The data files that the tabs of runs had, by tab. */
export async function restoredData(tabs: readonly ClaimedTab[]): Promise<Readonly<Record<string, DataFile>>> {
  const contents = tabs.flatMap(({ content }) => contentIn(content) ?? [])
  if (contents.length === 0) return {}
  const { readDataText } = await import('./run-data.ts')
  return Object.fromEntries(
    await Promise.all(
      contents.map(async ({ tabId, name, text }) => [tabId, await readDataText(name, text)] as const),
    ),
  )
}

function contentIn(text: string | null): Content | null {
  if (text?.includes('"runData"') !== true) return null
  const kept = JSON.parse(text)
  return kept.format === format ? (kept.runData ?? null) : null
}
