import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openFile } from '@parley/server/desktop'

/** Where each document is: in the package first, then in the repository. */
const places = {
  documentation: ['../../docs/desktop.md', '../../../docs/desktop.md'],
  licences: ['../../THIRD-PARTY-NOTICES.txt', '../dist/THIRD-PARTY-NOTICES.txt'],
} as const

/** Opens a document of Parley with the system's program for it. */
export function openDocument(name: keyof typeof places): void {
  const found = places[name].map(place => fileURLToPath(new URL(place, import.meta.url))).find(existsSync)
  if (found !== undefined) openFile(found)
}
