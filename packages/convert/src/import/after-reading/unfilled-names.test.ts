import { newHttpRequest, writeCollection, writeItem } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { describeImportLoss } from '../describe-import.ts'
import { importFiles } from '../import-files.ts'
import { newCollection } from '../new-entities.ts'

function namesIn(files: Readonly<Record<string, string | object>>) {
  const { parts, refused } = importFiles(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
    })),
  )
  expect(refused).toEqual([])
  return parts
    .flatMap(part => part.report.losses)
    .filter(({ code }) => code === 'NAME_NOT_FILLED')
    .map(({ path, subject }) => `${path.join('/')} ${subject}`)
}

const url = 'http://h/{{$randomFirstName}}/{{$guid}}/{{?Which one}}/{{ $randomFirstName }}/{{plain}}'
const expected = ['C/R {{$randomFirstName}}', 'C/R {{?Which one}}']

const postman = (request: object, more = {}) => ({
  'c.json': {
    info: { name: 'C' },
    item: [{ name: 'R', request: { method: 'POST', url: 'h', ...request } }],
    ...more,
  },
})

describe('a name that Parley does not fill in is named once, in an import of', () => {
  test.each([
    ['Postman', postman({ url })],
    [
      'Bruno',
      {
        'bruno.json': '{"version": "1", "name": "C", "type": "collection"}',
        'R.bru': `meta {\n  name: R\n  type: http\n}\n\nget {\n  url: ${url}\n  body: none\n  auth: none\n}\n`,
      },
    ],
    [
      'Bruno as JSON',
      { 'c.json': { version: '1', name: 'C', items: [{ type: 'http', name: 'R', request: { url } }] } },
    ],
    [
      'Insomnia',
      {
        'c.json': {
          ...{ _type: 'export', __export_format: 4 },
          resources: [
            { _id: 'w', _type: 'workspace', name: 'C' },
            {
              _id: 'r',
              _type: 'request',
              parentId: 'w',
              name: 'R',
              body: { mimeType: 'text/plain', text: url },
            },
          ],
        },
      },
    ],
    [
      'Hoppscotch',
      {
        'c.json': {
          ...{ v: 2, name: 'C', folders: [] },
          requests: [{ v: '5', name: 'R', method: 'GET', endpoint: url, params: [], headers: [] }],
        },
      },
    ],
    [
      'Thunder Client',
      { 'c.json': { colName: 'C', folders: [], requests: [{ name: 'R', method: 'GET', url, sortNum: 1 }] } },
    ],
    [
      'OpenCollection',
      {
        'opencollection.yml': stringify(writeCollection(newCollection('C', {}))),
        'r.yml': stringify(writeItem(newHttpRequest({ name: 'R', url }))),
      },
    ],
  ])('%s', (_, files) => expect(namesIn(files)).toEqual(expected))
})

describe('it is found in', () => {
  const name = '{{$randomWord}}'
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: name }] }
  test.each([
    ['a header', postman({ header: [{ key: 'X', value: name }] })],
    ['the name of a header', postman({ header: [{ key: name, value: 'x' }] })],
    ['a param', postman({ url: { raw: 'h', query: [{ key: 'a', value: name, disabled: true }] } })],
    ['a body', postman({ body: { mode: 'raw', raw: `{"a": "${name}"}` } })],
    ['a form', postman({ body: { mode: 'formdata', formdata: [{ key: 'a', value: name }] } })],
    ['the authorization', postman({ auth })],
  ])('%s', (_, files) => expect(namesIn(files)).toEqual([`C/R ${name}`]))

  test.each([
    ['the authorization of a collection', postman({}, { auth }), 'C'],
    ['a variable of a collection', postman({}, { variable: [{ key: 'a', value: name }] }), 'C'],
    ['an environment', { 'e.json': { name: 'E', values: [{ key: 'a', value: name }] } }, 'E'],
  ])('%s', (_, files, place) => expect(namesIn(files)).toEqual([`${place} ${name}`]))
})

test('names of functions, of the vault and of the process are found as well', () => {
  const names = ['{{#date}}', '{{vault:key}}', '{{process.env.TOKEN}}']
  expect(namesIn(postman({ url: names.join('') }))).toEqual(names.map(name => `C/R ${name}`))
})

test.each([
  [
    'the five that Parley has',
    postman({ url: '{{$guid}}{{$randomUUID}}{{$timestamp}}{{$isoTimestamp}}{{$randomInt}}' }),
  ],
  ['one that a variable fills in', postman({ url: '{{$own}}' }, { variable: [{ key: '$own', value: '1' }] })],
  ['a plain name, which is a variable of some other file', postman({ url: '{{host}}{{a.b}}' })],
  [
    'one that a script sets',
    postman(
      { url: '{{$own}}' },
      { event: [{ listen: 'prerequest', script: { exec: ["pm.environment.set('$own', 1)"] } }] },
    ),
  ],
  ['one in a description', postman({ description: '{{$randomWord}}' })],
])('%s is not named', (_, files) => expect(namesIn(files)).toEqual([]))

test('the report says what to do', () => {
  const loss = { path: [], code: 'NAME_NOT_FILLED', subject: '{{?Name}}' } as const
  expect(describeImportLoss(loss)).toBe(
    'Parley does not fill in {{?Name}}; add a variable of that name, or write a value.',
  )
})
