import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import { listedRows, testManyChanges } from './changed-files.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()
const at = (path: string) => fixture.path(`api/${path}`)
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: at('.') })

test('the next call sees another branch of git', async () => {
  const args = fixture.writeApi()
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('checkout', '-qb', 'other')
  renameSync(at('shop/list.yml'), at('shop/renamed.yml'))
  fixture.writeFile('api/shop/branch.yml', request('Branch', '{{base}}/x'))
  git('add', '-A')
  git('commit', '-qm', 'two')
  git('checkout', '-q', 'main')
  const agent = await fixture.connect(args)
  const list = 'shop/list.yml List {{base}}/list'
  expect(await listedRows(agent)).toContain(list)
  git('checkout', '-q', 'other')
  const after = await listedRows(agent)
  expect(after).toContain('shop/branch.yml Branch {{base}}/x')
  expect(after).not.toContain(list)
})

testManyChanges(fixture, 100)
