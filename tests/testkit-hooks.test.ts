import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('loading a testkit registers no hook, since only the first test file of a process would have it', () => {
  const testkits = globSync('{packages,apps}/*/src/**/*.testkit.ts', { cwd: root })
  expect(testkits.length).toBeGreaterThan(50)
  const withHooks = testkits.filter(path =>
    /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(`${root}/${path}`, 'utf8')),
  )
  expect(withHooks).toEqual([])
})
