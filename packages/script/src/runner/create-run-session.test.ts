import type { OrderChange } from '@parley/engine'
import { describe, expect, test } from 'vitest'
import { sendWithScripts } from '../script-fixture.testkit.ts'

describe('scripts in a run', () => {
  test('read the iteration and its data row with the types of the data file', async () => {
    const { results } = await sendWithScripts({
      iteration: { index: 2, count: 5 },
      data: { n: { text: '7', isLiteral: false, json: '7' }, s: { text: '7', isLiteral: false } },
      post: `
        test('info', () => expect([pm.info.iteration, pm.info.iterationCount]).to.eql([2, 5]))
        test('data', () => expect(pm.iterationData.toObject()).to.eql({ n: 7, s: '7' }))
        test('get', () => expect([pm.iterationData.get('n'), pm.iterationData.get('x'), pm.iterationData.has('s')]).to.eql([7, null, true]))
        test('older', () => expect([iteration, data.n, data.s]).to.eql([2, 7, '7']))
        test('bru', () => expect([bru.runner.iterationIndex, bru.runner.totalIterations, bru.runner.iterationData.get('n')]).to.eql([2, 5, 7]))
        test('variable', () => expect(pm.variables.get('n')).to.equal('7'))`,
    })
    expect(results.filter(result => !result.passed)).toEqual([])
    expect(results).toHaveLength(6)
  })

  test.each<[string, readonly OrderChange[]]>([
    ['pm.setNextRequest("A")', [{ kind: 'next', requestName: 'A' }]],
    ['pm.execution.setNextRequest(null)', [{ kind: 'next', requestName: null }]],
    ['postman.setNextRequest("A"); postman.setNextRequest("B")', [{ kind: 'next', requestName: 'B' }]],
    ['insomnia.setNextRequest("A")', [{ kind: 'next', requestName: 'A' }]],
    ['bru.setNextRequest("A")', [{ kind: 'next', requestName: 'A' }]],
    ['bru.runner.setNextRequest("A")', [{ kind: 'next', requestName: 'A' }]],
    ['bru.runner.skipRequest(); bru.runner.stopExecution()', [{ kind: 'skip' }, { kind: 'stop' }]],
    ['pm.setNextRequest("A"); throw new Error("x")', [{ kind: 'next', requestName: 'A' }]],
    ['pm.setNextRequest("A"); await new Promise(() => {})', []],
  ])('%s', async (pre, order) => {
    expect((await sendWithScripts({ pre })).order).toEqual(order)
  })

  test('cannot name a next request of unlimited length', async () => {
    const { error, order } = await sendWithScripts({ pre: 'pm.setNextRequest("x".repeat(501))' })
    expect(error).toContain('at most 500 characters')
    expect(order).toEqual([])
  })

  test('report the session values that they set and remove', async () => {
    const { sessionChanges } = await sendWithScripts({
      pre: 'pm.environment.set("a", 1); pm.variables.set("own", 2)',
      post: 'pm.environment.unset("a")',
    })
    expect(sessionChanges).toEqual([
      { name: 'a', text: '1' },
      { name: 'a', text: null },
    ])
  })
})
