import { expect, test } from 'vitest'
import {
  expectOwnFiles,
  fileUses,
  layoutNames,
  layouts,
  type ReportedUse,
} from '../run/places-of-files.testkit.ts'
import { request } from './api-workspace.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

test.each(layoutNames)('in %s, paths start in the folder of the collection', async layout => {
  const { collections, write } = layouts[layout]
  const files = {
    path: fixture.path,
    write(name: string, content: string | object) {
      fixture.writeFile(name, content)
      return name
    },
    sink: fixture.api,
  }
  await write(files)
  const agent = await fixture.connect(['ws'])
  const sent: ReportedUse[] = []
  for (const collection of collections)
    for (const use of fileUses) {
      const { data } = await agent.call('send_request', {
        path: `${collection}/f/${use}.yml`.slice('ws/'.length),
      })
      sent.push({ name: use, failure: data.failure })
    }
  expectOwnFiles(files, sent, collections)
  const [first = ''] = collections
  const ofFirst = first === 'ws' ? agent : await fixture.connect([first])
  const { data } = await ofFirst.call('run_collection', { path: `${first}/f`.slice('ws/'.length) })
  expect(data).toMatchObject({ requests: fileUses.length, passed: 0, untested: 4, error: 3 })
  expectOwnFiles(files, data.failedRows as readonly ReportedUse[], collections)
})

test('agents use the listed collections of a workspace, and the user sees which they cannot use', async () => {
  const listed = ['shop', 'bru', 'gone'].map(name => `  - name: ${name}\n    path: collections/${name}\n`)
  fixture.writeFile('ws/workspace.yml', `info:\n  name: W\ncollections:\n${listed.join('')}`)
  fixture.writeFile(
    'ws/environments/Local.yml',
    'name: Local\nvariables:\n  - name: note\n    value: local\n',
  )
  fixture.writeFile('ws/collections/shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n')
  fixture.writeFile('ws/collections/shop/list.yml', request('List', `${fixture.api.url}/list`))
  fixture.writeFile('ws/collections/bru/bruno.json', { version: '1', name: 'Bru', type: 'collection' })
  for (const folder of ['ws', 'ws/collections/shop']) {
    const agent = await fixture.connect([folder, '--env', 'Local', '--allow-write'])
    const { data } = await agent.call('list_requests')
    expect(JSON.stringify(data)).toContain('collections/shop/list.yml')
    const sent = await agent.call('send_request', { path: 'collections/shop/list.yml' })
    expect(sent.data).toMatchObject({ status: 200, failure: null })
    expect(fixture.api.requests.at(-1)?.headers).toContainEqual({ name: 'X-Note', value: 'local' })
    const run = await agent.call('run_collection', { path: 'collections/shop' })
    expect(run.data).toMatchObject({ requests: 1, untested: 1 })
    expect(agent.stderr().includes('which is in the format of Bruno. Import it to use it here.')).toBe(
      folder === 'ws',
    )
    expect(agent.stderr().split('has no such folder')).toHaveLength(folder === 'ws' ? 2 : 1)
  }
})
