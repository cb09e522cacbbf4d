import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Item, type Request, variableText } from '@parley/model'
import { sampleSecrets, sampleToAdd, sampleWorkspace } from '@parley/workspace'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInProcess } from '../apps/cli/src/io/run-in-process.testkit.ts'
import { sampleId, startTestServer, type TestServer } from '../apps/server/src/start-test-server.testkit.ts'
import { scriptSnippets } from '../apps/web/src/editor/scripts/script-snippets.ts'

const [collection] = sampleWorkspace().collections
if (collection === undefined) throw new Error('The sample has a collection')

function requestsBelow(items: readonly Item[]): readonly Request[] {
  return items.flatMap(item => {
    if (item.kind === 'folder') return requestsBelow(item.items)
    return item.kind === 'scriptFile' || item.kind === 'appFile' ? [] : [item]
  })
}

const requests = requestsBelow(collection.items)
const folders = collection.items.filter(item => item.kind === 'folder')
const scripts = [...folders.map(one => one.defaults.scripts), ...requests.map(one => one.scripts)]
const codeOf = {
  preRequest: scripts.map(one => one.preRequest),
  postResponse: scripts.map(one => one.postResponse),
}

describe('the sample shows', () => {
  /** What a script contains that does what a snippet does. */
  const partOfSnippet: Readonly<Record<string, RegExp>> = {
    'Test status code is 200': /\.to\.have\.status\(200\)/,
    'Test body value equals': /expect\(body\.id\)\.to\.equal\(/,
    'Test response time is fast': /responseTime\)\.to\.be\.below\(/,
    'Test has header': /\.to\.have\.header\('Content-Type'\)/,
    'Environment set (save token)': /environment\.set\('/,
    'Variables set': /variables\.set\('startedAt'/,
    'Variables set (from response)': /variables\.set\('id', tool\.response\.json\(\)\.id\)/,
  }

  test.each(
    (['preRequest', 'postResponse'] as const).flatMap(phase =>
      scriptSnippets[phase].map(({ name }) => [phase, name] as const),
    ),
  )('in a script of %s what the snippet “%s” does', (phase, name) => {
    const part = partOfSnippet[name]
    expect(codeOf[phase].some(code => part?.test(code))).toBe(true)
  })

  const declared = requests.filter(one => 'assertions' in one && one.assertions.length > 0)

  test.each<readonly [string, () => unknown]>([
    [
      'a second environment with other values',
      () => {
        const values = collection.environments.map(one =>
          one.variables.map(each => each.secret || variableText(each)),
        )
        return collection.environments.length === 2 && String(values[0]) !== String(values[1])
      },
    ],
    [
      'auth of the collection that requests inherit',
      () => collection.defaults.auth.type === 'bearer' && requests.every(one => one.auth.type === 'inherit'),
    ],
    [
      'a token request in a pre-request script',
      () => codeOf.preRequest.some(code => /pm\.sendRequest\([\s\S]*\/token[\s\S]*'clientSecret'/.test(code)),
    ],
    [
      'a secret that scripts may not read',
      () =>
        collection.defaults.variables.some(
          one => one.secret && one.name === 'clientSecret' && !one.allowedToScripts,
        ),
    ],
    ['an assertion', () => declared.length > 0],
    [
      'a variable set from a response and used by another request',
      () =>
        codeOf.postResponse.some(code => code.includes("environment.set('bookId'")) &&
        requests.some(one => one.url.includes('{{bookId}}')),
    ],
    [
      'a test that says in its docs that it fails on purpose',
      () => requests.some(one => one.docs?.includes('fails on purpose')),
    ],
    ['saved examples', () => requests.some(one => one.kind === 'http' && one.examples.length > 1)],
    [
      'docs of the collection, of folders and of requests',
      () => collection.docs && folders.some(one => one.docs) && requests.filter(one => one.docs).length > 3,
    ],
    ['a data file', () => sampleToAdd(collection).notes.some(one => one.path.endsWith('.csv'))],
    [
      'a request of each kind',
      () =>
        ['http', 'graphql', 'webSocket', 'serverSentEvents', 'grpc'].every(kind =>
          requests.some(one => one.kind === kind),
        ),
    ],
  ])('%s', (_, isShown) => {
    expect(isShown()).toBeTruthy()
  })
})

describe('a run of the sample by the command line', () => {
  let running: TestServer
  let folder: string

  beforeAll(async () => {
    running = await startTestServer()
    folder = join(running.appDataFolder, 'workspaces', 'bookshop')
  })
  afterAll(() => running.close())

  async function run(...args: readonly string[]) {
    const address = `baseUrl=${running.demo.baseUrl}`
    const secrets = [...sampleSecrets].map(([name, value]) => `${name}=${value}`)
    const typed = ['run', folder, '--var', address, '--secret', ...secrets, ...args]
    const { code, stdout, stderr } = await runInProcess(typed, {
      env: { PARLEY_HOME: running.appDataFolder },
    })
    expect(stderr).toBe('')
    return { code, lines: stdout.toString().split('\n') }
  }

  test('its secret has a value in the app data, and in no file', async () => {
    const id = await sampleId(running.client)
    const stored = async () => {
      const { content } = await running.client.library.readContainer({ id })
      const secrets = content.defaults.variables.filter(one => one.variable.secret)
      return secrets.map(one => [one.variable.name, one.secretValue])
    }
    await expect.poll(stored).toEqual([...sampleSecrets])
    const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    for (const value of sampleSecrets.values()) expect(texts.join('\n')).not.toContain(value)
  })

  const summary = /^\d+ requests: /

  test('fails in one test and names the reason, with the secret allowed', async () => {
    // It answers after five seconds.
    const { code, lines } = await run('--allow-secret', 'clientSecret', '--skip', 'Slow response')
    expect(lines.find(line => summary.test(line))).toBe(
      '22 requests: 3 passed, 1 failed, 15 no tests, 3 skipped; 9 of 10 tests passed',
    )
    const failed = lines.findIndex(line => line.includes('✗ The price is below 10'))
    expect(lines[failed + 1]).toContain('expected 13 to be below 10')
    expect(code).toBe(1)
  })

  test('names the secret and the option that allows it, until it is allowed', async () => {
    const { code, lines } = await run('--folder', 'Checks')
    expect(lines.find(line => summary.test(line))).toBe(
      '4 requests: 2 passed, 2 failed; 7 of 8 tests passed; 1 script error',
    )
    const reason =
      'Secret variable "clientSecret" is withheld from scripts (allow it with --allow-secret clientSecret)'
    expect(lines.filter(line => line.includes(reason))).toHaveLength(1)
    expect(code).toBe(1)
  })

  test('repeats its checks for each author of its data file', async () => {
    const data = join(folder, 'Bookshop API', 'authors.csv')
    const { lines } = await run('--folder', 'Checks', '--data', data, '--allow-secrets')
    expect(lines.find(line => summary.test(line))).toBe(
      '12 requests: 9 passed, 3 failed; 27 of 30 tests passed',
    )
  })
})
