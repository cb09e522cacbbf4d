import { expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'

test.each([
  [true, 'query'],
  [false, 'header'],
  [undefined, 'header'],
])('an AWS signature with addAuthDataToQuery %j is in the %s', (addAuthDataToQuery, placement) => {
  const fields = {
    accessKey: '{{key}}',
    secretKey: '{{secret}}',
    region: 'eu-west-1',
    service: 's3',
    addAuthDataToQuery,
  }
  const awsv4 = Object.entries(fields).map(([key, value]) => ({ key, value }))
  const collection = {
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'R', request: { method: 'GET', url: 'http://a.test/', auth: { type: 'awsv4', awsv4 } } }],
  }
  const imported = importDocument(new TextEncoder().encode(JSON.stringify(collection)))
  if (!imported.ok) throw new Error(imported.failure.code)
  expect(imported.value.report.losses).toEqual([])
  expect(imported.value.collections[0]?.items).toMatchObject([
    { auth: { type: 'signatureV4', accessKeyId: '{{key}}', region: 'eu-west-1', service: 's3', placement } },
  ])
})

test.each([
  ['GET', undefined, false, 'query'],
  ['POST', undefined, false, 'query'],
  ['POST', 'urlencoded', false, 'body'],
  ['PUT', 'urlencoded', false, 'body'],
  ['DELETE', 'urlencoded', false, 'query'],
  ['POST', 'formdata', false, 'query'],
  ['POST', 'urlencoded', true, 'header'],
])(
  'OAuth 1.0 with %s, a body %s and addParamsToHeader %s is in the %s',
  (method, mode, addParamsToHeader, placement) => {
    const oauth1 = Object.entries({ consumerKey: 'k', addParamsToHeader }).map(([key, value]) => ({
      key,
      value,
    }))
    const body = mode === undefined ? {} : { body: { mode, [mode]: [{ key: 'a', value: '1' }] } }
    const request = { method, url: 'http://a.test/', auth: { type: 'oauth1', oauth1 }, ...body }
    const collection = {
      info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [{ name: 'R', request }],
    }
    const imported = importDocument(new TextEncoder().encode(JSON.stringify(collection)))
    if (!imported.ok) throw new Error(imported.failure.code)
    expect(imported.value.collections[0]?.items).toMatchObject([{ auth: { type: 'oauth1', placement } }])
  },
)
