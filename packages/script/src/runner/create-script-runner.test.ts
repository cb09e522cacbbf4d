import { noScripts } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { collection, folder } from '../containers.testkit.ts'
import { sendWithScripts, sessionTexts } from '../script-fixture.testkit.ts'
import { testLargeBody } from './create-script-runner.testkit.ts'

const note = (name: string) =>
  `tool.environment.set("order", (tool.environment.get("order") ?? "") + "${name} "); test("${name}", () => {})`

describe('the scripts of a send', () => {
  test('run from the outside in, before and after it, and see the values of earlier ones', async () => {
    const all = (name: string) => ({
      preRequest: note(`${name}-pre`),
      postResponse: note(`${name}-post`),
      tests: note(`${name}-tests`),
    })
    const { results, session } = await sendWithScripts({
      context: { ancestors: [collection(all('c')), folder(all('f')), folder(all('g'))] },
      request: { scripts: { ...noScripts, ...all('r') } },
    })
    const order = [
      'c-pre',
      'f-pre',
      'g-pre',
      'r-pre',
      'c-post',
      'f-post',
      'g-post',
      'r-post',
      'c-tests',
      'f-tests',
      'g-tests',
      'r-tests',
    ]
    expect(results.map(one => one.name)).toEqual(order)
    expect(sessionTexts(session).order).toBe(order.map(one => `${one} `).join(''))
  })

  test('name their owner in an error, which stops the send and the scripts after it', async () => {
    const { outcome, session, sent } = await sendWithScripts({
      context: { ancestors: [collection({}), folder({ preRequest: '\n nope()' })] },
      pre: note('r'),
    })
    expect(outcome).toMatchObject({
      failure: {
        failure: {
          kind: 'script',
          code: 'SCRIPT_ERROR',
          subject: expect.stringContaining('ReferenceError: nope is not defined'),
          scriptError: { owner: 'folder', phase: 'preRequest', line: 2, column: 2 },
        },
      },
    })
    expect(sessionTexts(session)).toEqual({})
    expect(sent).toBeNull()
  })

  test('after the response continue if one of them failed', async () => {
    const { outcome, results } = await sendWithScripts({
      context: { ancestors: [collection({ postResponse: 'throw new Error("one")' })] },
      post: note('r'),
    })
    expect(results.map(one => one.name)).toEqual(['r'])
    const errors = outcome.ok ? outcome.value.tests.scriptErrors : []
    expect(errors).toEqual([
      { owner: 'collection', phase: 'postResponse', message: 'one', line: 1, column: 11 },
    ])
  })

  test('lose only their own results if they are stopped', async () => {
    const { results, error } = await sendWithScripts({
      context: { ancestors: [collection({ postResponse: note('c') })] },
      post: `${note('r')}; await new Promise(() => {})`,
    })
    expect(results.map(one => one.name)).toEqual(['c'])
    expect(error).toContain('never finished')
  })

  test('with only white space are ignored', async () => {
    const { outcome } = await sendWithScripts({ pre: ' \n\t', post: '  ' })
    expect(outcome).toMatchObject({ ok: true, value: { tests: { results: [], scriptErrors: [] } } })
  })

  test('report the first line of a long error', async () => {
    const { outcome } = await sendWithScripts({ pre: 'throw new Error("one\\ntwo")' })
    expect(outcome).toMatchObject({
      failure: { failure: { subject: 'one', scriptError: { message: 'one\ntwo' } } },
    })
  })

  test('write to the console, even before a failure', async () => {
    const { console } = await sendWithScripts({
      pre: 'console.log("a", { b: 1 }); console.error(new TypeError("x")); throw 1',
    })
    expect(console).toEqual([
      { level: 'log', text: 'a {"b":1}' },
      { level: 'error', text: 'TypeError: x' },
    ])
  })

  test('do not run after a live event stream', async () => {
    const { results } = await sendWithScripts({
      answer: { headers: [['Content-Type', 'text/event-stream']] },
      pre: note('pre'),
      post: note('post'),
    })
    expect(results.map(one => one.name)).toEqual(['pre'])
  })
})

testLargeBody(40_000)
