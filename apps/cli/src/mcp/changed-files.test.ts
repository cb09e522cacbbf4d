import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, test } from 'vitest'
import { request } from './api-workspace.testkit.ts'
import { listedRows, testManyChanges } from './changed-files.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()
const at = (path: string) => fixture.path(`api/${path}`)
const write = (path: string, name: string, url = '{{base}}/x') =>
  fixture.writeFile(`api/${path}`, request(name, url))

const list = 'shop/list.yml List {{base}}/list'

/** What an editor, git or the app does to files, and a row of the list that then appears or is gone. */
const changes: Readonly<Record<string, readonly [act: () => void, appears: string | null, gone?: string]>> = {
  'a new request': [() => write('shop/new.yml', 'New'), 'shop/new.yml New {{base}}/x'],
  'a request in new folders': [() => write('shop/a/b/c/new.yml', 'New'), 'shop/a/b/c/new.yml New {{base}}/x'],
  'an edit in place': [() => write('shop/list.yml', 'Edited'), 'shop/list.yml Edited {{base}}/x', list],
  'an edit that keeps size and time': [
    () => {
      const { atime, mtime } = statSync(at('shop/list.yml'))
      const text = readFileSync(at('shop/list.yml'), 'utf8')
      writeFileSync(at('shop/list.yml'), text.replace('/list', '/tsil'))
      utimesSync(at('shop/list.yml'), atime, mtime)
    },
    'shop/list.yml List {{base}}/tsil',
    list,
  ],
  'an edit by an editor that writes a new file': [
    () => {
      write('shop/list.yml.tmp', 'Edited')
      renameSync(at('shop/list.yml.tmp'), at('shop/list.yml'))
    },
    'shop/list.yml Edited {{base}}/x',
    list,
  ],
  'a new name of a file': [
    () => renameSync(at('shop/list.yml'), at('shop/other.yml')),
    'shop/other.yml List {{base}}/list',
    list,
  ],
  'a deletion': [() => rmSync(at('shop/list.yml')), null, list],
  'a folder that moves': [
    () => {
      mkdirSync(at('shop/deep'))
      renameSync(at('shop/list.yml'), at('shop/deep/list.yml'))
      renameSync(at('shop/deep'), at('shop/moved'))
    },
    'shop/moved/list.yml List {{base}}/list',
    list,
  ],
  'a new collection': [
    () => {
      fixture.writeFile('api/users/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Users\n')
      write('users/one.yml', 'One')
    },
    'users/one.yml One {{base}}/x',
  ],
  'a deleted collection': [() => rmSync(at('shop'), { recursive: true }), null, list],
  'a request that hides itself': [
    () =>
      fixture.writeFile(
        'api/shop/list.yml',
        request('List', '{{base}}/list', { extensions: { parley: { agents: false } } }),
      ),
    null,
    list,
  ],
  'a collection that hides itself': [
    () => appendFileSync(at('shop/opencollection.yml'), 'extensions:\n  parley:\n    agents: false\n'),
    null,
    list,
  ],
  'several files at once, as another branch of git changes them': [
    () => {
      rmSync(at('shop/list.yml'))
      write('shop/branch.yml', 'Branch')
      write('shop/renamed.yml', 'List', '{{base}}/list')
    },
    'shop/branch.yml Branch {{base}}/x',
    list,
  ],
}

describe('the next call sees', () => {
  test.each(Object.entries(changes))('%s', async (_, [act, appears, gone]) => {
    const args = fixture.writeApi()
    const agent = await fixture.connect(args)
    expect(await listedRows(agent)).toContain(list)
    act()
    const after = await listedRows(agent)
    if (appears !== null) expect(after).toContain(appears)
    if (gone !== undefined) expect(after).not.toContain(gone)
  })

  testManyChanges(fixture, 30)

  test('a folder of the workspace that was replaced by another', async () => {
    const agent = await fixture.connect(fixture.writeApi())
    await listedRows(agent)
    cpSync(at('.'), fixture.path('copy'), { recursive: true })
    renameSync(at('.'), fixture.path('old'))
    renameSync(fixture.path('copy'), at('.'))
    write('shop/new.yml', 'New')
    expect((await agent.call('send_request', { path: 'shop/new.yml' })).isError).toBe(false)
  })
})

describe('a send is made', () => {
  const sentTo = () => fixture.api.requests.map(({ url }) => url)

  test('of the file as it is now, however often it changes (MC1)', async () => {
    const agent = await fixture.connect(fixture.writeApi())
    await listedRows(agent)
    for (let count = 0; count < 10; count += 1) {
      write('shop/list.yml', `N${count}`, `{{base}}/n${count}`)
      await agent.call('send_request', { path: 'shop/list.yml' })
      expect(sentTo().at(-1)).toBe(`/n${count}`)
    }
  })

  test('with the environment and the secret as they are now', async () => {
    const agent = await fixture.connect(fixture.writeApi())
    await agent.call('send_request', { path: 'shop/list.yml' })
    const file = fixture.read('api/environments/staging.yml')
    fixture.writeFile('api/environments/staging.yml', file.replace('value: none', 'value: changed'))
    await agent.call('send_request', { path: 'shop/list.yml' })
    const noteOf = (sent: (typeof fixture.api.requests)[number] | undefined) =>
      sent?.headers.find(({ name }) => name === 'X-Note')?.value
    expect(fixture.api.requests.map(noteOf)).toEqual(['none', 'changed'])
  })

  const hiding: Readonly<Record<string, () => void>> = {
    'a request that hid itself a moment before': () =>
      fixture.writeFile(
        'api/shop/list.yml',
        request('List', '{{base}}/list', { extensions: { parley: { agents: false } } }),
      ),
    'a request whose folder hid itself': () =>
      fixture.writeFile(
        'api/shop/folder/folder.yml',
        'info:\n  name: Folder\nextensions:\n  parley:\n    agents: false\n',
      ),
    'a request whose collection got a name that is not exposed': () =>
      fixture.writeFile('api/shop/opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Other\n'),
  }

  test.each(Object.keys(hiding))('never of %s (MC1)', async way => {
    const args = fixture.writeApi()
    write('shop/folder/inside.yml', 'Inside')
    const agent = await fixture.connect([...args, '--collections', 'Shop'])
    await listedRows(agent)
    hiding[way]?.()
    const path = way.includes('folder') ? 'shop/folder/inside.yml' : 'shop/list.yml'
    const called = [
      await agent.call('send_request', { path }),
      await agent.call('run_collection', { path }),
      await agent.call('get_request', { path }),
    ]
    expect(called.map(({ data }) => data.code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(sentTo()).toEqual([])
  })

  test('never of a new request that hides itself behind the name of another (MC1)', async () => {
    const agent = await fixture.connect(fixture.writeApi())
    await listedRows(agent)
    fixture.writeFile(
      'api/shop/twin.yml',
      request('List', '{{base}}/twin', { extensions: { parley: { agents: false } } }),
    )
    await agent.call('run_collection', { path: 'shop' })
    expect(sentTo()).not.toContain('/twin')
  })
})
