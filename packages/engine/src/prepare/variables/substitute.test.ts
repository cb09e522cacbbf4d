import { describe, expect, test } from 'vitest'
import { countingSources, scope } from '../../engine-fixture.testkit.ts'
import type { VariableScope } from './scope.ts'
import { markOf, Substitution, SubstitutionError, withNamesForMarks } from './substitute.ts'

function substitution(...scopes: VariableScope[]) {
  return new Substitution(scopes, countingSources())
}

/** `v1` names `v2`, and so on; the last one is plain text. */
function chain(length: number) {
  const names = Array.from({ length }, (_, index) => index + 1)
  return scope(
    'global',
    Object.fromEntries(names.map(n => [`v${n}`, n === length ? 'end' : `<{{v${n + 1}}}>`])),
  )
}

function failureOf(act: () => unknown): SubstitutionError {
  try {
    act()
  } catch (error) {
    if (error instanceof SubstitutionError) return error
    throw error
  }
  throw new Error('Nothing failed')
}

describe('fill', () => {
  test('uses the value of the narrowest scope that has the name', () => {
    const filled = substitution(
      scope('send', { a: '1' }),
      scope('folder', { a: '2', b: '' }),
      scope('global', { b: '3', c: '4' }),
    )
    expect(filled.fill('{{a}}|{{b}}|{{c}}')).toBe('1||4')
  })

  test('resolves the names in a value from the narrowest scope again', () => {
    const filled = substitution(
      scope('environment', { host: 'test' }),
      scope('global', { url: 'http://{{host}}/', host: 'live' }),
    )
    expect(filled.fill('{{url}}')).toBe('http://test/')
  })

  test('accepts names with spaces around and inside, and of any letters', () => {
    const filled = substitution(scope('global', { 'base url': 'x', größe: 'y', 'a-b.c': 'z' }))
    expect(filled.fill('{{ base url }}{{\tgröße\n}}{{a-b.c}}')).toBe('xyz')
  })

  test.each(['{{', '}}', '{{}}', '{{ }}', '{name}', '{{a', 'a}}', '{{a}b}}', '{{{{', '}}{{'])(
    'leaves %j as it is',
    text => {
      const filled = substitution(scope('global', { name: 'x', a: 'y' }))
      expect(filled.fill(text)).toBe(text)
      expect([...filled.unknownNames]).toEqual([])
    },
  )

  test('fills in the inner one of nested braces', () => {
    expect(substitution(scope('global', { a: 'x' })).fill('{{{a}}}{"k":{{a}}}')).toBe('{x}{"k":x}')
  })

  test('leaves unknown names as typed and collects each once', () => {
    const filled = substitution(scope('global', { a: '{{ none }}' }))
    expect(filled.fill('{{none}}{{a}}{{ other }}')).toBe('{{none}}{{ none }}{{ other }}')
    filled.fill('{{other}}{{__proto__}}{{constructor}}')
    expect([...filled.unknownNames]).toEqual(['none', 'other', '__proto__', 'constructor'])
  })

  test('inserts values unchanged, whatever they contain', () => {
    const text = "$& $1 $$ $` $' \\ \0"
    expect(substitution(scope('global', { a: text })).fill('<{{a}}>')).toBe(`<${text}>`)
  })

  test('never resolves names in literal values', () => {
    const literal = {
      name: 'send',
      values: new Map([['a', { text: '{{b}} {{a}} {{$guid}}', isLiteral: true }]]),
    } as const
    const filled = substitution(literal, scope('global', { b: 'x', c: '{{a}}' }))
    expect(filled.fill('{{a}}|{{c}}')).toBe('{{b}} {{a}} {{$guid}}|{{b}} {{a}} {{$guid}}')
    expect([...filled.unknownNames]).toEqual([])
  })
})

describe('values that refer to others', () => {
  test('are resolved ten levels deep', () => {
    expect(substitution(chain(11)).fill('{{v1}}')).toBe(`${'<'.repeat(10)}end${'>'.repeat(10)}`)
  })

  test('and no further', () => {
    const failure = failureOf(() => substitution(chain(12)).fill('{{v1}}'))
    expect(failure.code).toBe('VARIABLE_TOO_DEEP')
    expect(failure.path).toEqual(Array.from({ length: 12 }, (_, index) => `v${index + 1}`))
  })

  test('in a cycle are named', () => {
    const circle = scope('global', { a: '{{b}}', b: '{{ c }}', c: 'x{{b}}' })
    const failure = failureOf(() => substitution(circle).fill('{{a}}'))
    expect(failure).toMatchObject({ code: 'VARIABLE_CYCLE', path: ['a', 'b', 'c', 'b'] })
    expect(failureOf(() => substitution(scope('global', { me: '{{me}}' })).fill('{{me}}')).path).toEqual([
      'me',
      'me',
    ])
  })

  test('next to each other are no cycle', () => {
    expect(substitution(scope('global', { a: '{{b}}{{b}}', b: 'x' })).fill('{{a}}{{a}}')).toBe('xxxx')
  })

  test.each(['x', ''])('many times over are stopped (ending in %j)', end => {
    const values = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`v${n}`, n === 9 ? end : `{{v${n + 1}}}`.repeat(10)]),
    )
    expect(failureOf(() => substitution(scope('global', values)).fill('{{v0}}')).code).toBe(
      'VARIABLE_TOO_LARGE',
    )
  })
})

describe('dynamic variables', () => {
  test('are fresh for each occurrence', () => {
    const filled = substitution(scope('global', { id: '{{$guid}}' }))
    expect(filled.fill('{{$guid}} {{ $randomUUID }} {{id}} {{id}} {{$randomInt}}')).toBe(
      'uuid-1 uuid-2 uuid-3 uuid-4 5',
    )
  })

  test('contain the current time', () => {
    expect(substitution().fill('{{$timestamp}} {{$isoTimestamp}}')).toBe(
      '1767323045 2026-01-02T03:04:05.678Z',
    )
  })

  test('are overridden by a variable of that name, and are unknown if there is no such source', () => {
    const filled = substitution(scope('global', { $guid: 'mine' }))
    expect(filled.fill('{{$guid}} {{$GUID}} {{$toString}}')).toBe('mine {{$GUID}} {{$toString}}')
    expect([...filled.unknownNames]).toEqual(['$GUID', '$toString'])
  })
})

describe('a huge text', () => {
  test.each([
    ['{', '{'],
    ['{{', '{{'],
    ['{{a', '{{a'],
    ['{{a}', '{{a}'],
    ['{{a}}', 'x'],
    ['}', '}'],
    ['{{a}}{{b}}{{none}}', 'xx{{none}}'],
  ])('of %j alone is filled in', (piece, filled) => {
    // In quadratic time, the test would not end.
    const count = Math.floor(1_000_000 / piece.length)
    const text = substitution(scope('global', { a: 'x', b: '{{a}}' })).fill(piece.repeat(count))
    expect(text === filled.repeat(count)).toBe(true)
  })
})

describe('a secret that is withheld from scripts', () => {
  const withheldNames = new Set(['s'])
  const scopes = [{ ...scope('environment', { s: 'value {{x}}', x: '1', outer: '[{{s}}]' }), withheldNames }]

  test('is filled in for the send, and reported with its text and its place', () => {
    const filled = new Substitution(scopes, countingSources()).fillWithSecrets('{{outer}} {{x}}')
    expect(filled.text).toBe('[value 1] 1')
    expect(withNamesForMarks(filled.marked)).toBe('[{{s}}] 1')
    expect(filled.secrets).toMatchObject([{ name: 's', text: 'value 1', isWithheld: true }])
  })

  test('stays hidden within a secret that scripts may read', () => {
    const scopes = [
      {
        ...scope('environment', { inner: 'hidden', outer: 'a {{inner}} b' }),
        secretNames: new Set(['inner', 'outer']),
        withheldNames: new Set(['inner']),
      },
    ]
    const filled = new Substitution(scopes, countingSources()).fillWithSecrets('<{{outer}}>')
    expect(filled.text).toBe('<a hidden b>')
    expect(withNamesForMarks(filled.marked)).toBe('<a {{inner}} b>')
    expect(filled.secrets.map(one => one.name)).toEqual(['inner', 'outer'])
  })

  test.each(['s', 'ü 書', '\u{1f600}', '{', '\ud800'])('named %j has a mark that identifies it', name => {
    expect(withNamesForMarks(`a${markOf(name)}${markOf(name)}b`)).toBe(`a{{${name}}}{{${name}}}b`)
  })

  test('is left as its name where a script reads, and refused where a script asks for it', () => {
    expect(new Substitution(scopes, countingSources(), 'keep').fill('{{outer}} {{x}}')).toBe('[{{s}}] 1')
    const refusing = new Substitution(scopes, countingSources(), 'refuse')
    expect(() => refusing.fill('{{outer}}')).toThrow('VARIABLE_WITHHELD: s')
    expect(refusing.fill('{{x}}')).toBe('1')
  })
})
