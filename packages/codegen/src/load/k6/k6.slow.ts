import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newHttpRequest, noScripts, row } from '@parley/model'
import { startSink } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadEngines } from '../load-engines.ts'
import { loadFolder } from '../load-folder.ts'
import { itemOf, oneRound, planOf, rowOf } from '../load-plan.testkit.ts'
import { LoadTestFolder } from '../load-program.testkit.ts'
import {
  differences,
  folderOfFiles,
  itemsOfCases,
  row1,
  sendCases,
  startWireServer,
  tokenRequests,
  wireCases,
} from '../wire-cases.testkit.ts'

const standIn = fileURLToPath(new URL('./k6-stand-in.testkit.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../..', import.meta.url))

/** Where `npm run test:all` installs the types of k6. */
const types = join(root, 'build/tools/@types/k6-2.3.0/node_modules')

/** Runs the script of a folder without k6. */
async function runStandIn(folder: LoadTestFolder, rounds = 1, env: Readonly<Record<string, string>> = {}) {
  const ended = await folder.run(
    process.execPath,
    [standIn, join(folder.path, 'script.js'), String(rounds)],
    env,
  )
  if (ended.code !== 0) throw new Error(ended.output)
  return JSON.parse(ended.output)
}

const hostile =
  '"""\'\'\'"); open("pwned","w") #\n\\\r\u2028$' +
  '{process.exit(3)} {0} %s \u202e\0 */ `touch pwned` \ud800 {{x}}'

test('a stand-in of k6 sends every body and authorization as Parley does (UI8)', {
  timeout: 90_000,
}, async () => {
  const server = await startWireServer()
  const cases = wireCases(server.url, folderOfFiles())
  await sendCases(cases)
  const sent = server.requests.slice()
  const copied = new Map<string, string>()
  const plan = await planOf(itemsOfCases(cases), [rowOf(row1)], path => {
    const name = `files/${copied.size + 1}`
    copied.set(name, path)
    return name
  })
  const folder = new LoadTestFolder()
  folder.write(loadFolder(loadEngines.k6, plan, oneRound), copied)
  const { rates } = await runStandIn(folder)
  const scripted = server.requests.slice(sent.length)
  expect(differences(cases, sent, scripted)).toEqual([])
  expect(rates.errors.filter((one: number) => one === 1)).toEqual([])
  expect(tokenRequests(scripted).length).toBeGreaterThan(0)
})

describe('the script', () => {
  test('keeps values and cookies, checks responses and follows no redirect away', {
    timeout: 60_000,
  }, async () => {
    let logins = 0
    const sink = await startSink(({ url }) => {
      const headers = ['Content-Type', 'application/json']
      if (url === '/login') {
        logins += 1
        return {
          statusCode: 200,
          headers: [...headers, 'Set-Cookie', `user=u${logins}; Path=/`],
          content: `{"token": "t${logins}"}`,
        }
      }
      if (url === '/away')
        return { statusCode: 302, headers: ['Location', 'http://other.test/'], content: '' }
      if (url === '/near') return { statusCode: 303, headers: ['Location', '/there'], content: '' }
      return { statusCode: 200, headers, content: '{"id": 5}' }
    })
    onTestFinished(() => sink.close())
    const { url } = sink
    const script = (postResponse: string) => ({ ...noScripts, postResponse })
    const items = [
      {
        name: 'Login',
        url: `${url}/login`,
        scripts: script('pm.environment.set("token", pm.response.json().token)'),
      },
      { name: 'Use', url: `${url}/use?u={{user}}`, headers: [row('X-Token', '{{token}}')] },
      { name: 'Near', method: 'POST', url: `${url}/near` },
      { name: 'Away', url: `${url}/away` },
      {
        name: 'Check',
        url: `${url}/check`,
        scripts: script('pm.test("six", () => { pm.expect(pm.response.json().id).to.eql(6) })'),
      },
    ].map(fields => itemOf(newHttpRequest({ auth: { type: 'none' }, ...fields })))
    const folder = new LoadTestFolder()
    const plan = await planOf(items, [rowOf({ user: 'ann "x", y' }), rowOf({ user: 'b\nc' })])
    folder.write(loadFolder(loadEngines.k6, plan, oneRound))
    const { failedChecks, rates } = await runStandIn(folder, 3)
    expect(failedChecks.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'A redirect to another server is not followed'),
      ...Array.from({ length: 3 }, () => 'six'),
    ])
    expect(rates.errors).toHaveLength(15)
    const used = sink.requests.filter(one => one.url.startsWith('/use'))
    expect(used.map(one => one.url)).toEqual([
      '/use?u=ann%20%22x%22,%20y',
      '/use?u=b%0Ac',
      '/use?u=ann%20%22x%22,%20y',
    ])
    for (const [at, { headers }] of used.entries()) {
      expect(headers).toContainEqual({ name: 'X-Token', value: `t${at + 1}` })
      expect(headers).toContainEqual({ name: 'Cookie', value: `user=u${at + 1}` })
    }
    expect(sink.requests.filter(one => one.url === '/there').map(({ method }) => method)).toEqual([
      'GET',
      'GET',
      'GET',
    ])
  })

  test('keeps hostile names and values texts, and names secrets without a value (UI8)', {
    timeout: 60_000,
  }, async () => {
    const sink = await startSink()
    onTestFinished(() => sink.close())
    const secretName = 'it\'s "k" ` # */ $x'
    const checkName = `''' """ " \\ \` */ $` + '{process.exit(3)}'
    const scope = {
      name: 'environment' as const,
      values: new Map([[secretName, { text: 'c4n4ry', isLiteral: false }]]),
      secretNames: new Set([secretName]),
    }
    const request = newHttpRequest({
      name: hostile,
      method: 'POST',
      url: sink.url,
      auth: { type: 'none' },
      headers: [row('X-A', `{{${secretName}}}`)],
      body: { type: 'raw', language: 'text', text: `{{v}}${hostile}` },
      scripts: {
        ...noScripts,
        postResponse: `pm.test(${JSON.stringify(checkName)}, () => { pm.expect(pm.response.json()["__proto__"]).to.eql("'\`") })`,
      },
    })
    const plan = await planOf(
      [itemOf(request, { liveScopes: [scope] })],
      [rowOf({ v: hostile, __proto__x: '1' })],
    )
    const files = loadFolder(loadEngines.k6, plan, oneRound)
    expect(JSON.stringify(files)).not.toContain('c4n4ry')
    const folder = new LoadTestFolder()
    folder.write(files)
    const [{ variable } = { variable: '' }] = plan.secrets
    await expect(runStandIn(folder)).rejects.toThrow(`Set the environment variable ${variable}`)
    const { failedChecks } = await runStandIn(folder, 1, { [variable]: 'k' })
    const text = hostile.toWellFormed()
    expect(failedChecks).toEqual([checkName])
    expect(sink.requests.map(({ content }) => content.toString())).toEqual([text + text])
    expect(existsSync(join(folder.path, 'pwned'))).toBe(false)
  })

  test('fits the types of k6', {
    ...needs(existsSync(types), 'the types of k6 (@types/k6)'),
    timeout: 60_000,
  }, async () => {
    const folder = new LoadTestFolder()
    const cases = wireCases('http://127.0.0.1:1', '/files')
    const plan = await planOf(itemsOfCases(cases), [rowOf(row1)])
    const shapes = [
      oneRound,
      { ...oneRound, iterations: null, rampSeconds: 5, think: { from: 0.5, to: 2 } },
      { ...oneRound, iterations: null, requestsPerSecond: 50.5 },
    ]
    const thresholds = [
      { figure: { kind: 'percentile', percent: 95 }, limit: 300 },
      { figure: { kind: 'errors' }, limit: 1 },
    ] as const
    const names = shapes.map((shape, at) => {
      const [script] = loadEngines.k6.print(plan, { ...shape, thresholds })
      // The text of a script has no types of its own.
      writeFileSync(join(folder.path, `s${at}.js`), script?.text ?? '')
      return `s${at}.js`
    })
    const compilerOptions = {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      noImplicitAny: false,
      strict: false,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022'],
      typeRoots: [join(types, '@types')],
      types: ['k6'],
      paths: { k6: [join(types, '@types/k6')], 'k6/*': [join(types, '@types/k6/*')] },
    }
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }))
    const { code, output } = await folder.run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      '.',
    ])
    expect([code, output]).toEqual([0, ''])
  })
})
