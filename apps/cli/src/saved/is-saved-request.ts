import { nodeFiles } from '@parley/files'
import type { Io } from '../io/io.ts'
import { typedPath } from '../io/typed-path.ts'

/**
 * Whether the words of a command line name a saved request rather than a URL: one word that is a file or folder, or ends
 * like the file of a request.
 */
export async function isSavedRequest(words: readonly string[], io: Pick<Io, 'cwd'>): Promise<boolean> {
  const [word = ''] = words
  if (words.length !== 1 || word === '' || word.includes('://')) return false
  if (/^[^{]*\.(?:yml|bru)$/i.test(word)) return true
  return (await nodeFiles.info(typedPath(io, word)).catch(() => null)) !== null
}
