import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const { scripts } = JSON.parse(read('package.json'))

/** No test runs them, so at least what they name must be there. */
test.each(workflows)('%s runs scripts and files of the repository that are there', path => {
  const text = read(path)
  for (const [, name = ''] of text.matchAll(/\bnpm run ([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(name)
  const named = [...text.matchAll(/\bnode (scripts\/\S+\.mjs)|--config (\S+)/g)]
  for (const [, script, config] of named) expect(existsSync(join(root, script ?? config ?? ''))).toBe(true)
  // Only the job that needs it may write.
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
})

test('the workflows use one version of each action', () => {
  const used = workflows.flatMap(path => [...read(path).matchAll(/uses: (\S+)@(\S+)/g)])
  const versions = new Map<string, Set<string>>()
  for (const [, name = '', version = ''] of used) {
    versions.set(name, (versions.get(name) ?? new Set()).add(version))
  }
  expect([...versions].filter(([, all]) => all.size > 1)).toEqual([])
})

test('the pages that a platform looks for are where it looks, and what they link to is there', () => {
  for (const path of ['SECURITY.md', '.github/PULL_REQUEST_TEMPLATE.md']) {
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join(root, path, '..', target))).toBe(true)
  }
  for (const name of ['bug', 'idea'])
    expect(read(`.github/ISSUE_TEMPLATE/${name}.yml`)).toMatch(/^name: .+\ndescription: .+\n(?:.+\n)*body:\n/)
})
