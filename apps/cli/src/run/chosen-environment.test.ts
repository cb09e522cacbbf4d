import { globSync } from 'node:fs'
import { type Sink, startSink } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OverridingSource, overridingSources, sourceOfFormat } from './chosen-environment.testkit.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
let prod: Sink
beforeAll(async () => {
  prod = await startSink()
})
afterAll(() => prod.close())

/** The ways in which a request is sent, or shown, with a chosen environment. Each returns its URL, or what contains it. */
const consumers: Readonly<Record<string, (source: OverridingSource, home: string) => Promise<string>>> = {
  'run in place': ({ path, environment }) => received(['run', path, '-e', environment]),
  async 'run after an import'(source, home) {
    return received(['run', await imported(source, home), '-e', source.environment])
  },
  async 'send after an import'(source, home) {
    await imported(source, home)
    return received(['send', requestFile(), '-e', source.environment])
  },
  async 'codegen after an import'(source, home) {
    await imported(source, home)
    const args = ['codegen', requestFile(), '-e', source.environment, '--target', 'curl']
    const { code, stdout, stderr } = await fixture.runCommand(args)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    return stdout.toString()
  },
}

describe.each(Object.entries(overridingSources))('the environment wins: %s', (_, write) => {
  test.each(Object.entries(consumers))('%s', async (name, consume) => {
    const servers = { dev: fixture.sink.url, prod: prod.url }
    const source = write(fixture, servers)
    const answer = await consume(source, fixture.path(`home ${name}`))
    expect(answer).toContain(prod.url + source.target)
    expect(answer).not.toContain(servers.dev)
  })
})

test('each format has a source, or no environments', () => {
  const named = Object.values(sourceOfFormat).filter(name => name !== null)
  expect(Object.keys(overridingSources)).toEqual(expect.arrayContaining(named))
})

test('a value that is typed for the environment wins as well', async () => {
  const write = overridingSources['a collection of YAML files']
  const { path, target } = write?.(fixture, { dev: fixture.sink.url, prod: fixture.sink.url }) ?? {
    path: '',
    target: '',
  }
  const values = ['collection', 'folder', 'request'].flatMap(scope => [
    '--env-var',
    `in_${scope}=environment`,
  ])
  expect(await received(['run', path, '--env-var', `host=${prod.url}`, ...values])).toBe(
    `${prod.url}${target}`,
  )
})

/** Resolves to the URLs of the requests that arrived. */
async function received(args: readonly string[]): Promise<string> {
  const servers = [fixture.sink, prod]
  const before = servers.map(({ requests }) => requests.length)
  const { code, stderr } = await fixture.runCommand(args)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return servers
    .flatMap(({ url, requests }, at) => requests.slice(before[at]).map(request => url + request.url))
    .join()
}

/** Returns the file of the only imported request. */
function requestFile(): string {
  const [file = ''] = globSync('new/**/r.yml', { cwd: fixture.path('') })
  return file
}

/** Imports a collection, and resolves to its folder. */
async function imported({ path }: OverridingSource, home: string): Promise<string> {
  const env = { PARLEY_HOME: home }
  expect(await fixture.runCommand(['import', path, '--into', 'new'], { env })).toMatchObject({ code: 0 })
  return 'new'
}
