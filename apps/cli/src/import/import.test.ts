import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acquireLock } from '@parley/appdata'
import { expect, test } from 'vitest'
import {
  canary,
  collection,
  environment,
  testHostileArchives,
  useImportFixture,
} from './import-fixture.testkit.ts'

const own = useImportFixture()
const { fixture, run, files } = own

test('a collection is written to the workspace as files without its secrets, and the report lists the rest', async () => {
  mkdirSync(fixture.path('in'))
  writeFileSync(fixture.path('in/shop.json'), JSON.stringify(collection))
  writeFileSync(fixture.path('in/live.json'), JSON.stringify(environment))
  writeFileSync(fixture.path('in/notes.txt'), 'hello')
  const { code, stdout, stderr } = await run(['in', '--into', 'ws'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const line of [
    'shop.json (Postman): 1 collection, 2 requests',
    'live.json (Postman): 1 environment, 1 variable',
    'notes.txt: The format of the file is unknown.',
    'Edge: The authorization edgegrid is not supported; the request has none.',
    'Get: Post Response, line 1: require',
    'Get: ../../.ssh/id_rsa',
  ])
    expect(stdout).toContain(line)
  expect(stdout).not.toContain('\u001b')
  expect(stdout).not.toContain(canary)
  const [folder = ''] = readdirSync(fixture.path('ws')).filter(name => name.includes('Shop'))
  expect(readFileSync(fixture.path(`ws/${folder}/Get.yml`), 'utf8')).toContain('http://a.test/:id')
  expect(readFileSync(fixture.path(`ws/${folder}/import-report.md`), 'utf8')).toContain('edgegrid')
  for (const file of files()) expect(readFileSync(file, 'utf8')).not.toContain(canary)
  expect(readFileSync(fixture.path('ws/environments/Live.yml'), 'utf8')).toContain('apiKey')
  expect(existsSync(fixture.path('Shop'))).toBe(false)
  expect(statSync(fixture.path('home/secrets.json')).mode & 0o777).toBe(0o600)
})

test('secrets of collections stay theirs, withheld, and plain-text ones are named', async () => {
  const header = [{ key: 'X-Api-Key', value: 'written-out' }]
  const shop = {
    info: { name: 'Shop' },
    item: [{ name: 'Get', request: { url: 'http://a.test/{{pin}}', header } }],
    variable: [{ key: 'pin', value: canary, type: 'secret' }],
  }
  writeFileSync(fixture.path('shop.json'), JSON.stringify(shop))
  const first = await run(['shop.json', '--into', 'ws'])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  for (const line of [
    'Secrets in plain text (1). These values were saved as plain text in workspace files. Move each to a secret variable',
    '  Shop / Get: header X-Api-Key',
  ])
    expect(first.stdout).toContain(line)
  for (const file of files()) expect(readFileSync(file, 'utf8')).not.toContain(canary)
  expect(first.stdout).not.toContain('variables of the workspace')
  expect(readFileSync(fixture.path('ws/Shop/opencollection.yml'), 'utf8')).toMatch(
    /- name: pin\s+value: ""[\s\S]*secrets:\s+- pin/,
  )
  const report = readFileSync(fixture.path('ws/Shop/import-report.md'), 'utf8')
  expect(report).toContain('X-Api-Key')
  expect(report).not.toContain('written-out')
})

test('while another Parley uses the app data, secrets are left out and the command says so', async () => {
  mkdirSync(fixture.path('home'), { recursive: true })
  const held = await acquireLock(fixture.path('home'), { isAnswering: async () => true, waitMs: 0 })
  writeFileSync(fixture.path('shop.json'), JSON.stringify(collection))
  const { code, stderr } = await run(['shop.json', '--into', 'ws'])
  if (held.state === 'owned') await held.lock.release()
  expect(code).toBe(0)
  expect(stderr).toContain('Note: 1 secret values were not stored')
  for (const file of files()) expect(readFileSync(file, 'utf8')).not.toContain(canary)
})

test('--json-output is one document; --check writes nothing', async () => {
  writeFileSync(fixture.path('shop.json'), JSON.stringify(collection))
  const { code, stdout } = await run(['shop.json', '--check', '--json-output'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    sources: [{ path: 'shop.json', format: 'postman' }],
    counts: { requests: 2 },
    unsupportedCalls: [{ line: 1, name: 'require' }],
    filesToPick: [{ filePath: '../../.ssh/id_rsa' }],
    written: null,
  })
  expect(readdirSync(fixture.folder)).toEqual(['shop.json'])
})

test('standard input is read, with the commands in it as data (attacks IM4)', async () => {
  const stdin = `curl "http://a.test/$(touch ${fixture.path('pwned')})"\ncurl http://b.test -o ${fixture.path('out')}; touch ${fixture.path('pwned')}\n`
  const { code, stdout } = await run(['-', '--into', 'ws'], { stdin })
  expect({ code, first: stdout.split('\n')[0] }).toEqual({
    code: 0,
    first: 'standard input (cURL commands): 1 collection, 2 requests',
  })
  expect(existsSync(fixture.path('pwned')) || existsSync(fixture.path('out'))).toBe(false)
})

test('a URL is read, but nothing that the document refers to (IM3, IM8)', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Remote' },
    paths: { '/x': { $ref: `${fixture.sink.url}/evil.json` }, '/y': { get: {} } },
  }
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/api.json' ? 200 : 404
    response.end(JSON.stringify(document))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const read = await run([`http://127.0.0.1:${port}/api.json`, '--into', 'ws'])
  const missing = await run([`http://127.0.0.1:${port}/none.json`, '--into', 'ws'])
  await new Promise(resolve => server.close(resolve))
  expect(read).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('api.json (OpenAPI): 1 collection'),
  })
  expect(read.stdout).toContain('evil.json, which was not fetched')
  expect(fixture.sink.requests).toEqual([])
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The server responded with 404'),
  })
  const gone = await run(['http://127.0.0.1:1/x', '--into', 'ws'])
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining('parley: ') })
})

test('a new version of a document shows the difference first, and writes nothing', async () => {
  const document = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Api' }, paths })
  writeFileSync(fixture.path('api.json'), document({ '/a': { get: {} } }))
  expect(await run(['api.json', '--into', 'ws'])).toMatchObject({ code: 0 })
  writeFileSync(fixture.path('api.json'), document({ '/a': { get: {} }, '/b': { get: {} } }))
  const before = files().length
  const asked = await run(['api.json', '--into', 'ws'])
  expect(asked).toMatchObject({ code: 3, stderr: expect.stringContaining('New: GET /b (GET /b)') })
  expect(files()).toHaveLength(before)
})

test.each([
  [['gone.json', '--into', 'ws'], 'There is no file or folder gone.json. Check the path.'],
  [['none.txt'], 'Give the folder of the workspace: --into WORKSPACE.'],
  [['list.sh', '--into', 'none.txt'], 'none.txt is not a folder.'],
  [[], "missing required argument 'source'"],
])('%j is refused with 3', async (args, sentence) => {
  writeFileSync(fixture.path('none.txt'), 'hello')
  writeFileSync(fixture.path('list.sh'), 'curl http://a.test')
  const { code, stdout, stderr } = await run(args)
  expect(stderr).toContain(sentence)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
})
testHostileArchives(own, ['a name that leads out of it'])
