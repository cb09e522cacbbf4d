import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AssistantKeys, SecretStore, Vault } from '@parley/appdata'
import { type ModelServer, startModelServer, waitFor } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startInProcess } from '../io/run-in-process.testkit.ts'
import { useRunFixture } from '../run/run-fixture.testkit.ts'

const fixture = useRunFixture()
const canary = 'canary-5f1e-4711'
let model: ModelServer

beforeEach(async () => {
  model = await startModelServer('openai')
  model.behaviour = { kind: 'answer', text: 'The first test\u001b[2J compares **undefined**.' }
})
afterEach(() => model.close())

const settings = () => ({
  PARLEY_ASSISTANT_ADDRESS: `${model.url}/v1`,
  PARLEY_ASSISTANT_MODEL: 'small-model',
  PARLEY_ASSISTANT_KEY: 'sk-key-of-the-assistant',
})

/** Runs a collection whose tests fail, and writes its report. */
async function writeReport(): Promise<void> {
  fixture.postman([
    {
      name: 'Place order',
      url: `${fixture.sink.url}/orders?token=${canary}`,
      header: [{ key: 'Authorization', value: `Bearer ${canary}` }],
      tests: `pm.test('is created', () => pm.response.to.have.status(201))\npm.test('says password', () => pm.expect('password=${canary}').to.equal(''))`,
    },
    {
      name: 'Find order',
      url: `${fixture.sink.url}/find`,
      tests: "pm.test('found', () => pm.expect(1).to.equal(2))",
    },
    { name: 'Works', url: `${fixture.sink.url}/works` },
  ])
  await fixture.run(['c.json', '--reporter', 'json=report.json'])
}

const explain = async (args: readonly string[], env: Record<string, string> = settings()) => {
  const { code, stdout, stderr } = await fixture.runCommand(['explain', ...args], { env })
  return { code, stdout: stdout.toString(), stderr }
}

const sent = () => String(model.requests[0]?.content)

describe('parley explain', () => {
  beforeEach(writeReport)

  test('shows what it sends, sends that without secrets, and prints the answer', async () => {
    const explained = await explain(['report.json', '--yes'])
    expect(explained).toMatchObject({ code: 0, stdout: 'The first test\\x1b[2J compares **undefined**.\n' })
    const question: string = JSON.parse(sent()).messages[1].content
    expect(explained.stderr).toContain(question)
    expect(question).toContain('# Place order')
    expect(question).toContain('failed: is created')
    expect(question).toContain('# Find order')
    expect(question).not.toContain('Works')
    for (const form of [canary, Buffer.from(canary).toString('base64'), encodeURIComponent(canary)])
      expect(sent() + explained.stderr).not.toContain(form)
    expect(explained.stderr + explained.stdout).not.toContain('sk-key-of-the-assistant')
  })

  test('--test takes a failed test or a request', async () => {
    expect((await explain(['report.json', '--yes', '--test', 'found'])).code).toBe(0)
    expect(sent()).toContain('# Find order')
    expect(sent()).not.toContain('# Place order')
    const unknown = await explain(['report.json', '--yes', '--test', 'Works'])
    expect(unknown).toMatchObject({ code: 3, stdout: '' })
    expect(unknown.stderr).toContain('named Works')
  })

  test('where nobody can be asked, nothing is sent without --yes', async () => {
    const explained = await explain(['report.json'])
    expect(explained).toMatchObject({ code: 3, stdout: '' })
    expect(explained.stderr).toContain('so nothing was sent. Add --yes to send it.')
    expect(model.requests).toEqual([])
  })

  test.each([
    [
      'nothing set up',
      { PARLEY_ASSISTANT_ADDRESS: '', PARLEY_HOME: '/nowhere' },
      3,
      'No assistant is set up',
    ],
    ['no model', { PARLEY_ASSISTANT_MODEL: '' }, 3, 'Set PARLEY_ASSISTANT_MODEL'],
    ['another service', { PARLEY_ASSISTANT_SERVICE: 'x' }, 3, 'PARLEY_ASSISTANT_SERVICE is x'],
    ['no server', { PARLEY_ASSISTANT_ADDRESS: 'http://127.0.0.1:1' }, 2, 'ASSISTANT_NOT_REACHED'],
  ])('%s: says why', async (_, changed, code, words) => {
    const explained = await explain(['report.json', '--yes'], { ...settings(), ...changed })
    expect(explained.code).toBe(code)
    expect(explained.stderr).toContain(words)
  })

  test('Ollama is asked without a key', async () => {
    const env = { ...settings(), PARLEY_ASSISTANT_SERVICE: 'ollama', PARLEY_ASSISTANT_KEY: '' }
    expect(await explain(['report.json', '--yes'], env)).toMatchObject({ code: 0 })
    expect(model.requests.map(({ url }) => url)).toEqual(['/v1/chat/completions'])
    expect(JSON.stringify(model.requests[0]?.headers)).not.toMatch(/authorization/i)
  })

  test('the settings and the sealed key of the app are used', async () => {
    const folder = fixture.path('home')
    mkdirSync(folder, { mode: 0o700 })
    const address = `${model.url}/v1`
    const assistant = { enabled: true, service: 'openai', address, model: 'large-model', headers: [] }
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ assistant }))
    const vault = new Vault({ folder, keychain: async () => null, isInUse: async () => false })
    await new AssistantKeys(new SecretStore(folder, vault)).write(address, 'sk-key-of-the-app')
    const env = { PARLEY_HOME: folder, PARLEY_KEYCHAIN: 'off' }
    expect(await explain(['report.json', '--yes'], env)).toMatchObject({ code: 0 })
    expect(model.requests[0]?.headers).toContainEqual({
      name: 'Authorization',
      value: 'Bearer sk-key-of-the-app',
    })
    expect(JSON.parse(sent()).model).toBe('large-model')
  })

  test('an answer that breaks off is printed as far as it came', async () => {
    model.behaviour = { kind: 'broken', text: 'Half of it' }
    const explained = await explain(['report.json', '--yes'])
    expect(explained).toMatchObject({ code: 2, stdout: 'Half of it\n' })
    expect(explained.stderr).toContain('(ASSISTANT_INTERRUPTED)')
  })

  test.each([
    ['n\n', 0],
    ['\n', 0],
    ['y\n', 1],
    ['\x03', 0],
  ] as const)('on a terminal it asks first, and %j decides', async (typed, count) => {
    const run = startInProcess(['explain', 'report.json'], {
      cwd: fixture.path('.'),
      env: settings(),
      terminal: ['stdin', 'stdout', 'stderr'],
    })
    await waitFor(() => run.shown().includes('Send this? [y/N]'), 'the question')
    expect(model.requests).toEqual([])
    await run.write(typed)
    expect((await run.ended).code).toBe(count === 1 ? 0 : 130)
    expect(model.requests).toHaveLength(count)
  })
})

test.each([
  ['no JSON', 'x', 'not a report'],
  ['another JSON', '{"schemaVersion":2,"results":[]}', 'not a report'],
  ['nothing failed', '{"schemaVersion":1,"results":[]}', 'Nothing failed'],
])('%s: nothing is sent', async (_, content, words) => {
  fixture.write('r.json', content)
  const explained = await explain(['r.json', '--yes'])
  expect(explained).toMatchObject({ code: 3, stdout: '' })
  expect(explained.stderr).toContain(words)
})

describe('the end of a run on a terminal', () => {
  const run = async (words: readonly string[], env: Record<string, string>, passes = false) => {
    const tests = `pm.test('t', () => pm.expect(1).to.equal(${passes ? 1 : 2}))`
    fixture.postman([{ name: 'One', url: fixture.sink.url, tests }])
    return (await fixture.run(['c.json', ...words], { env, terminal: ['stderr'] })).stderr
  }

  test('names the command that asks the assistant why, where one is set up and something failed', async () => {
    const hint = 'To ask the assistant why, '
    expect(await run([], settings())).toContain(
      `${hint}add -r json=run.json and then run parley explain run.json.`,
    )
    expect(await run(['-r', 'json=r.json'], settings())).toContain(`${hint}run parley explain r.json.`)
    expect(await run([], {})).not.toContain(hint)
    expect(await run([], settings(), true)).not.toContain(hint)
    expect(await run(['-q'], settings())).not.toContain(hint)
    expect(model.requests).toEqual([])
  })
})
