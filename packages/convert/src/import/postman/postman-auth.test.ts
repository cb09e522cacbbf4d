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
