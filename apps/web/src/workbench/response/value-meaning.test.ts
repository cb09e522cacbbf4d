import { describe, expect, it } from 'vitest'
import { meaningOf, valueAround } from './value-meaning.ts'

const now = Date.UTC(2026, 10, 29)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (header: unknown, payload: unknown) => `${part(header)}.${part(payload)}.c2ln`

describe('meaningOf', () => {
  it('knows the moment of seconds and milliseconds', () => {
    expect(meaningOf('1795910400', now)?.[0]).toMatch(/^2026-11-29 00:00:00 UTC · Nov 2\d, 2026/)
    expect(meaningOf('1795910400123', now)?.[0]).toMatch(/^2026-11-29 00:00:00\.123 UTC · /)
  })

  it.each(['', '123', '0795910400', '9999999999', '4102444800', '17959104.0', '1795910400.', '179591040x'])(
    '%j is no moment',
    value => {
      expect(meaningOf(value, now)).toBeNull()
    },
  )

  it('shows the parts of a token as they are, its times, and that it has expired', () => {
    const header = { alg: 'HS256', typ: 'JWT' }
    const payload = { sub: 'Zoë\u202e', iat: 1_700_000_000, exp: 1_795_910_399.5 }
    expect(meaningOf(token(header, payload), now)).toEqual([
      'Header {"alg":"HS256","typ":"JWT"}',
      'Payload {"sub":"Zoë‹U+202E›","iat":1700000000,"exp":1795910399.5}',
      expect.stringMatching(/^Issued 2023-11-14 22:13:20 UTC · /),
      expect.stringMatching(/^Expires 2026-11-28 23:59:59 UTC · .* · expired$/),
    ])
    const later = meaningOf(token(header, { exp: 1_900_000_000 }), now)
    expect(later?.at(-1)).not.toContain('expired')
    expect(meaningOf(token(header, { text: 'x'.repeat(5_000) }), now)?.[1]).toHaveLength(2_009)
  })

  it.each([
    ['two parts', `${part({ alg: 'none' })}.${part({})}`],
    ['four parts', `${token({ alg: 'none' }, {})}.a`],
    ['no algorithm', token({}, {})],
    ['a list', token({ alg: 'none' }, [])],
    ['no JSON', `${part({ alg: 'none' })}.bm8.c2ln`],
    ['no Base64', `${part({ alg: 'none' })}.%%.c2ln`],
    ['a version', '1.2.3'],
    ['a host', 'www.example.com'],
  ])('%s is no token', (_what, value) => {
    expect(meaningOf(value, now)).toBeNull()
  })
})

describe('valueAround', () => {
  it('is what stands between quotes, spaces and brackets', () => {
    const line = '  "at": 1795910400, "jwt": "a-b.c_d.e"'
    const text = (position: number) => {
      const range = valueAround(line, position)
      return range === null ? null : line.slice(range.from, range.to)
    }
    expect([text(8), text(12), text(18), text(30), text(1)]).toEqual([
      '1795910400',
      '1795910400',
      '1795910400',
      'a-b.c_d.e',
      null,
    ])
  })

  it('leaves a value out that is too long to be one', () => {
    expect(valueAround('x'.repeat(100_000), 50_000)).toBeNull()
  })
})
