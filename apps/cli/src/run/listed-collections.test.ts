import { chownSync, existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newHttpRequest, writeItem } from '@parley/model'
import { needs, corpus as theCorpus } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()

const collection = (name: string) => `opencollection: 1.0.0\ninfo:\n  name: ${name}\n`
const request = (name: string) =>
  writeItem(
    newHttpRequest({
      name,
      method: 'POST',
      url: `${fixture.sink.url}/${name}?{{where}}`,
      body: { type: 'file', files: [{ filePath: 'own.txt', contentType: '', selected: true }] },
    }),
  )

/** Writes a workspace as Bruno lays it out, with collections in both of its formats and one that is not there. */
function writeWorkspace(): void {
  const listed = ['yml', 'bru', 'gone', 'empty'].map(
    name => `  - name: ${name}\n    path: collections/${name}\n`,
  )
  fixture.write(
    'ws/workspace.yml',
    `opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\ncollections:\n${listed.join('')}`,
  )
  fixture.write('ws/environments/Local.yml', 'name: Local\nvariables:\n  - name: where\n    value: local\n')
  fixture.write('ws/collections/yml/opencollection.yml', collection('Yml'))
  fixture.write('ws/collections/yml/first.yml', request('first'))
  fixture.write('ws/collections/yml/f/folder.yml', 'info:\n  name: F\n  type: folder\n')
  fixture.write('ws/collections/yml/f/second.yml', request('second'))
  fixture.write('ws/collections/bru/bruno.json', { version: '1', name: 'Bru', type: 'collection' })
  fixture.write(
    'ws/collections/bru/third.bru',
    `meta {\n  name: third\n  type: http\n}\npost {\n  url: ${fixture.sink.url}/third?{{where}}\n  body: file\n  auth: none\n}\nbody:file {\n  file: @file(own.txt) @contentType()\n}\n`,
  )
  fixture.write('ws/collections/empty/bruno.json', { version: '1', name: 'Empty', type: 'collection' })
  fixture.write('ws/collections/unlisted/opencollection.yml', collection('Unlisted'))
  fixture.write('ws/collections/unlisted/fourth.yml', request('fourth'))
  for (const name of ['yml', 'bru', 'unlisted']) fixture.write(`ws/collections/${name}/own.txt`, `of ${name}`)
}

const gone = 'workspace.yml lists “gone” (collections/gone), but the workspace has no such folder.'

test.each<[path: string, sent: readonly string[], isNamed: boolean]>([
  ['ws', ['/first?local', '/second?local', '/third?local'], true],
  ['ws/collections', ['/first?local', '/second?local', '/third?local'], true],
  ['ws/collections/yml', ['/first?local', '/second?local'], false],
  ['ws/collections/yml/f', ['/second?local'], false],
  ['ws/collections/yml/f/second.yml', ['/second?local'], false],
])('%s of a workspace with listed collections runs in place', async (path, sent, isNamed) => {
  writeWorkspace()
  const { code, stderr } = await fixture.report([path, '--env', 'Local'])
  expect(code).toBe(0)
  expect(fixture.asked().toSorted()).toEqual(sent)
  for (const { url, content } of fixture.sink.requests)
    expect(content.toString()).toBe(url?.startsWith('/third') ? 'of bru' : 'of yml')
  expect(stderr.split(gone)).toHaveLength(isNamed ? 2 : 1)
  expect(stderr.split('collections/empty has no requests')).toHaveLength(isNamed ? 2 : 1)
})

test('its requests are sent alone and have code, with the environments of the workspace', async () => {
  writeWorkspace()
  const path = 'ws/collections/yml/f/second.yml'
  expect((await fixture.runCommand(['send', path, '--env', 'Local', '--quiet'])).code).toBe(0)
  expect(fixture.asked()).toEqual(['/second?local'])
  const { stdout } = await fixture.runCommand(['codegen', path, '--env', 'Local', '--target', 'curl'])
  expect(stdout.toString()).toContain('/second?local')
})

test('a collection that is not listed is run without the workspace', async () => {
  writeWorkspace()
  const { code, stderr } = await fixture.report(['ws/collections/unlisted'])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(fixture.asked()).toEqual(['/fourth?%7B%7Bwhere%7D%7D'])
})

const mayGiveAway = needs(process.getuid?.() === 0, 'the right to change the owner of a file')

test('the list of another user of the machine is not obeyed (FI8)', mayGiveAway, async () => {
  writeWorkspace()
  chownSync(fixture.path('ws/workspace.yml'), 12_345, 12_345)
  fixture.write('ws/own.txt', 'of the other user')
  await fixture.report(['ws/collections/yml/first.yml'])
  expect(fixture.asked()).toEqual(['/first?%7B%7Bwhere%7D%7D'])
  const { code, stderr } = await fixture.run(['ws/collections/yml', '--env', 'Local'])
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('Local') })
})

test('a workspace whose collections are all elsewhere says where they are listed', async () => {
  fixture.write('ws/workspace.yml', 'info:\n  name: W\ncollections:\n  - {name: Out, path: ../out}\n')
  fixture.write('out/opencollection.yml', collection('Out'))
  fixture.write('out/one.yml', request('one'))
  const { code, stderr } = await fixture.run(['ws'])
  expect(code).toBe(3)
  expect(stderr).toContain('ws holds no collection.')
  expect(stderr).toContain('workspace.yml lists “Out” (../out), which is outside the workspace.')
  expect(fixture.asked()).toEqual([])
})

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/http-live', import.meta.url))
const real = existsSync(corpus) ? globSync('usebruno+bruno/tests/**/workspace.yml', { cwd: corpus }) : []

test('real workspaces of Bruno are read in place', needs(real.length > 0, theCorpus), async () => {
  const found: string[] = []
  for (const file of real) {
    const { code, stderr } = await fixture.run([dirname(join(corpus, file)), '--only', 'No such request'])
    const whole = stderr.includes('No request is called “No such request” (--only).')
    // Some list nothing but collections that are not there.
    const isEmpty =
      stderr.includes('holds no collection') && stderr.includes('the workspace has no such folder')
    const hasNone = stderr.includes('There are no requests there.')
    expect({ file, code, stderr, isRead: whole || isEmpty || hasNone }).toMatchObject({
      code: 3,
      isRead: true,
    })
    if (whole) found.push(file)
  }
  expect(found.length).toBeGreaterThan(real.length / 2)
})
