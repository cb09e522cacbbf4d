import { type ExportLoss, exportOpenApi, exportPostman, type LossyFormat } from '@parley/convert'
import {
  type Collection,
  type DraftFields,
  type Folder,
  inheritedRequestSettings,
  type NewRequestFields,
  newHttpRequest,
  noRequestDefaults,
  noScripts,
  type RequestDefaults,
  row,
} from '@parley/model'
import { describe, expect, test } from 'vitest'
import { curlCommands } from './export-curl.ts'

/** A change that adds one part, and a text of it that a format which keeps the part writes. */
interface Added<Holder> {
  readonly change: Partial<Holder>
  readonly canary: RegExp
  /** A part of the loss, if a format has no place for it. */
  readonly loss: string
}

/** Every member that can have something to lose. */
type AddedParts<Holder, Kept extends keyof Holder> = {
  readonly [Name in Exclude<keyof Holder, Kept>]-?: Added<Holder>
}

const unticked = { ...row('kept-name', 'canary'), enabled: false }
const timeout = { ...inheritedRequestSettings, maxRedirects: 7 }
const scripts = { ...noScripts, postResponse: '"canary"' }
const variables = [{ secret: false, name: 'plain', value: { text: 'canary' }, enabled: true }] as const

const ofRequest: AddedParts<
  DraftFields,
  'kind' | 'name' | 'sequence' | 'url' | 'method' | 'auth' | 'pathParams'
> = {
  params: { change: { params: [unticked] }, canary: /canary/, loss: 'unticked params' },
  headers: { change: { headers: [unticked] }, canary: /canary/, loss: 'unticked headers' },
  cookies: { change: { cookies: [unticked] }, canary: /canary/, loss: 'unticked cookies' },
  body: {
    change: { method: 'POST', body: { type: 'urlEncoded', fields: [unticked] } },
    canary: /canary/,
    loss: 'unticked fields',
  },
  docs: { change: { docs: 'canary' }, canary: /canary/, loss: 'documentation' },
  description: { change: { description: 'canary' }, canary: /canary/, loss: 'documentation' },
  tags: { change: { tags: ['canary'] }, canary: /canary/, loss: 'tags' },
  scripts: { change: { scripts }, canary: /canary/, loss: 'scripts' },
  variables: { change: { variables }, canary: /canary/, loss: 'variables' },
  settings: { change: { settings: timeout }, canary: /\b7\b/, loss: 'settings' },
  assertions: {
    change: { assertions: [{ expression: 'canary', operator: 'eq', enabled: true }] },
    canary: /canary/,
    loss: 'assertions',
  },
  actions: {
    change: {
      actions: [
        {
          type: 'setVariable',
          phase: 'postResponse',
          expression: 'canary',
          variableName: 'b',
          variableScope: 'runtime',
          enabled: true,
        },
      ],
    },
    canary: /canary/,
    loss: 'variables set',
  },
  examples: {
    change: {
      examples: [
        {
          name: 'One',
          response: {
            statusCode: 200,
            reasonPhrase: 'OK',
            headers: [],
            body: { type: 'json', data: '"canary"' },
          },
        },
      ],
    },
    canary: /canary/,
    loss: 'examples',
  },
  bodyVariants: {
    change: {
      bodyVariants: [
        { title: 'Sent', selected: true, body: { type: 'none' } },
        { title: 'Other', selected: false, body: { type: 'raw', language: 'text', text: 'canary' } },
      ],
    },
    canary: /canary/,
    loss: 'bodies',
  },
  textPath: { change: { textPath: '$.canary' }, canary: /canary/, loss: 'path of the text' },
  app: { change: { app: { enabled: true, code: 'canary' } }, canary: /canary/, loss: 'page' },
}

const ofDefaults: AddedParts<RequestDefaults, 'auth'> = {
  headers: { change: { headers: [row('X-A', 'canary')] }, canary: /canary/, loss: 'headers' },
  metadata: { change: { metadata: [row('a', 'canary')] }, canary: /canary/, loss: 'metadata' },
  variables: { change: { variables }, canary: /canary/, loss: 'variable' },
  scripts: { change: { scripts }, canary: /canary/, loss: 'scripts' },
  settings: { change: { settings: timeout }, canary: /\b7\b/, loss: 'settings' },
  graphqlSettings: { change: { graphqlSettings: timeout }, canary: /\b7\b/, loss: 'settings of GraphQL' },
}

const ofFolder: AddedParts<Folder, 'kind' | 'name' | 'sequence' | 'items' | 'defaults'> = {
  docs: { change: { docs: 'canary' }, canary: /canary/, loss: 'documentation' },
  description: { change: { description: 'canary' }, canary: /canary/, loss: 'documentation' },
  tags: { change: { tags: ['canary'] }, canary: /canary/, loss: 'tags' },
}

const ofCollection: AddedParts<Collection, 'kind' | 'name' | 'items' | 'defaults' | 'bundled' | 'isSample'> =
  {
    docs: { change: { docs: 'canary' }, canary: /canary/, loss: 'documentation' },
    summary: { change: { summary: 'canary' }, canary: /canary/, loss: 'summary' },
    version: { change: { version: '7-canary' }, canary: /canary/, loss: 'version' },
    authors: {
      change: { authors: [{ name: 'canary', email: '', url: '' }] },
      canary: /canary/,
      loss: 'authors',
    },
    environments: {
      change: {
        environments: [
          {
            name: 'Canary',
            color: '',
            variables: [],
            clientCertificates: [],
            extendsName: '',
            dotEnvFilePath: '',
          },
        ],
      },
      canary: /Canary/,
      loss: 'environment Canary',
    },
    protobuf: {
      change: { protobuf: { protoFilePaths: ['canary.proto'], importPaths: [] } },
      canary: /canary/,
      loss: 'protobuf',
    },
    proxy: {
      change: {
        proxy: {
          enabled: true,
          inherit: false,
          protocol: 'http',
          hostname: 'canary',
          username: '',
          password: '',
          isAuthEnabled: false,
          bypass: '',
        },
      },
      canary: /canary/,
      loss: 'proxy',
    },
    clientCertificates: {
      change: {
        clientCertificates: [
          {
            type: 'pem',
            domain: 'canary',
            certificateFilePath: 'a',
            privateKeyFilePath: 'b',
            passphrase: '',
            enabled: true,
          },
        ],
      },
      canary: /canary/,
      loss: 'client certificates',
    },
  }

const twoTexts = { docs: 'other', description: 'canary' }
const besideDocs = { change: {}, canary: /canary/, loss: 'beside the documentation' }

/** All parts, each in a collection that has nothing else to lose. */
const cases: readonly (readonly [
  place: string,
  part: string,
  collection: Collection,
  added: Added<unknown>,
])[] = [
  ...Object.entries(ofRequest).map(
    ([part, added]) => ['C / F / R', part, collectionWith({ request: added.change }), added] as const,
  ),
  ...Object.entries(ofFolder).map(
    ([part, added]) => ['C / F', part, collectionWith({ folder: added.change }), added] as const,
  ),
  ...Object.entries(ofDefaults).flatMap(([part, added]) => {
    const defaults = { ...noRequestDefaults, ...added.change }
    return [
      ['C / F', part, collectionWith({ folder: { defaults } }), added] as const,
      ['C', part, collectionWith({ collection: { defaults } }), added] as const,
    ]
  }),
  ['C / F / R', 'description beside docs', collectionWith({ request: twoTexts }), besideDocs],
  ['C / F', 'description beside docs', collectionWith({ folder: twoTexts }), besideDocs],
  ...Object.entries(ofCollection).map(
    ([part, added]) => ['C', part, collectionWith({ collection: added.change }), added] as const,
  ),
]

interface Changes {
  readonly request?: NewRequestFields
  readonly folder?: Partial<Folder>
  readonly collection?: Partial<Collection>
}

function collectionWith({ request = {}, folder = {}, collection = {} }: Changes): Collection {
  const inFolder = newHttpRequest({ name: 'R', url: 'http://a.test/', ...request })
  return {
    kind: 'collection',
    name: 'C',
    summary: '',
    version: '',
    authors: [],
    environments: [],
    protobuf: { protoFilePaths: [], importPaths: [] },
    clientCertificates: [],
    bundled: false,
    defaults: noRequestDefaults,
    items: [
      { kind: 'folder', name: 'F', tags: [], defaults: noRequestDefaults, items: [inFolder], ...folder },
    ],
    ...collection,
  }
}

const ports = {
  clock: { now: Date.now, monotonic: () => performance.now() },
  random: { uuid: () => '', integer: () => 0 },
  hostNames: { toAscii: () => null },
}

const writers: Readonly<
  Record<LossyFormat, (collection: Collection) => Promise<{ text: string; losses: readonly ExportLoss[] }>>
> = {
  postman: async collection => {
    const { value, losses } = exportPostman(collection, { includeSecrets: false })
    return { text: JSON.stringify(value), losses }
  },
  openApi: async collection => {
    const { value, losses } = exportOpenApi(collection)
    return { text: JSON.stringify(value), losses }
  },
  curl: collection => curlCommands(collection, ports),
}

describe.each(Object.entries(writers))('%s', (_, write) => {
  test('a collection that has nothing to lose loses nothing', async () => {
    expect((await write(collectionWith({}))).losses).toEqual([])
  })

  test.each(cases)('%s: %s is written or named', async (place, _part, collection, { canary, loss }) => {
    const { text, losses } = await write(collection)
    const named = losses.filter(one => one.path.join(' / ') === place && one.subject.includes(loss))
    expect({ isWritten: canary.test(text), isNamed: named.length === 1 }).toEqual(
      named.length === 1 ? { isWritten: false, isNamed: true } : { isWritten: true, isNamed: false },
    )
  })
})
