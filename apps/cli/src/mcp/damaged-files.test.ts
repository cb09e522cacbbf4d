import { describe, expect, test } from 'vitest'
import { canary, request } from './api-workspace.testkit.ts'
import { type Agent, useMcpFixture } from './mcp-fixture.testkit.ts'

const fixture = useMcpFixture()

const hidden = 'h1dden-5f2e-8a41'

/** A file of a request with literals that look like secrets, in every place that has one. */
function fileOf(more = '', auth = 'basic'): string {
  return `info: {name: G, type: http}
# token: ${hidden}-comment
http:
  method: GET
  url: http://ada:${hidden}-user@127.0.0.1:1/?access_token=${hidden}-query
  headers:
    - name: Authorization
      value: Bearer ${hidden}-row
    - {name: X-Api-Key, value: ${hidden}-key}
    # - name: X-Api-Key
    #   value: ${hidden}-old
${more}  auth:
    type: ${auth}
    username: ada
    password: ${hidden}-password
unknown:
  clientSecret: "${hidden}-unknown"
  list: [{token: &t ${hidden}-list}]
  other: *t
`
}

const files: Readonly<Record<string, string>> = {
  good: fileOf(),
  'an unknown authorization': fileOf('', 'unknown'),
  'a wrong part': fileOf('  params: 5\n'),
  'a wrong value': fileOf().replace('method: GET', `method: {a: ${hidden}-a}`),
  'no YAML': `${fileOf()}broken: [\n`,
  'an alias of a secret': fileOf().replace('username: ada', `username: *${hidden}`),
  'merge markers': `<<<<<<< ours\n${fileOf()}=======\n${fileOf()}>>>>>>> theirs\n`,
  'a repeated key': fileOf().replace('username: ada', `${hidden}: 1\n    ${hidden}: 2`),
  'an unfinished quote': fileOf().replace(`"${hidden}-unknown"`, `"${hidden}-unknown`),
  'zero bytes': `${fileOf()}\0`,
}

/** Returns all that an agent can read of a request. */
async function allOf(agent: Agent, path: string) {
  const got = await agent.call('get_request', { path })
  const sent = await agent.call('send_request', { path })
  const ran = await agent.call('run_collection', { path })
  const saved = await agent.call('save_request', { path, version: String(got.data.version), docs: 'x' })
  const texts = [got, sent, ran, saved, await agent.call('list_requests')].map(({ text }) => text)
  return [...texts, await agent.resource(`parley://request/${path}`)].join('\n')
}

test('no file shows its secrets, whether it can be read or not (SE1)', async () => {
  fixture.writeFile('api/opencollection.yml', 'opencollection: 1.0.0\ninfo: {name: A}\n')
  const paths = Object.keys(files).map((_, at) => `r${at}.yml`)
  for (const [at, file] of Object.values(files).entries()) fixture.writeFile(`api/r${at}.yml`, file)
  const agent = await fixture.connect(['api', '--allow-write', '--sends-per-minute', '100'])
  for (const [at, name] of Object.keys(files).entries())
    expect([name, await allOf(agent, paths[at] ?? '')]).toEqual([name, expect.not.stringContaining(hidden)])
  const good = await agent.call('get_request', { path: 'r0.yml' })
  expect(good.text).toContain('••••••')
  expect(good.text).toContain('X-Api-Key')
  const listed = (await agent.call('list_requests')).data.requests
  const damage = Object.fromEntries(
    (Array.isArray(listed) ? listed : []).map(one => [one.path, one.damage] as const),
  )
  expect(damage['r0.yml']).toBe('')
  expect(damage['r2.yml']).toContain('http.params must be a list')
  expect(damage['r4.yml']).toMatch(/line \d+, column \d+/)
  expect(damage['r6.yml']).toContain('line 1')
  expect(Object.keys(damage)).toHaveLength(paths.length)
})

describe('the files around a request', () => {
  const secret = `auth: {type: bearer, token: ${hidden}}`
  const damaged: Readonly<Record<string, string>> = {
    'opencollection.yml': `opencollection: 1.0.0\ninfo: {name: A}\nrequest: {${secret}, headers: 5}\n`,
    'folder/folder.yml': `info: {name: F, type: folder}\nrequest: {${secret}}\nx: [\n`,
    'environments/s.yml': `name: S\nvariables: [{name: key, value: ${hidden}}]\nx: *${hidden}\n`,
  }

  test.each(Object.keys(damaged))('a damaged %s shows nothing of itself (SE1)', async name => {
    fixture.writeFile('api/opencollection.yml', 'opencollection: 1.0.0\ninfo: {name: A}\n')
    fixture.writeFile('api/folder/r.yml', request('R', 'http://127.0.0.1:1/', {}, { headers: [] }))
    const agent = await fixture.connect(['api', '--allow-write'])
    fixture.writeFile(`api/${name}`, damaged[name] ?? '')
    const made = await agent.call('create_request', {
      folder: 'folder',
      name: 'N',
      url: 'http://127.0.0.1:1/',
    })
    const docs = await agent.resource('parley://collection//docs').catch(String)
    const texts = [await allOf(agent, 'folder/r.yml'), made.text, docs]
    expect(texts.join('\n')).not.toContain(hidden)
    expect([name, made.isError]).toEqual([name, !name.startsWith('environments')])
  })
})

test('a file that hides itself stays hidden if it is damaged (MC1)', async () => {
  const args = fixture.writeApi()
  fixture.writeFile('api/shop/hidden.yml', `${fixture.read('api/shop/hidden.yml')}\nx: [`)
  const agent = await fixture.connect(args)
  expect((await agent.call('get_request', { path: 'shop/hidden.yml' })).data.code).toBe('NOT_FOUND')
  expect((await agent.call('list_requests')).text).not.toContain('hidden.yml')
})

test('a damaged or linked file is listed as damaged', async () => {
  const args = fixture.writeApi()
  fixture.writeFile('secret-link.txt', canary)
  fixture.link('api/shop/linked.yml', 'secret-link.txt')
  const agent = await fixture.connect(args)
  expect((await agent.call('list_requests')).data.requests).toContainEqual(
    expect.objectContaining({ path: 'shop/linked.yml', damage: expect.stringContaining('link') }),
  )
  const got = await agent.call('get_request', { path: 'shop/linked.yml' })
  expect(got.data.code).toBe('NOT_READ')
  expect(got.text).not.toContain(canary)
})

test('an echo of a literal that is masked is hidden, and it goes to no host of an agent (SE1)', async () => {
  const args = fixture.writeApi()
  const headers = [{ name: 'Authorization', value: `Bearer ${hidden}` }]
  fixture.writeFile('api/shop/literal.yml', request('Literal', '{{base}}/l', {}, { headers }))
  const agent = await fixture.connect(args)
  const sent = await agent.call('send_request', { path: 'shop/literal.yml' })
  expect(fixture.api.requests[0]?.headers).toContainEqual({
    name: 'Authorization',
    value: `Bearer ${hidden}`,
  })
  expect(sent.text).not.toContain(hidden)
  const variables = { base: fixture.evil.url }
  const moved = await agent.call('send_request', { path: 'shop/literal.yml', variables })
  expect(moved.text).toContain('SECRET_HOST_NOT_ALLOWED')
  expect(fixture.evil.requests).toEqual([])
})

test('a run sends what can be read, and names what was left out', async () => {
  fixture.writeFile('api/opencollection.yml', 'opencollection: 1.0.0\ninfo: {name: A}\n')
  for (const name of ['a', 'b'])
    fixture.writeFile(`api/${name}.yml`, request(name, `${fixture.api.url}/${name}`))
  fixture.writeFile('api/broken.yml', 'info: {name: [\n')
  fixture.writeFile('api/environments/q.yml', 'name: [\n')
  const agent = await fixture.connect(['api'])
  const ran = await agent.call('run_collection', { path: '' })
  expect(ran).toMatchObject({ isError: true, data: { requests: 2, untested: 2, leftOut: ['broken.yml'] } })
  expect((await agent.call('run_collection', { path: 'a.yml' })).data).toMatchObject({
    leftOut: [],
    untested: 1,
  })
})

test('a save keeps the values that an agent got masked, and saves no mask', async () => {
  fixture.writeFile('api/opencollection.yml', 'opencollection: 1.0.0\ninfo: {name: A}\n')
  const url = `http://ada:${hidden}@127.0.0.1:1/a?access_token=${hidden}-query&page=1`
  const headers = [{ name: 'Authorization', value: `Bearer ${hidden}` }]
  const body = { type: 'json', data: `{"password":"${hidden}"}` }
  fixture.writeFile('api/r.yml', request('R', url, {}, { headers, method: 'POST', body }))
  const agent = await fixture.connect(['api', '--allow-write'])
  const shown = url.replace(`${hidden}@`, '••••••@').replace(`${hidden}-query`, '••••••')
  const save = async (fields: object) => {
    const { version } = (await agent.call('get_request', { path: 'r.yml' })).data
    return (await agent.call('save_request', { path: 'r.yml', version, ...fields })).data.code
  }
  const rows = [{ name: 'Authorization', value: 'Bearer ••••••' }]
  const json = '{"password":"••••••"}'
  expect(await save({ url: shown.replace('page=1', 'page=2'), headers: rows, json, docs: 'x' })).toBe(
    undefined,
  )
  const file = fixture.read('api/r.yml')
  expect(file).toContain(url.replace('page=1', 'page=2'))
  expect(file).toContain(`Bearer ${hidden}`)
  expect(file).not.toContain('•')
  for (const fields of [
    { url: shown.replace('access_token', 'token') },
    { url: shown.replace('127.0.0.1:1', '127.0.0.1:2') },
    { headers: [{ name: 'X', value: 'Bearer ••••••' }] },
    { json: '{"other":"••••••"}' },
    { docs: '••••••' },
    { name: '••••••' },
  ])
    expect([fields, await save(fields)]).toEqual([fields, 'SECRET_REFERENCE_NOT_ALLOWED'])
  expect(fixture.read('api/r.yml')).toBe(file)
})

test('a file above 256 KB is not shown, and its setting for agents counts (SE1)', async () => {
  const long = (end: string) => `${fileOf()}long: ${'a'.repeat(262_144)}\n${end}`
  fixture.writeFile('api/opencollection.yml', 'opencollection: 1.0.0\ninfo: {name: A}\n')
  fixture.writeFile('api/long.yml', long('# agents\n'))
  fixture.writeFile('api/own.yml', long('extensions: {parley: {agents: false}}\n'))
  const agent = await fixture.connect(['api'])
  const got = await agent.call('get_request', { path: 'long.yml' })
  expect(got.text).toContain('longer than 256 KB')
  expect(got.text).not.toContain(hidden)
  expect((await agent.call('list_requests')).text).not.toContain('own.yml')
})
