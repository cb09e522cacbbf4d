import { type HttpRequest, type NewRequestFields, newHttpRequest, row } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { context, countingSources, testHostNames, variable } from '../engine-fixture.testkit.ts'
import { kindActionOf } from '../exchange/kind-actions.ts'
import { renderRequest } from './render-request.ts'
import { resolveRequest } from './resolve-request.ts'

function render(fields: NewRequestFields) {
  const globalVariables = [
    variable('m', 'POST'),
    variable('x', 'value'),
    variable('name', 'X-Name'),
    variable('loop', '{{loop}}'),
    variable('colon', ':typed'),
  ]
  const resolved = resolveRequest(newHttpRequest(fields), context({ globalVariables }))
  const overrides = { method: null, setHeaders: [], deletedHeaders: [], content: null }
  const outcome = { stage: 'scripted', scopes: resolved.scopes, overrides, results: [] } as const
  return renderRequest(
    resolved,
    outcome,
    { ...countingSources(), hostNames: testHostNames },
    {
      action: kindActionOf(resolved.request),
    },
  )
}

describe('renderRequest', () => {
  test('fills in method, URL, headers, cookies, body and authorization', () => {
    const rendered = render({
      method: '{{m}}',
      url: 'http://{{x}}/{{x}}?{{x}}',
      headers: [row('{{name}}', '{{x}}'), { ...row('{{loop}}', '{{unknown}}'), enabled: false }],
      cookies: [row('{{x}}', '{{x}}')],
      body: { type: 'raw', language: 'json', text: '{"a": "{{x}}"}' },
      auth: { type: 'basic', username: '{{x}}', password: 'p{{x}}' },
    })
    expect(rendered).toMatchObject({
      ok: true,
      value: {
        stage: 'rendered',
        method: 'POST',
        url: 'http://value/value?value',
        headers: [row('X-Name', 'value')],
        cookies: [row('value', 'value')],
        body: { type: 'raw', language: 'json', text: '{"a": "value"}' },
        auth: { type: 'basic', username: 'value', password: 'pvalue' },
        notices: [],
      },
    })
  })

  test('names each unknown variable once, in one notice, and sends it as typed', () => {
    const rendered = render({ url: '{{a}}/{{b}}', headers: [row('X', '{{ a }}{{c}}')] })
    expect(rendered).toMatchObject({
      ok: true,
      value: {
        url: '{{a}}/{{b}}',
        headers: [row('X', '{{ a }}{{c}}')],
        notices: [{ code: 'UNKNOWN_VARIABLES', names: ['a', 'b', 'c'] }],
      },
    })
  })

  test('fails if a variable refers to itself, and names it', () => {
    expect(render({ body: { type: 'raw', language: 'text', text: '{{loop}}' } })).toEqual({
      ok: false,
      failure: {
        kind: 'template',
        code: 'VARIABLE_CYCLE',
        step: 'prepare',
        address: '',
        subject: 'loop → loop',
        elapsedMs: 0,
      },
    })
  })

  describe('path variables', () => {
    const urlOf = (url: string, ...pathParams: HttpRequest['pathParams']) => {
      const rendered = render({ url, pathParams })
      return rendered.ok ? rendered.value.url : rendered.failure
    }

    test('are filled in wherever they occur', () => {
      const params = [{ ...row('id', 'no'), enabled: false }, row('id', 'a-{{x}}'), row('id', 'second')]
      expect(urlOf('http://{{x}}:80/:id/{{x}}/:id?q=/:id', ...params)).toBe(
        'http://value:80/a-value/value/a-value?q=/:id',
      )
    })

    test.each([
      ['a/b?c#d', 'a%2Fb%3Fc%23d'],
      ['50% é書🦜', '50%25%20%C3%A9%E6%9B%B8%F0%9F%A6%9C'],
      ['a%2Fb', 'a%252Fb'],
      ['\\..\r\n', '%5C..%0D%0A'],
      ["-._~!$&'()*+,;=:@", "-._~!$&'()*+,;=:@"],
      ['{{unknown}}', '%7B%7Bunknown%7D%7D'],
      [':id', ':id'],
      ['[]"<>^`|', '%5B%5D%22%3C%3E%5E%60%7C'],
    ])('keep the value %j in its segment', (value, segment) => {
      expect(urlOf('http://h/a/:id/b', row('id', value))).toBe(`http://h/a/${segment}/b`)
    })

    test.each([[[]], [[row('id', '')]], [[{ ...row('id', '1'), enabled: false }]], [[row('ID', '1')]]])(
      'without a value (%j) are named',
      pathParams => {
        expect(urlOf('http://h/:id', ...pathParams)).toMatchObject({
          kind: 'template',
          code: 'MISSING_PATH_VARIABLE',
          step: 'prepare',
          subject: 'id',
        })
      },
    )

    test('are not read from values', () => {
      expect(urlOf('http://h/{{colon}}/x')).toBe('http://h/:typed/x')
    })
  })

  test('uses the selected one of several bodies, or the first', () => {
    const raw = (text: string) => ({ type: 'raw', language: 'text', text }) as const
    const variants = [
      { title: '1', selected: false, body: raw('one {{x}}') },
      { title: '2', selected: true, body: raw('two') },
    ]
    expect(render({ bodyVariants: variants })).toMatchObject({ value: { body: raw('two') } })
    expect(render({ bodyVariants: variants.slice(0, 1) })).toMatchObject({
      value: { body: raw('one value') },
    })
    expect(render({ bodyVariants: [], body: raw('own') })).toMatchObject({ value: { body: raw('own') } })
  })
})
