/** One file of a picked folder. */
export interface FolderFile {
  /** Relative to the folder, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Returns whether the name of a file or folder is never part of a collection: hidden files, as `.env` files
 * contain secrets and are never read (behaviour 4.8), and packages of programs. In `.resources` are the
 * definitions of Postman's folders.
 */
export function isNeverImported(name: string): boolean {
  return (name.startsWith('.') && name !== '.resources') || name === 'node_modules'
}

/**
 * Returns the path in the folder for a relative address in the file `from`; null for any other address, and for paths outside
 * the folder.
 */
export function pathOfAddress(address: string, from: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]|[?\\]/i.test(address)) return null
  const parts = from.split('/').slice(0, -1)
  for (const part of decoded(address).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
