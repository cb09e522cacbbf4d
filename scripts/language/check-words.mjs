import '../require-node.mjs'

const { readFileSync } = await import('node:fs')
const { productSources, repository } = await import('./product-sources.ts')
const { sourceTexts } = await import('./source-texts.ts')
const { hardWordsIn } = await import('./word-list.ts')

/** Fails if a comment or a text for users contains a word of the list. */
const faults = productSources().flatMap(path => {
  const { sentences, comments } = sourceTexts(path, readFileSync(`${repository}${path}`, 'utf8'))
  return [...sentences, ...comments].flatMap(({ line, text }) =>
    hardWordsIn(text).map(({ word, instead }) => `${path}:${line}: “${word}”: ${instead}`),
  )
})
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
