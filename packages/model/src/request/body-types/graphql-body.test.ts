import { expect, test } from 'vitest'
import { newGraphQlRequest, newHttpRequest, readItem, writeItem } from '../../index.ts'
import type { GraphQlSubscription } from '../body.ts'
import { defaultSubscription, withSubscription } from '../graphql-subscription.ts'

const body = { type: 'graphql', query: 'subscription { a }', variables: '' } as const

test.each<[string, GraphQlSubscription, object | undefined]>([
  ['default', defaultSubscription, undefined],
  ['a transport', { ...defaultSubscription, transport: 'sse' }, { transport: 'sse' }],
  ['a transport of another version', { ...defaultSubscription, transport: 'x' }, { transport: 'x' }],
  ['a URL', { ...defaultSubscription, url: '{{base}}/events' }, { url: '{{base}}/events' }],
  [
    'everything',
    { transport: 'multipart', url: 'http://a', connectionParams: '{"token": {{token}}}' },
    { transport: 'multipart', url: 'http://a', connectionParams: '{"token": {{token}}}' },
  ],
])('the settings of a subscription are stored in the extension: %s', (_, subscription, stored) => {
  const request = newGraphQlRequest({ name: 'S', body: withSubscription(body, subscription) })
  const written = writeItem(request)
  expect(JSON.parse(JSON.stringify(written)).extensions?.parley?.graphql?.subscription).toEqual(stored)
  expect(readItem(written)).toMatchObject({ ok: true, value: { body: request.body } })
})

test.each([newGraphQlRequest, newHttpRequest])(
  'limits for runs are stored as those of streams (%#)',
  create => {
    const runLimits = { events: 2, forMs: 0, until: '' }
    const limited = withSubscription(body, { ...defaultSubscription, runLimits })
    const other = { title: 'Other', selected: false, body: limited }
    const bodyVariants = [{ title: 'Own', selected: true, body: limited }, other]
    for (const some of [{}, { bodyVariants }]) {
      const request = create({ name: 'S', body: limited, ...some })
      const written = writeItem(request)
      expect(JSON.parse(JSON.stringify(written)).extensions.parley).toMatchObject({
        run: { events: 2 },
        ...('bodyVariants' in some
          ? { bodyVariants: [{ title: 'Own' }, { title: 'Other', run: { events: 2 } }] }
          : {}),
      })
      expect(readItem(written)).toMatchObject({ ok: true, value: { body: limited, ...some } })
    }
  },
)

test('settings that are the default ones again leave no trace in the body', () => {
  expect(
    withSubscription({ ...body, subscription: { ...defaultSubscription, url: 'x' } }, defaultSubscription),
  ).toEqual(body)
})

test.each([
  { source: 'file', path: 'shop/schema.graphql' },
  { source: 'none', path: '' },
  { source: 'of another version', path: 'x' },
])('the source of the schema is stored in the extension: %j', schema => {
  const written = writeItem(newGraphQlRequest({ name: 'S', body: { ...body, schema } }))
  const { source, path } = schema
  expect(JSON.parse(JSON.stringify(written)).extensions?.parley?.graphql?.schema).toEqual(
    path === '' ? { source } : schema,
  )
  expect(readItem(written)).toMatchObject({ ok: true, value: { body: { schema: { source, path } } } })
})
