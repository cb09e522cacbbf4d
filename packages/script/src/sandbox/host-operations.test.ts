import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { warmUpJob } from '../pool/warm-up-job.ts'
import { HostOperations } from './host-operations.ts'
import { RunLedger } from './run-ledger.ts'
import type { ScriptJob } from './worker-protocol.ts'

const job: ScriptJob = { ...warmUpJob, withheldNames: ['S'] }

describe('the host, with calls that no prelude would make', () => {
  /** A script has no access to the host function; these calls simulate one that has. */
  const calls: readonly (readonly [string, string])[] = [
    ['test', '{"0":1}'],
    ['test', '[0'],
    ['test', '[-1,"a",null]'],
    ['test', '[0.5,"a",null]'],
    ['test', '[1e999,"a",null]'],
    ['test', '[0,{},null]'],
    ['test', '[0,"a",null,"maybe","x"]'],
    ['set-variable', '["global","a","b",null]'],
    ['set-variable', '["session","S","b",null]'],
    ['set-variable', '["session",1,"b",null]'],
    ['set-header', '["Host","evil"]'],
    ['set-header', '["A","a\\nb"]'],
    ['set-method', '["GE T"]'],
    ['send', '["x"]'],
    ['timer', '[0,"soon"]'],
    ['body', '[99]'],
    ['digest', '["MD4",""]'],
    ['constructor', '[]'],
    ['__proto__', '[]'],
    ['', ''],
    ['random', '[-5]'],
    ['error', '[null,1,1]'],
    ['test', `[${'['.repeat(50_000)}${']'.repeat(50_000)}]`],
  ]

  test.each(calls)('%s %j is refused, and changes nothing', (operation, json) => {
    const ledger = new RunLedger(job)
    const unexpected = () => {
      throw new Error('It was done')
    }
    const operations = new HostOperations(ledger, {
      send: unexpected,
      startTimer: unexpected,
      stopTimer: unexpected,
      fail: unexpected,
      stop: () => {},
      skip: unexpected,
      isStopped: () => false,
      body: () => ({ kind: 'refused' }),
    })
    expect(operations.answer(operation, json)).toEqual({ kind: 'refused' })
    expect([ledger.tests, ledger.changes, ledger.edits, ledger.console]).toEqual([[], [], [], []])
  })
})

test('no call of a script makes the host throw', () => {
  const effects = {
    send() {},
    startTimer() {},
    stopTimer() {},
    fail() {},
    stop() {},
    skip() {},
    isStopped: () => false,
    body: () => ({ kind: 'nothing' }) as const,
  }
  const operation = fc.oneof(
    fc.constantFrom(
      'set-variable',
      'unset-variable',
      'test',
      'console',
      'set-header',
      'delete-header',
      'set-method',
      'set-body',
    ),
    fc.constantFrom('send', 'timer', 'stop-timer', 'body', 'error', 'random', 'digest', 'hmac', 'fault'),
    fc.string(),
  )
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.constantFrom(null, true, 'session', 'passed', 'SHA-256'),
    fc.jsonValue(),
  )
  const json = fc.oneof(
    fc.array(value, { maxLength: 8 }).map(list => JSON.stringify(list)),
    fc.json(),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(operation, json), { maxLength: 20 }), calls => {
      const operations = new HostOperations(new RunLedger(job), effects)
      for (const [name, text] of calls)
        expect(['nothing', 'refused', 'text']).toContain(operations.answer(name, text).kind)
    }),
    { numRuns: 500 },
  )
})

test('all calls of a stopped script are refused', () => {
  const ledger = new RunLedger(job)
  const unexpected = () => {
    throw new Error('It was done')
  }
  const operations = new HostOperations(ledger, {
    send: unexpected,
    startTimer: unexpected,
    stopTimer: unexpected,
    body: unexpected,
    fail: unexpected,
    stop: unexpected,
    skip: unexpected,
    isStopped: () => true,
  })
  for (const [operation, json] of [
    ['set-variable', '["session","a","b",null]'],
    ['test', '[0,"a",null]'],
    ['send', '[1,"GET","http://h/",null,null]'],
    ['timer', '[1,0]'],
    ['body', '[0]'],
    ['random', '[1]'],
  ] as const)
    expect(operations.answer(operation, json)).toEqual({ kind: 'refused' })
  expect([ledger.tests, ledger.changes]).toEqual([[], []])
})
