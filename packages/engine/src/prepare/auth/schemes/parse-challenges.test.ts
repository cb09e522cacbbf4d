import { mustEnd } from '@parley/testkit/must-end'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { parseChallenges, parseParameters } from './parse-challenges.ts'

const challengesOf = (value: string) =>
  parseChallenges([{ name: 'WWW-Authenticate', value }]).map(({ scheme, parameters }) => [
    scheme,
    ...[...parameters].map(([name, text]) => `${name}=${text}`),
  ])

test.each([
  ['Digest realm="a, \\"b\\"", Nonce = x,qop="auth"', [['digest', 'realm=a, "b"', 'nonce=x', 'qop=auth']]],
  ['Basic, Negotiate abc==, Bearer realm=""', [['basic'], ['negotiate'], ['bearer', 'realm=']]],
  [
    'Newauth realm="apps", type=1, Basic realm="simple"',
    [
      ['newauth', 'realm=apps', 'type=1'],
      ['basic', 'realm=simple'],
    ],
  ],
  ['Digest realm="open', [['digest'], ['realm']]],
  ['Digest a=x y', [['digest'], ['a']]],
  ['"', []],
  ['', []],
])('the challenges of %j', (value, expected) => {
  expect(challengesOf(value)).toEqual(expected)
})

/** The same grammar as an expression, whose work grows with the square of the spaces. */
const expression =
  /[\s,]*(?:([!#$%&'*+\-.^_`|~\w]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))(?=\s*(?:,|$))|([!#$%&'*+\-.^_`|~\w]+)(?:\s+([A-Za-z0-9\-._~+/]+=*)(?=\s*(?:,|$)))?)/gsy

test('challenges are those that an expression finds', () => {
  const part = fc.constantFrom(
    ' ',
    ',',
    '=',
    '"',
    '\\',
    'a',
    'Digest ',
    'realm',
    '/',
    '\t',
    '==',
    '@',
    'x="y"',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 15 }), parts => {
      const value = parts.join('')
      const expected: string[][] = []
      for (const [, name, quoted, plain, scheme] of value.matchAll(expression)) {
        if (scheme !== undefined) expected.push([scheme.toLowerCase()])
        else if (expected.length > 0 && name !== undefined)
          expected.at(-1)?.push(`${name.toLowerCase()}=${quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? ''}`)
      }
      // A parameter that is repeated counts once.
      const names = expected.flatMap(([, ...rest]) => rest.map(one => one.split('=')[0]))
      fc.pre(new Set(names).size === names.length)
      expect(challengesOf(value)).toEqual(expected)
    }),
    { numRuns: 3000 },
  )
})

test.each([' ', ',', '=', '"', '\\', 'a', 'a ', 'a=', 'a="', '\\"', 'Digest a=', '/'])(
  'the work on many of %j ends',
  piece => {
    const value = `Digest a=${piece.repeat(100_000)}"`
    expect(mustEnd(() => challengesOf(value))[0]?.[0]).toBe('digest')
    mustEnd(() => parseParameters(value))
  },
)

test.each(['a ', '- ', 'x a=b, ', 'Digest '])(
  'of a header of 256 KB with nothing but %j only the first pieces are read, in steps that do not grow with it',
  piece => {
    const steps = vi.spyOn(RegExp.prototype, 'test')
    const challenges = challengesOf(piece.repeat(262_144 / piece.length))
    expect(challenges.flat().length).toBe(1000)
    expect(steps.mock.calls.length).toBeLessThan(10_000)
    steps.mockRestore()
  },
)

test('a long name, a long value and long spaces take as many steps as short ones', () => {
  const steps = vi.spyOn(RegExp.prototype, 'test')
  const stepsOf = (value: string) => {
    steps.mockClear()
    challengesOf(value)
    return steps.mock.calls.length
  }
  const headerOf = (length: number) =>
    `Digest a=${'b'.repeat(length)},${' '.repeat(length)}${'c'.repeat(length)}=d`
  expect(stepsOf(headerOf(50_000))).toBe(stepsOf(headerOf(5)))
  steps.mockRestore()
})
