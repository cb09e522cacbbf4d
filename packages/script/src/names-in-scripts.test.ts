import { row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collection, folder } from './containers.testkit.ts'
import { type ScriptedSend, sendWithScripts } from './script-fixture.testkit.ts'

const ancestors = [collection({}, 'Shop'), folder({}, 'Books')]

async function passes(check: string, send: Partial<ScriptedSend> = {}) {
  const checks = `test("all", () => { ${check} })`
  const { error, results } = await sendWithScripts({
    pre: checks,
    post: checks,
    request: { name: 'List', url: 'http://h/' },
    context: { ancestors },
    ...send,
  })
  return { error, results }
}

describe('scripts read the names of what they belong to', () => {
  test.each([
    ['the environment of pm', 'expect(pm.environment.name).to.equal("Test")'],
    ['the environment of insomnia', 'expect(insomnia.environment.name).to.equal("Test")'],
    ['the environment of bru', 'expect(bru.getEnvName()).to.equal("Test")'],
    ['the collection of bru', 'expect(bru.getCollectionName()).to.equal("Shop")'],
    ['the request of pm', 'expect(pm.info.requestName).to.equal("List")'],
    ['the request of bru', 'expect(req.getName()).to.equal("List")'],
    ['the place of pm', 'expect([...pm.execution.location]).to.eql(["Shop", "Books", "List"])'],
  ])('%s', async (_, check) => {
    expect(await passes(check)).toEqual({
      error: null,
      results: [
        { name: 'all', passed: true },
        { name: 'all', passed: true },
      ],
    })
  })

  test('without an environment and a collection the names are empty', async () => {
    const { error, results } = await passes(
      'expect([pm.environment.name, bru.getEnvName(), bru.getCollectionName()]).to.eql(["", "", ""])',
      { context: { environment: null } },
    )
    expect(error).toBeNull()
    expect(results.map(one => one.passed)).toEqual([true, true])
  })

  test('path parameters are known before the send, and part of the URL after it', async () => {
    const { error, results } = await sendWithScripts({
      request: { url: 'http://h/:id', pathParams: [row('id', 'a b')] },
      pre: 'test("before", () => expect(req.getPathParams()).to.eql([{ name: "id", value: "a b" }]))',
      post: 'test("after", () => expect(req.getPath()).to.equal("/a%20b"))',
    })
    expect(error).toBeNull()
    expect(results.map(one => one.passed)).toEqual([true, true])
  })
})
