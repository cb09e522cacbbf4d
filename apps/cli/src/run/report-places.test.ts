import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

/** Every file that a run can consist of, with the arguments of the run. */
const parts: Readonly<Record<string, () => { readonly path: string; readonly words: readonly string[] }>> = {
  'a request': () => ({ path: `${fixture.workspace()}/books/list.yml`, words: ['shop'] }),
  'a request that is not chosen': () => ({
    path: `${fixture.workspace()}/books/old/add.yml`,
    words: ['shop', '--only', 'List'],
  }),
  'a request of another collection': () => ({
    path: `${fixture.workspace()}/users/me.yml`,
    words: ['shop/books'],
  }),
  'the file of a folder': () => ({ path: `${fixture.workspace()}/books/old/folder.yml`, words: ['shop'] }),
  'the file of a collection': () => ({
    path: `${fixture.workspace()}/books/opencollection.yml`,
    words: ['shop'],
  }),
  'the file of the workspace': () => ({ path: `${fixture.workspace()}/workspace.yml`, words: ['shop'] }),
  'an environment': () => ({ path: `${fixture.workspace()}/environments/local.yml`, words: ['shop'] }),
  'a file of another client': () => ({
    path: fixture.postman([{ name: 'A', url: fixture.sink.url }]),
    words: ['c.json'],
  }),
  'a request of Bruno': () => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    const path = fixture.write('b/a.bru', `meta {\n  name: A\n}\nget {\n  url: ${fixture.sink.url}\n}\n`)
    return { path, words: ['b'] }
  },
  'a file that is sent': () => {
    const body = { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: ['up/a.txt'] }] }
    const request = { method: 'POST', url: fixture.sink.url, body }
    fixture.write('c.json', { info: { name: 'C' }, item: [{ name: 'A', request }] })
    return { path: fixture.write('up/a.txt', 'a'), words: ['c.json'] }
  },
  'the data': () => ({
    path: fixture.write('rows.csv', 'a\n1\n'),
    words: [fixture.postman([{ name: 'A', url: fixture.sink.url }]), '--data', 'rows.csv'],
  }),
  'an environment that --env names': () => ({
    path: fixture.write('e.json', { name: 'E', values: [] }),
    words: [fixture.postman([{ name: 'A', url: fixture.sink.url }]), '--env', 'e.json'],
  }),
  'the file of a secret': () => ({
    path: fixture.write('key', 'c4n4ry-key'),
    words: [fixture.postman([{ name: 'A', url: fixture.sink.url }]), '--secret', 'key=@key'],
  }),
}

describe('a report (attacks CL7)', () => {
  test.each(Object.entries(parts))('never replaces a file of the run: %s (FI6)', async (_, prepare) => {
    const { path, words } = prepare()
    const before = fixture.read(path)
    mkdirSync(fixture.path('links'))
    symlinkSync(fixture.path(path), fixture.path('links/soft'))
    linkSync(fixture.path(path), fixture.path('links/hard'))
    for (const target of [path, 'links/soft', 'links/hard']) {
      const { code, stderr } = await fixture.run([...words, '-r', `json=${target}`, '--force'])
      expect([code, stderr]).toEqual([3, expect.stringContaining('The report would take the place of')])
    }
    expect(fixture.read(path)).toBe(before)
    expect(fixture.asked()).toEqual([])
  })

  test.runIf(existsSync('/dev/shm'))('replaces no file in memory without --force', async () => {
    fixture.postman([{ name: 'A', url: fixture.sink.url }])
    const folder = mkdtempSync('/dev/shm/parley-')
    try {
      writeFileSync(`${folder}/kept.txt`, 'mine')
      symlinkSync('kept.txt', `${folder}/link`)
      expect((await fixture.run(['c.json', '-r', `json=${folder}/link`])).code).toBe(3)
      expect(readFileSync(`${folder}/kept.txt`, 'utf8')).toBe('mine')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('replaces another file only with --force, also through a link (FI6)', async () => {
    fixture.postman([{ name: 'A', url: fixture.sink.url }])
    fixture.write('kept.txt', 'mine')
    symlinkSync('kept.txt', fixture.path('link'))
    for (const target of ['kept.txt', 'link']) {
      expect(await fixture.run(['c.json', '-r', `json=${target}`])).toMatchObject({
        code: 3,
        stderr: `parley: ${target} already exists and was not changed. Name another file for the report, or add --force.\n`,
      })
    }
    expect([fixture.read('kept.txt'), fixture.asked()]).toEqual(['mine', []])
    expect((await fixture.run(['c.json', '-r', 'json=kept.txt', '--force'])).code).toBe(0)
    expect(JSON.parse(fixture.read('kept.txt'))).toMatchObject({ summary: { requests: { total: 1 } } })
  })
})

test.each([
  [[], true],
  [['-r', 'junit=r.xml'], true],
  [['-r', 'junit=r.xml', '-r', 'json=r.json'], true],
  [['-r', 'junit=r.xml', '-r', 'tap'], false],
  [['-r', 'json=-'], false],
])('with %j the report for people is printed as well: %s', async (words, isPrinted) => {
  const file = fixture.postman([{ name: 'Find book', url: fixture.sink.url }])
  const { stdout } = await fixture.run([file, ...words])
  expect(/1 request: .*1 no tests/.test(stdout)).toBe(isPrinted)
  expect(stdout).not.toBe('')
})
