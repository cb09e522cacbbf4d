import { describe, expect, test } from 'vitest'
import { importDocument } from '../import-document.ts'
import { importFiles } from '../import-files.ts'

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })

/** As Bruno 3 and 4 write them. */
const brunoWorkspace = `opencollection: 1.0.0
info:
  name: "My Workspace"
  type: workspace

collections:
  - name: "Shop"
    path: "collections/shop"

specs:

docs: ''
`
const parleyWorkspace = `opencollection: 1.0.0
info:
  name: Ours
  type: workspace
variables:
  - name: team
    value: blue
  - secret: true
    name: key
`
const environment = `name: Dev
variables:
  - name: host
    value: http://a.test
    enabled: true
    secret: false
  - name: off
    value: "1"
    enabled: false
  - name: alsoOff
    value: "2"
    disabled: true
    description: Not used
  - name: port
    value: 8080
  - name: ratio
    value: { type: number, data: "1.50" }
  - name: token
    value: ""
    enabled: true
    secret: true
`
const collection = 'opencollection: 1.0.0\ninfo:\n  name: Shop\n'
const request = 'info:\n  name: List\n  type: http\nhttp:\n  method: GET\n  url: "{{host}}/list"\n'

const variables = [
  { name: 'host', value: { text: 'http://a.test' }, enabled: true, secret: false },
  { name: 'off', value: { text: '1' }, enabled: false, secret: false },
  { name: 'alsoOff', value: { text: '2' }, enabled: false, secret: false, description: 'Not used' },
  { name: 'port', value: { text: '8080' }, enabled: true, secret: false },
  { name: 'ratio', value: { type: 'number', text: '1.50' }, enabled: true, secret: false },
  { name: 'token', enabled: true, secret: true, allowedToScripts: false },
]

describe('a workspace is imported as its collections, environments and variables', () => {
  const layouts: Readonly<Record<string, readonly [path: string, text: string][]>> = {
    'of Bruno': [
      ['workspace.yml', brunoWorkspace],
      ['environments/Dev.yml', environment],
      ['collections/shop/opencollection.yml', collection],
      ['collections/shop/List.yml', request],
    ],
    'of Bruno with a folder of .bru files': [
      ['workspace.yml', brunoWorkspace],
      ['environments/Dev.yml', environment],
      ['collections/shop/bruno.json', '{"version":"1","name":"Shop","type":"collection"}'],
      [
        'collections/shop/List.bru',
        'meta {\n  name: List\n  type: http\n}\n\nget {\n  url: {{host}}/list\n}\n',
      ],
    ],
    'of Parley': [
      ['workspace.yml', parleyWorkspace],
      ['environments/Dev.yml', environment],
      ['Shop/opencollection.yml', collection],
      ['Shop/List.yml', request],
    ],
    'inside a folder': [
      ['team/workspace.yml', parleyWorkspace],
      ['team/environments/Dev.yml', environment],
      ['team/Shop/opencollection.yml', collection],
      ['team/Shop/List.yml', request],
    ],
  }
  test.each(Object.entries(layouts))('%s', (_, files) => {
    const { parts, refused } = importFiles(files.map(([path, text]) => file(path, text)))
    expect(refused).toEqual([])
    const collections = parts.flatMap(part => part.collections)
    expect(
      collections.map(one => [one.name, one.items.map(item => ('name' in item ? item.name : ''))]),
    ).toEqual([['Shop', ['List']]])
    const environments = parts.flatMap(part => part.environments)
    expect(environments.map(one => [one.name, one.variables])).toEqual([['Dev', variables]])
    expect(parts.flatMap(part => part.report.losses)).toContainEqual({
      path: ['Dev'],
      code: 'SECRET_MISSING',
      subject: 'the variable token',
    })
  })

  test('with its own variables, whose secrets are asked for', () => {
    const [part] = importFiles([file('workspace.yml', parleyWorkspace)]).parts
    expect(part).toMatchObject({
      format: 'openCollection',
      collections: [],
      workspaceVariables: [
        { name: 'team', value: { text: 'blue' } },
        { name: 'key', secret: true },
      ],
      report: { losses: [{ code: 'SECRET_MISSING', subject: 'the variable key' }] },
    })
  })

  test('and the environments beside a collection in the same folder are its own', () => {
    const { parts } = importFiles([
      file('workspace.yml', parleyWorkspace),
      file('opencollection.yml', collection),
      file('environments/Dev.yml', environment),
      file('List.yml', request),
    ])
    expect(parts.map(part => part.environments.length)).toEqual([0, 0])
    expect(parts[1]?.collections[0]?.environments.map(one => one.variables)).toEqual([variables])
    expect(parts[0]?.workspaceVariables.map(one => one.name)).toEqual(['team', 'key'])
  })

  test('an empty environment is named after its file', () => {
    const { parts } = importFiles([
      file('workspace.yml', brunoWorkspace),
      file('environments/Empty.yml', 'color: "#ff0000"\n'),
      file('environments/broken.yml', ': : :'),
    ])
    expect(parts[0]?.environments).toMatchObject([{ name: 'Empty', color: '#ff0000', variables: [] }])
    expect(parts[0]?.report.losses).toEqual([
      { path: [], code: 'NOT_READ', subject: 'environments/broken.yml' },
    ])
  })
})

test('an environment alone is read as what it is', () => {
  const read = importDocument(new TextEncoder().encode(environment))
  expect(read).toMatchObject({ ok: true, value: { format: 'openCollection', environments: [{ variables }] } })
})

describe('a workspace without variables holds nothing by itself', () => {
  const failure = { code: 'EMPTY', subject: '' }

  test('as a document', () => {
    const read = importDocument(new TextEncoder().encode(brunoWorkspace))
    expect(read).toEqual({ ok: false, failure })
  })

  test('as the only file of a folder', () => {
    const read = importFiles([file('team/workspace.yml', brunoWorkspace)])
    expect(read).toEqual({ parts: [], refused: [{ path: 'team/workspace.yml', failure }] })
  })

  test('and beside another file it is not refused', () => {
    const { parts, refused } = importFiles([
      file('workspace.yml', brunoWorkspace),
      file('shop/opencollection.yml', collection),
    ])
    expect([parts.length, refused]).toEqual([2, []])
  })
})

test('the default headers of a workspace are named as lost', () => {
  const headers = 'request:\n  headers:\n    - name: X-Team\n      value: books\n'
  const { parts } = importFiles([file('workspace.yml', parleyWorkspace + headers)], () => {})
  expect(parts.flatMap(part => part.report.losses)).toContainEqual(
    expect.objectContaining({
      code: 'SETTING_NOT_SUPPORTED',
      subject: 'the default header X-Team of the workspace',
    }),
  )
})
