import { nodeFiles } from '@parley/files'

/**
 * Whether the words of a command line name a saved request rather than a URL: one word that is a file or folder, or ends
 * like the file of a request.
 */
export async function isSavedRequest(words: readonly string[]): Promise<boolean> {
  const [word = ''] = words
  if (words.length !== 1 || word === '' || word.includes('://')) return false
  if (/^[^{]*\.(?:yml|bru)$/i.test(word)) return true
  return (await nodeFiles.info(word).catch(() => null)) !== null
}
