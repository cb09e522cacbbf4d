import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostileArchives } from '@parley/testkit'
import { expect, test } from 'vitest'
import { canary, collection, testHostileArchives, useImportFixture } from './import-fixture.testkit.ts'

const own = useImportFixture()
const { fixture, run, files } = own

test('the repair of a damaged database is reported once on standard error, and the import continues (FI7)', async () => {
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

test('a variable of the workspace keeps its value when another is imported', async () => {
  const source = (value: string) =>
    writeFileSync(
      fixture.path('shop/workspace.yml'),
      `opencollection: 1.0.0\ninfo:\n  name: Shop\n  type: workspace\nvariables:\n  - name: pin\n    value: ${value}\n`,
    )
  mkdirSync(fixture.path('shop'))
  source(canary)
  expect(await run(['shop', '--into', 'ws'])).toMatchObject({ code: 0, stderr: '' })
  source('another')
  const second = await run(['shop', '--into', 'ws'])
  expect(second.stderr).toContain('The variable of the workspace pin has another value already, which stays.')
  expect(readFileSync(fixture.path('ws/workspace.yml'), 'utf8')).toContain(canary)
})

test('--json-output names what was written', async () => {
  writeFileSync(fixture.path('shop.json'), JSON.stringify(collection))
  const written = await run(['shop.json', '--into', 'ws', '--json-output'])
  expect(JSON.parse(written.stdout).written).toMatchObject({
    collections: [{ name: collection.info.name }],
  })
})

test('a new version of a document updates with --update, and is another collection with --again', async () => {
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

test.each(['ws', 'none.txt'])(
  'a file of an unknown format is refused with 3, whether %s could be written',
  async into => {
    writeFileSync(fixture.path('none.txt'), 'hello')
    const { code, stdout, stderr } = await run(['none.txt', '--into', into])
    expect(stderr).toContain('The format of the file is unknown')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  },
)

testHostileArchives(own, Object.keys(hostileArchives))
