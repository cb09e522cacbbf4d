import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { acquireLock } from '@parley/appdata'
import { hostileArchives, makeZip } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import type { InProcessOptions } from '../io/run-in-process.testkit.ts'
import { useSendFixture } from '../send/send-fixture.testkit.ts'

const fixture = useSendFixture()
const canary = 'canary-8XqP'

const collection = {
  info: { name: '../../Shop\u001b[2J' },
  item: [
    {
      name: 'Get',
      request: {
        url: 'http://a.test/:id',
        auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] },
        body: { mode: 'file', file: { src: '../../.ssh/id_rsa' } },
      },
      event: [{ listen: 'test', script: { exec: ['const x = require("fs")'] } }],
    },
    { name: 'Edge', request: { url: 'http://a.test', auth: { type: 'edgegrid' } } },
  ],
}
const environment = {
  name: 'Live',
  values: [{ key: 'apiKey', value: `${canary}-2`, type: 'secret' }],
  _postman_variable_scope: 'environment',
}

describe('parley import', () => {
  const run = async (args: readonly string[], options: InProcessOptions = {}) => {
    const env = { PARLEY_HOME: fixture.path('home') }
    const { code, stdout, stderr } = await fixture.run(['import', ...args], { env, ...options })
    return { code, stdout: stdout.toString(), stderr }
  }
  const files = () =>
    globSync('**/*', { cwd: fixture.path('ws'), withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))

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

  test('the repair of a damaged database is reported once on standard error, and the import continues', async () => {
    writeFileSync(fixture.path('shop.json'), JSON.stringify(collection))
    await run(['shop.json', '--into', 'ws'])
    const database = fixture.path('home/parley.db')
    const sizeBytes = statSync(database).size
    writeFileSync(database, Buffer.alloc(sizeBytes, 'no database'))
    const { code, stderr } = await run(['shop.json', '--into', 'ws'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Note: Parley’s database was damaged and was repaired\.\n/)
    const [, kept = ''] = /^The damaged file is kept as (.+)\. You can delete it/m.exec(stderr) ?? []
    expect(statSync(kept).size).toBe(sizeBytes)
    expect((await run(['shop.json', '--into', 'ws'])).stderr).toBe('')
  })

  test('Postman globals become global variables of all workspaces, and existing ones do not change', async () => {
    const globals = (values: object) =>
      JSON.stringify({ name: 'G', values, _postman_variable_scope: 'globals' })
    const pin = { key: 'pin', value: canary, type: 'secret' }
    writeFileSync(fixture.path('g.json'), globals([{ key: 'host', value: 'a.test' }, pin]))
    const first = await run(['g.json', '--into', 'ws'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('host, pin: now global variables of every workspace')
    const kept = readFileSync(fixture.path('home/globals.yml'), 'utf8')
    expect(kept).toContain('a.test')
    expect(kept).not.toContain(canary)
    expect(existsSync(fixture.path('ws/environments'))).toBe(false)
    writeFileSync(
      fixture.path('g.json'),
      globals([{ key: 'host', value: 'b.test' }, { key: 'new', value: '1' }, pin]),
    )
    const second = await run(['g.json', '--into', 'ws2'])
    expect(second.stderr).toContain('The global variable host has another value already, which stays.')
    expect(second.stderr).not.toContain('pin')
    const now = readFileSync(fixture.path('home/globals.yml'), 'utf8')
    expect(now).toContain('a.test')
    expect(now).not.toContain('b.test')
    expect(now).toContain('name: new')
  })

  test('secrets of collections become secret variables of the workspace, and plain-text ones are named', async () => {
    const variable = (value: string) => [{ key: 'pin', value, type: 'secret' }]
    const header = [{ key: 'X-Api-Key', value: 'written-out' }]
    const shop = (value: string) => ({
      info: { name: 'Shop' },
      item: [{ name: 'Get', request: { url: 'http://a.test/{{pin}}', header } }],
      variable: variable(value),
    })
    writeFileSync(fixture.path('shop.json'), JSON.stringify(shop(canary)))
    const first = await run(['shop.json', '--into', 'ws'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    for (const line of [
      'pin: now secret variables of the workspace',
      'Shop: The secret variable pin is now one of the workspace',
      'Secrets in plain text (1). They were written to the files of the workspace as plain text. Put each into a secret variable',
      '  Shop / Get: the header X-Api-Key',
    ])
      expect(first.stdout).toContain(line)
    for (const file of files()) expect(readFileSync(file, 'utf8')).not.toContain(canary)
    expect(readFileSync(fixture.path('ws/workspace.yml'), 'utf8')).toContain('name: pin')
    const report = readFileSync(fixture.path('ws/Shop/import-report.md'), 'utf8')
    expect(report).toContain('X-Api-Key')
    expect(report).not.toContain('written-out')
    writeFileSync(fixture.path('shop.json'), JSON.stringify(shop('another')))
    const second = await run(['shop.json', '--into', 'ws'])
    expect(second.stderr).toContain(
      'The variable of the workspace pin has another value already, which stays.',
    )
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
    const written = await run(['shop.json', '--into', 'ws', '--json-output'])
    expect(JSON.parse(written.stdout).written).toMatchObject({
      collections: [{ name: collection.info.name }],
    })
  })

  test('a URL is read, but nothing that the document refers to', async () => {
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

  test('standard input is read, with the commands in it as data (attacks IM4)', async () => {
    const stdin = `curl "http://a.test/$(touch ${fixture.path('pwned')})"\ncurl http://b.test -o ${fixture.path('out')}; touch ${fixture.path('pwned')}\n`
    const { code, stdout } = await run(['-', '--into', 'ws'], { stdin })
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: 'standard input (cURL commands): 1 collection, 2 requests',
    })
    expect(existsSync(fixture.path('pwned')) || existsSync(fixture.path('out'))).toBe(false)
  })

  test('a new version of a document shows the difference first, and updates with --update', async () => {
    const document = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Api' }, paths })
    writeFileSync(fixture.path('api.json'), document({ '/a': { get: {} } }))
    expect(await run(['api.json', '--into', 'ws'])).toMatchObject({ code: 0 })
    writeFileSync(fixture.path('api.json'), document({ '/a': { get: {} }, '/b': { get: {} } }))
    const before = files().length
    const asked = await run(['api.json', '--into', 'ws'])
    expect(asked).toMatchObject({ code: 3, stderr: expect.stringContaining('New: GET /b (GET /b)') })
    expect(files()).toHaveLength(before)
    const updated = await run(['api.json', '--into', 'ws', '--update'])
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining('“Api” in Api is up to date') })
    expect(files()).toHaveLength(before + 1)
    expect(await run(['api.json', '--into', 'ws', '--again'])).toMatchObject({ code: 0 })
    expect(existsSync(fixture.path('ws/Api 2'))).toBe(true)
  })

  test.each([
    [['gone.json', '--into', 'ws'], 'could not be read'],
    [['none.txt', '--into', 'ws'], 'The format of the file is unknown'],
    [['none.txt'], 'Give the folder of the workspace: --into WORKSPACE.'],
    [['none.txt', '--into', 'none.txt'], 'format of the file is unknown'],
    [['list.sh', '--into', 'none.txt'], 'none.txt is not a folder.'],
    [[], "missing required argument 'source'"],
  ])('%j is refused with 3', async (args, sentence) => {
    writeFileSync(fixture.path('none.txt'), 'hello')
    writeFileSync(fixture.path('list.sh'), 'curl http://a.test')
    const { code, stdout, stderr } = await run(args)
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })
})

test.each(Object.keys(hostileArchives))('an archive with %s is refused as a whole', async name => {
  const archive = hostileArchives[name]
  if (archive === undefined) throw new Error(name)
  writeFileSync(fixture.path('evil.zip'), makeZip(archive.entries()))
  const { code, stdout, stderr } = await fixture.run(['import', 'evil.zip', '--into', 'ws'], {
    env: { PARLEY_HOME: fixture.path('home') },
  })
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toContain(archive.sentence)
  expect(readdirSync(fixture.folder)).toEqual(['evil.zip'])
})
