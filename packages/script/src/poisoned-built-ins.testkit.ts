import { expect, test } from 'vitest'
import { sendWithScripts } from './script-fixture.testkit.ts'

/** What takes the place of a built-in function. */
const replacements = {
  'that returns 0': 'function () { return 0 }',
  'that returns a list': 'function () { return [] }',
  'that returns null': 'function () { return null }',
  'that returns its object': 'function () { return this }',
}

const owners = {
  ...Object.fromEntries(
    [Array, String, RegExp, Map, Set, WeakMap, Promise, Object, Function, Number, Boolean, Error].flatMap(
      one => [
        [one.name, one],
        [`${one.name}.prototype`, one.prototype],
      ],
    ),
  ),
  JSON,
  Reflect,
  Math,
}

/** The path of each function of the language that a script could replace. */
export const builtIns: readonly string[] = Object.entries(owners).flatMap(([owner, one]) =>
  Reflect.ownKeys(one)
    .filter(key => {
      const { writable, value } = Reflect.getOwnPropertyDescriptor(one, key) ?? {}
      return key !== 'constructor' && writable === true && typeof value === 'function'
    })
    .map(key => (typeof key === 'symbol' ? `${owner}[${key.description}]` : `${owner}.${key}`)),
)

/** A failing test of each interface, in one script. */
const failing = `
  pm.test('a', () => { throw new Error('no') })
  pw.test('b', () => { throw new Error('no') })
  pw.test('c', () => { pw.expect(1).toBe(2) })
  pw.expect(1).toBe(2)
  pm.test('d', done => done(new Error('no')))
  test('e', () => { throw new Error('no') })
  pm.test('f', async () => { throw new Error('no') })
  test('g', async () => { throw new Error('no') })
`

/** Tests that no failing test passes after a script replaced one of these functions. */
export function testPoisoned(paths: readonly string[]): void {
  test.each(paths)('a failing test fails, whatever a script puts in the place of %s (SB6)', async path => {
    for (const replacement of Object.values(replacements)) {
      const { results } = await sendWithScripts({
        post: `${path} = ${replacement};${failing}`,
        budget: { ownMs: 200, requestMs: 200 },
      })
      expect(results.filter(one => one.passed)).toEqual([])
    }
  })
}
