import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/experimental'
import { expect, test } from 'vitest'
import { repository } from '../scripts/language/product-sources.ts'

/** A rule of the linter would ask for the same at four seconds of processor time. */
const advice =
  'List the cases of a union, so that a new one without a case does not compile. What an open value leads to comes after the switch.'

const made = new Set(['node_modules', 'dist', 'build'])

/** Returns whether a source has a switch with a default clause. A formatted one has it on a line of its own. */
function hasDefaultClause(file: string, source: string): boolean {
  if (!/^\s+default:/m.test(source)) return false
  const open: unknown[] = [parseSync(file, source).program]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if ('type' in node && node.type === 'SwitchCase' && 'test' in node && node.test === null) return true
    for (const child of Object.values(node)) open.push(...(Array.isArray(child) ? child : [child]))
  }
  return false
}

test('no switch has a default clause, which hides a member of a union that is left out', () => {
  const switchWith = (clause: string) =>
    `export function size(one: 'a' | 'b') {\n  switch (one) {\n    case 'a':\n      return 1\n${clause}  }\n}\n`
  expect(hasDefaultClause('a.ts', switchWith('    default:\n      return 2\n'))).toBe(true)
  expect(hasDefaultClause('a.ts', switchWith('    case "b":\n      return {\n  default: 2 }\n'))).toBe(false)
  const files = globSync('{apps,packages,tests,scripts,bench,e2e}/**/*.{ts,tsx,mjs}', {
    cwd: repository,
    exclude: path => path.split('/').some(part => made.has(part)),
  })
  const found = files.filter(path => hasDefaultClause(path, readFileSync(repository + path, 'utf8')))
  expect(found, advice).toEqual([])
})
