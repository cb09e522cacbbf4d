import { readFileSync, writeFileSync } from 'node:fs'
import { root } from '../run-program.mjs'

/** Pages with tables whose cells are IDs of what tests must show. */
const pages = ['docs/attacks.md', 'docs/security.md']

/** Returns the IDs that the pages list, such as `SE10`. */
function listedIds() {
  const cells = pages.flatMap(page => readFileSync(`${root}/${page}`, 'utf8').match(/^\|.*\|$/gm) ?? [])
  return new Set(cells.flatMap(line => line.match(/(?<=[|,] )[A-Z]{2}\d+(?=[ ,])/g) ?? []))
}

/** Returns the IDs in the title of a test: in parentheses, such as `… (SE2, SE7)`. */
function idsIn(title) {
  return [...title.matchAll(/\((?:attacks? )?([A-Z]{2}\d+(?:, [A-Z]{2}\d+)*)\)/g)].flatMap(([, ids]) =>
    ids.split(', '),
  )
}

/**
 * Writes which passed tests showed each attack to `test-results/attacks.json`, and returns the IDs that none showed.
 * @param {readonly string[]} passed - the titles of the tests that passed
 */
export function missingAttacks(passed) {
  const shown = Object.fromEntries([...listedIds()].map(id => [id, []]))
  for (const title of passed) for (const id of idsIn(title)) shown[id]?.push(title)
  writeFileSync(`${root}/test-results/attacks.json`, `${JSON.stringify(shown, null, 2)}\n`)
  return Object.keys(shown).filter(id => shown[id].length === 0)
}
