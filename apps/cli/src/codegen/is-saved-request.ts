import { nodeFiles } from '@parley/files'

/** Whether a command-line argument names a file or folder rather than a URL. */
export async function isSavedRequest(words: readonly string[]): Promise<boolean> {
  const [word = ''] = words
  if (words.length !== 1 || word === '' || word.includes('://')) return false
  return (await nodeFiles.info(word).catch(() => null)) !== null
}
