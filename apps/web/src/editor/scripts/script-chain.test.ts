import { expect, test } from 'vitest'
import { scriptChainAt } from './script-chain.ts'

const length = 300_000

/** Long texts before the cursor, such as those of an imported script, and the links of the chain that is typed. */
const texts: readonly (readonly [what: string, text: string, links: number | null])[] = [
  ['a word, and something else', `${'a'.repeat(length)}-`, 0],
  ['a word before a bracket', `${'a'.repeat(length)}-().`, null],
  ['a word before a dot', `${'a'.repeat(length)}.`, 1],
  ['links', 'a.'.repeat(length / 2), length / 2],
  ['calls', 'a().'.repeat(length / 4), length / 4],
  ['closing brackets', `${')'.repeat(length)}.`, null],
  ['opening brackets', `${'('.repeat(length)}.`, null],
  ['quotes', `${"'".repeat(length)}).`, null],
  ['spaces', `a${' '.repeat(length)}.`, 1],
  ['line breaks before dots', `${'a\n.'.repeat(length / 3)}`, Math.floor(length / 3)],
]

test.each(texts)(
  'a script of 300 KB of %s does not stop the page while somebody types (UI12)',
  (_, text, links) => {
    expect(scriptChainAt(text)?.links.length ?? null).toBe(links)
  },
)
