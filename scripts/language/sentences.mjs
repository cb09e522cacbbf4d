import '../require-node.mjs'

const { readFileSync } = await import('node:fs')
const { productSources, repository } = await import('./product-sources.ts')
const { sourceTexts } = await import('./source-texts.ts')

/**
 * Prints every text that a user can see, with its place: `path:line: text`. Further arguments are parts of paths
 * to which it keeps. Read it after each change as someone would who sees the product for the first time.
 */
const parts = process.argv.slice(2)
for (const path of productSources()) {
  if (parts.length > 0 && !parts.some(part => path.includes(part))) continue
  for (const { line, text } of sourceTexts(path, readFileSync(`${repository}${path}`, 'utf8')).sentences)
    process.stdout.write(`${path}:${line}: ${text.replace(/\s+/g, ' ').trim()}\n`)
}
