import '../require-node.mjs'

const { readFileSync } = await import('node:fs')
const { productSources, repository } = await import('./product-sources.ts')
const { sourceTexts } = await import('./source-texts.ts')
const { hardWordsIn } = await import('./word-list.ts')
const { filesWithHardWords } = await import('./files-with-hard-words.ts')

/**
 * Fails where a comment or a text for users has a word of the list, and where a file that is excepted has none any
 * more. `--write` writes the list of excepted files, which only shrinks.
 */
const exceptions = new Set(filesWithHardWords)
const faults = []
const found = []
for (const path of productSources()) {
  const { sentences, comments } = sourceTexts(path, readFileSync(`${repository}${path}`, 'utf8'))
  const words = [...sentences, ...comments].flatMap(({ line, text }) =>
    hardWordsIn(text).map(({ word, instead }) => `${path}:${line}: “${word}”: ${instead}`),
  )
  if (words.length > 0) found.push(path)
  if (words.length > 0 && !exceptions.has(path)) faults.push(...words)
  if (words.length === 0 && exceptions.delete(path))
    faults.push(`${path} has no hard word any more: take it from files-with-hard-words.ts`)
}
if (process.argv.includes('--list')) process.stdout.write(`${found.join('\n')}\n`)
else for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
