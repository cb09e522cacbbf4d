import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.testkit.ts'

let folder: string
let running: TestServer | null = null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-overridden-'))
  mkdirSync(join(folder, 'data'))
})

afterEach(async () => {
  await running?.close()
  running = null
  rmSync(folder, { recursive: true, force: true })
})

async function open(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'workspace', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  await restart()
}

async function restart(): Promise<void> {
  await running?.close()
  running = await startTestServer({
    appDataFolder: join(folder, 'data'),
    workspaceFolder: join(folder, 'workspace'),
  })
}

const named = () => running?.client.variables.overridden()

const collection = (variables: string) =>
  `opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  variables:\n${variables}`
const files = {
  'workspace.yml': 'opencollection: 1.0.0\ninfo: { name: W, type: workspace }\n',
  'Shop/opencollection.yml': collection(
    [
      '    - { name: host, value: a.test }',
      '    - { name: same, value: x }',
      '    - { name: off, value: a, disabled: true }',
      '    - { name: alone, value: a }',
      '    - { name: token, value: a }',
      '',
    ].join('\n'),
  ),
  'Shop/environments/Own.yml': 'name: Own\nvariables:\n  - { name: host, value: b.test }\n',
  'environments/Prod.yml': [
    'name: Prod',
    'variables:',
    '  - { name: host, value: c.test }',
    '  - { name: same, value: x }',
    '  - { name: off, value: b }',
    '  - { name: token, secret: true }',
    '',
  ].join('\n'),
}
const expected = [
  { name: 'host', collection: 'Shop', environments: ['Own', 'Prod'] },
  { name: 'token', collection: 'Shop', environments: ['Prod'] },
]

test('variables that an environment overrides are named until the user knows, also after a restart', async () => {
  await open(files)
  expect(await named()).toEqual(expected)
  await restart()
  expect(await named()).toEqual(expected)
  expect(await running?.client.variables.acknowledgeOverridden()).toEqual({ state: 'done' })
  expect(await named()).toEqual([])
  await restart()
  expect(await named()).toEqual([])
})

test('what is written for the present order is not named', async () => {
  await open({
    'workspace.yml': files['workspace.yml'],
    'environments/Prod.yml': files['environments/Prod.yml'],
  })
  expect(await named()).toEqual([])
  await open(files)
  expect(await named()).toEqual([])
})
