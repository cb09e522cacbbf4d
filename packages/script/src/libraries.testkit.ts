import { describe, expect, test } from 'vitest'
import { sendWithScripts } from './script-fixture.testkit.ts'

const endless = [
  ['a pattern of a schema', 'expect("a".repeat(40) + "!").to.have.jsonSchema({ pattern: "^(a+)+$" })'],
  ['a template of lodash', '_.template("<% for (;;); %>")()'],
  ['a list of lodash', '_.times(1e9, _.noop)'],
  ['a selector of cheerio', 'for (;;) cheerio.load("<p>".repeat(1000))("p p p")'],
  ['PBKDF2', 'CryptoJS.PBKDF2("a", "b", { iterations: 1e9 })'],
]

const hungry = [
  ['a text of lodash', '_.repeat("x", 2e9)'],
  ['lists that grow', 'const a = []; for (;;) a.push(_.range(1e5))'],
  [
    'documents that grow',
    'const $ = cheerio.load("<p>"); for (let n = 0; ; n += 1) $("p").data("k" + n, "x".repeat(1e6) + n)',
  ],
]

/**
 * Defines tests of libraries that take all time or memory.
 * @param names - those that are tested; all if absent
 */
export function testEndlessLibraries(names?: readonly string[]): void {
  const chosen = (all: readonly string[][]) => all.filter(([name = '']) => names?.includes(name) ?? true)

  describe('a library that does not end', () => {
    test.each(chosen(endless))('is stopped: %s', async (_name, source) => {
      const { error } = await sendWithScripts({ post: source, budget: { ownMs: 100, requestMs: 300 } })
      expect(error).toMatch(/^Script timeout/)
    })

    test.each(chosen(hungry))('has no more memory than other scripts: %s', async (_name, source) => {
      const { error } = await sendWithScripts({ post: source, budget: { ownMs: 20_000, requestMs: 300 } })
      expect(error).toMatch(/memory|too long|invalid/)
    })
  })
}
