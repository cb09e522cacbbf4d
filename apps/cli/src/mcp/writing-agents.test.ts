import { describe, expect, test } from 'vitest'
import { canary, request } from './api-workspace.testkit.ts'
import { useMcpFixture } from './mcp-fixture.testkit.ts'
import { acts } from './tools/check-written.testkit.ts'

const fixture = useMcpFixture()

/** Connects an agent that may write, to a workspace with comments, aliases of secrets and a second host. */
async function writing(more: readonly string[] = []) {
  const args = fixture.writeApi()
  const file = fixture.read('api/environments/staging.yml')
  const added = '  - name: alias\n    value: "Bearer {{token}}"\n  - name: deep\n    value: "{{alias}}"\n'
  fixture.writeFile('api/environments/staging.yml', file.replace('variables:\n', `variables:\n${added}`))
  fixture.writeFile(
    'api/shop/plain.yml',
    '# why this request exists\ninfo:\n  name: Plain\n  type: http\nhttp:\n  method: GET # safe\n  url: "{{base}}/plain"\n',
  )
  fixture.writeFile('api/shop/literal.yml', request('Literal', 'https://api.example.com/v1'))
  const agent = await fixture.connect([...args, '--allow-write', ...more])
  const versionOf = async (path: string) => (await agent.call('get_request', { path })).data.version
  return { agent, versionOf }
}

test('without --allow-write the tools do not exist', async () => {
  const agent = await fixture.connect(fixture.writeApi())
  expect(await agent.tools()).not.toContain('save_request')
  const refused = await agent
    .call('save_request', { path: 'shop/list.yml', version: '' })
    .catch(error => error)
  expect(String(refused.text ?? refused)).toMatch(/not found|unknown/i)
})

test('each tool that changes or sends something is in the table of acts', async () => {
  const { agent } = await writing()
  const reading = ['list_requests', 'get_request', 'read_body', 'list_history', 'get_run']
  expect((await agent.tools()).filter(name => !reading.includes(name)).toSorted()).toEqual(
    Object.keys(acts).toSorted(),
  )
})

describe('with the files of two environments', () => {
  /** A collection whose authorization goes to one server, with a public request at another one. */
  async function shop(more: readonly string[] = []) {
    const own = fixture.api.url
    const third = fixture.evil.url
    const environment = (name: string, secret: string) =>
      `name: ${name}\nvariables:\n  - name: ${secret}\n    secret: true\n`
    fixture.writeFile('two/environments/s.yml', environment('S', 'token'))
    fixture.writeFile('two/environments/p.yml', environment('P', 'prodKey'))
    fixture.writeFile(
      'two/opencollection.yml',
      'opencollection: 1.0.0\ninfo: {name: Two}\nrequest:\n  auth: {type: bearer, token: "{{token}}"}\n',
    )
    fixture.writeFile('two/get.yml', request('Get', `${own}/get`))
    const open = { extensions: { parley: { auth: { type: 'none' } } } }
    const http = { headers: [], auth: { type: 'none' } }
    fixture.writeFile('two/third.yml', request('Third', `${third}/public`, open, http))
    fixture.writeFile('secret.txt', canary)
    const args = ['two', '--env', 'S', '--secret', 'token=@secret.txt', '--allow-write', ...more]
    return { agent: await fixture.connect(args), third }
  }

  test('neither a new nor a moved request takes a secret to another host of the collection (MC1)', async () => {
    const { agent, third } = await shop()
    const made = await agent.call('create_request', { folder: '', name: 'New', url: `${third}/new` })
    expect(made.data.code).toBe('SECRET_HOST_NOT_ALLOWED')
    expect(made.text).toContain('--allow-host')
    const { version } = (await agent.call('get_request', { path: 'get.yml' })).data
    const moved = await agent.call('save_request', { path: 'get.yml', version, url: `${third}/x` })
    expect(moved.data.code).toBe('SECRET_HOST_NOT_ALLOWED')
    expect((await agent.call('send_request', { path: 'third.yml' })).isError).toBe(false)
    expect(JSON.stringify(fixture.evil.requests)).not.toContain(canary)
  })

  test('the secret of an environment that is not chosen has no new place (MC1)', async () => {
    const { agent } = await shop()
    const url = `${fixture.api.url}/x`
    for (const name of ['token', 'prodKey']) {
      const headers = [{ name: 'X', value: `{{${name}}}` }]
      const made = await agent.call('create_request', { folder: '', name, url, headers })
      expect(made.data.code, name).toBe('SECRET_REFERENCE_NOT_ALLOWED')
    }
    expect((await agent.call('create_request', { folder: '', name: 'Plain', url })).isError).toBe(false)
  })

  test('a file that cannot be read refuses nothing but itself', async () => {
    fixture.writeFile('two/broken.yml', 'info: {name: [\n')
    fixture.writeFile(
      'two/environments/broken.yml',
      'name: Q\nvariables:\n  - name: otherKey\n    secret: [\n',
    )
    const { agent } = await shop()
    fixture.link('two/linked.yml', 'secret.txt')
    const url = `${fixture.api.url}/x`
    expect((await agent.call('create_request', { folder: '', name: 'New', url })).isError).toBe(false)
    expect((await agent.call('send_request', { path: 'New.yml' })).isError).toBe(false)
    const headers = [{ name: 'X', value: '{{otherKey}}' }]
    const named = await agent.call('create_request', { folder: '', name: 'Named', url, headers })
    expect(named.data.code).toBe('SECRET_REFERENCE_NOT_ALLOWED')
  })
})

test('a request is created, changed and sent; comments stay', async () => {
  const { agent, versionOf } = await writing()
  expect(await agent.tools()).toEqual(expect.arrayContaining(['save_request', 'create_request']))
  const created = await agent.call('create_request', {
    folder: 'shop',
    name: 'New',
    method: 'POST',
    url: '{{base}}/new?note={{note}}',
    headers: [{ name: 'X-Of', value: '{{note}}' }],
    json: '{"a": 1}',
  })
  expect(created).toMatchObject({ isError: false, data: { path: 'shop/New.yml' } })
  await agent.call('send_request', { path: 'shop/New.yml' })
  expect(fixture.api.requests[0]).toMatchObject({ method: 'POST', url: '/new?note=none' })

  const version = await versionOf('shop/plain.yml')
  const saved = await agent.call('save_request', { path: 'shop/plain.yml', version, url: '{{base}}/other' })
  expect(saved.isError).toBe(false)
  const file = fixture.read('api/shop/plain.yml')
  expect(file).toContain('# why this request exists')
  expect(file).toContain('# safe')
  expect(file).toContain('{{base}}/other')

  const again = await agent.call('save_request', { path: 'shop/plain.yml', version, url: '{{base}}/third' })
  expect(again.data.code).toBe('FILE_CHANGED')
})

test('what an agent does not name stays, with its secrets', async () => {
  const { agent, versionOf } = await writing()
  const before = JSON.parse(fixture.read('api/shop/list.yml'))
  await agent.call('save_request', {
    path: 'shop/list.yml',
    version: await versionOf('shop/list.yml'),
    docs: 'Lists books',
  })
  await agent.call('send_request', { path: 'shop/list.yml' })
  expect(fixture.api.requests[0]?.headers).toContainEqual({ name: 'X-Key', value: canary })
  expect(fixture.read('api/shop/list.yml')).toContain('Lists books')
  expect(fixture.read('api/shop/list.yml')).toContain(before.http.url)
})

test('a secret stays in its part of a request, and comes into no other one (MC1)', async () => {
  const { agent, versionOf } = await writing()
  const path = 'shop/list.yml'
  const save = async (headers: object) =>
    (await agent.call('save_request', { path, version: await versionOf(path), headers })).data.code
  expect(await save([{ name: 'X-Key', value: 'v2 {{token}}' }])).toBe(undefined)
  expect(await save([{ name: 'X-Other', value: '{{token}}' }])).toBe('SECRET_REFERENCE_NOT_ALLOWED')
  expect(await save([{ name: 'X-{{token}}', value: '' }])).toBe('SECRET_REFERENCE_NOT_ALLOWED')
})

describe('a request that takes secrets elsewhere is not written', () => {
  const fields: Readonly<Record<string, readonly [object, string]>> = {
    'another host (MC1)': [{ url: 'http://evil.example/list' }, 'HOST_NOT_ALLOWED'],
    'a longer host': [{ url: '{{base}}.evil.example/list' }, 'HOST_NOT_ALLOWED'],
    'a user before the host': [{ url: '{{base}}@evil.example/list' }, 'HOST_NOT_ALLOWED'],
    'a backslash': [{ url: 'https://api.example.com\\@evil.example/' }, 'HOST_NOT_ALLOWED'],
    'another port': [{ url: 'https://api.example.com:8443/' }, 'HOST_NOT_ALLOWED'],
    'another scheme': [{ url: 'http://api.example.com/' }, 'HOST_NOT_ALLOWED'],
    'two slashes': [{ url: '{{base}}//evil.example/' }, 'HOST_NOT_ALLOWED'],
    'a host of a variable': [{ url: '{{note}}/x' }, 'HOST_NOT_ALLOWED'],
    'a secret in the query (MC1)': [{ url: '{{base}}/x?q={{token}}' }, 'SECRET_REFERENCE_NOT_ALLOWED'],
    'a secret in a header': [
      { headers: [{ name: 'X', value: 'a {{ token }}' }] },
      'SECRET_REFERENCE_NOT_ALLOWED',
    ],
    'a secret in the body': [{ json: '{"a":"{{token}}"}' }, 'SECRET_REFERENCE_NOT_ALLOWED'],
    'a variable with a secret': [{ json: '{"a":"{{deep}}"}' }, 'SECRET_REFERENCE_NOT_ALLOWED'],
    'a name made of names (MC1)': [{ json: '{"a":"{{to{{note}}ken}}"}' }, 'SECRET_REFERENCE_NOT_ALLOWED'],
  }

  test.each(Object.keys(fields))('%s', async name => {
    const { agent, versionOf } = await writing()
    const [change, code] = fields[name] ?? [{}, '']
    const files = fixture.read('api/shop/plain.yml')
    const version = await versionOf('shop/plain.yml')
    const saved = await agent.call('save_request', { path: 'shop/plain.yml', version, ...change })
    expect(saved.data.code).toBe(code)
    const created = await agent.call('create_request', {
      folder: 'shop',
      name: 'Plain 2',
      url: '{{base}}/x',
      ...change,
    })
    expect(created.data.code).toBe(code)
    expect(fixture.read('api/shop/plain.yml')).toBe(files)
    expect((await agent.call('list_requests', { search: 'plain 2' })).data.requests).toEqual([])
  })

  test('a host that the user allowed is written', async () => {
    const { agent } = await writing(['--allow-host', 'other.example'])
    const created = await agent.call('create_request', {
      folder: 'shop',
      name: 'Other',
      url: 'https://other.example/x',
    })
    expect(created.isError).toBe(false)
  })
})

test.each([
  ['a folder outside (MC1)', 'create_request', { folder: '../', name: 'A', url: '{{base}}/' }],
  ['a hidden collection', 'create_request', { folder: 'private', name: 'A', url: '{{base}}/' }],
  ['a request as a folder', 'create_request', { folder: 'shop/list.yml', name: 'A', url: '{{base}}/' }],
  ['a hidden request', 'save_request', { path: 'shop/hidden.yml', version: '', name: 'A' }],
  ['a file that is no request', 'save_request', { path: 'workspace.yml', version: '', name: 'A' }],
])('%s is not written', async (_name, tool, args) => {
  const { agent } = await writing()
  expect((await agent.call(tool, args)).data.code).toBe('NOT_FOUND')
})

test('--read-only and --allow-write exclude each other', async () => {
  const args = [...fixture.writeApi(), '--read-only', '--allow-write']
  const { code, stderr } = await fixture.runCommand(['mcp', ...args], { env: fixture.env() })
  expect(code).toBe(3)
  expect(stderr).toContain('Give only one of --read-only and --allow-write.')
})
