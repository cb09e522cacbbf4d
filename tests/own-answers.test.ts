import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const docs = join(import.meta.dirname, '../docs')

test('each answer that Parley gives by itself names the test of its bound', () => {
  const [, section = ''] = readFileSync(join(docs, 'security.md'), 'utf8').split(
    '## What Parley answers by itself\n',
  )
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(2)
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) {
    const [, path = ''] = /\]\(([^)]+)\) *\|$/.exec(row) ?? []
    expect(existsSync(join(docs, path)), row).toBe(true)
    expect(path, row).toMatch(/\.(?:test|slow)\.ts$/)
  }
})
