import type {
  Collection,
  Description,
  DraftFields,
  Folder,
  RequestDefaults,
  RequestSettings,
  Row,
  Scripts,
} from '@parley/model'
import type { ExportFormat } from './export-format.ts'

/** A format for which something has no place; OpenCollection has one for everything. */
export type LossyFormat = Exclude<ExportFormat, 'openCollection'>

/**
 * Names the parts of a request that a format has no place for. What a writer keeps in part is named by that writer.
 */
export function lostOfRequest(request: DraftFields, format: LossyFormat): readonly string[] {
  return lostOf(requestParts, request, format)
}

/** Names the parts of a folder that a format has no place for, without those of its items. */
export function lostOfFolder(folder: Folder, format: LossyFormat): readonly string[] {
  return [...lostOf(folderParts, folder, format), ...lostOf(defaultParts, folder.defaults, format)]
}

/** Names the parts of a collection that a format has no place for, without those of its items. */
export function lostOfCollection(collection: Collection, format: LossyFormat): readonly string[] {
  return [
    ...lostOf(collectionParts, collection, format),
    ...lostOf(defaultParts, collection.defaults, format),
    ...collection.environments.map(one => `the environment ${one.name}${fileOfItsOwn[format]}`),
  ]
}

const fileOfItsOwn: Readonly<Record<LossyFormat, string>> = {
  postman: ', which is a file of its own there',
  openApi: '',
  curl: '',
}

interface Part<Holder> {
  /** What follows “no place for”. */
  readonly words: string
  /** The formats that keep it. */
  readonly keptBy: readonly LossyFormat[]
  readonly isIn: (holder: Holder) => boolean
}

/** Every member of what is exported; `null`: all formats keep it, or its writers name what they leave out. */
type Parts<Holder> = { readonly [Name in keyof Holder]-?: Part<Holder> | null }

function lostOf<Holder>(parts: Parts<Holder>, holder: Holder, format: LossyFormat): readonly string[] {
  return Object.values<Part<Holder> | null>(parts)
    .filter(part => part !== null)
    .filter(part => !part.keptBy.includes(format) && part.isIn(holder))
    .map(part => part.words)
}

const requestParts: Parts<DraftFields> = {
  kind: null,
  name: null,
  sequence: null,
  url: null,
  method: null,
  auth: null,
  body: {
    words: 'the unticked fields of the body',
    keptBy: ['postman', 'openApi'],
    isIn: ({ body }) =>
      (body.type === 'urlEncoded' && hasUnticked(body.fields)) ||
      (body.type === 'multipart' && hasUnticked(body.parts)),
  },
  pathParams: null,
  params: {
    words: 'the unticked params',
    keptBy: ['postman', 'openApi'],
    isIn: one => hasUnticked(one.params),
  },
  headers: {
    words: 'the unticked headers',
    keptBy: ['postman', 'openApi'],
    isIn: one => hasUnticked(one.headers),
  },
  cookies: { words: 'the unticked cookies', keptBy: ['openApi'], isIn: one => hasUnticked(one.cookies) },
  docs: {
    words: 'the documentation',
    keptBy: ['postman', 'openApi'],
    isIn: one => isWritten(one.docs) || isWritten(one.description),
  },
  description: {
    words: 'the description beside the documentation',
    keptBy: [],
    isIn: one => isWritten(one.description) && isWritten(one.docs),
  },
  tags: { words: 'the tags', keptBy: [], isIn: one => one.tags.length > 0 },
  scripts: { words: 'the scripts', keptBy: ['postman'], isIn: one => hasScripts(one.scripts) },
  variables: { words: 'the variables', keptBy: ['postman'], isIn: one => one.variables.length > 0 },
  settings: { words: 'the settings', keptBy: ['postman'], isIn: one => hasSettings(one.settings) },
  assertions: { words: 'the assertions', keptBy: [], isIn: one => one.assertions.length > 0 },
  actions: {
    words: 'the variables set from requests and responses',
    keptBy: [],
    isIn: one => one.actions.length > 0,
  },
  examples: {
    words: 'the examples',
    keptBy: ['postman', 'openApi'],
    isIn: one => one.examples.length > 0,
  },
  bodyVariants: {
    words: 'the bodies that are not chosen',
    keptBy: [],
    isIn: ({ bodyVariants = [] }) => bodyVariants.some(one => !one.selected),
  },
  textPath: {
    words: 'the path of the text in events',
    keptBy: [],
    isIn: one => isWritten(one.textPath),
  },
  app: { words: 'the page of another client', keptBy: [], isIn: one => one.app !== undefined },
}

const folderParts: Parts<Folder> = {
  kind: null,
  name: null,
  sequence: null,
  items: null,
  defaults: null,
  docs: {
    words: 'the documentation',
    keptBy: ['postman', 'openApi'],
    isIn: one => isWritten(one.docs) || isWritten(one.description),
  },
  description: {
    words: 'the description beside the documentation',
    keptBy: [],
    isIn: one => isWritten(one.description) && isWritten(one.docs),
  },
  tags: { words: 'the tags', keptBy: [], isIn: one => one.tags.length > 0 },
}

const collectionParts: Parts<Collection> = {
  kind: null,
  name: null,
  items: null,
  defaults: null,
  bundled: null,
  isSample: null,
  // Named one by one.
  environments: null,
  summary: { words: 'the summary', keptBy: [], isIn: one => isWritten(one.summary) },
  version: { words: 'the version', keptBy: ['openApi'], isIn: one => isWritten(one.version) },
  authors: { words: 'the authors', keptBy: [], isIn: one => one.authors.length > 0 },
  docs: { words: 'the documentation', keptBy: ['postman', 'openApi'], isIn: one => isWritten(one.docs) },
  protobuf: {
    words: 'the protobuf files',
    keptBy: [],
    isIn: ({ protobuf }) => protobuf.protoFilePaths.length + protobuf.importPaths.length > 0,
  },
  proxy: {
    words: 'the proxy',
    keptBy: [],
    isIn: one => one.proxy?.enabled === true && isWritten(one.proxy.hostname),
  },
  clientCertificates: {
    words: 'the client certificates',
    keptBy: [],
    isIn: one => one.clientCertificates.length > 0,
  },
}

const defaultParts: Parts<RequestDefaults> = {
  auth: null,
  headers: { words: 'the headers', keptBy: ['postman', 'curl'], isIn: one => one.headers.length > 0 },
  metadata: { words: 'the gRPC metadata', keptBy: [], isIn: one => one.metadata.length > 0 },
  // OpenAPI keeps those in the addresses of servers, and names the others itself.
  variables: {
    words: 'the variables',
    keptBy: ['postman', 'openApi'],
    isIn: one => one.variables.length > 0,
  },
  scripts: { words: 'the scripts', keptBy: ['postman'], isIn: one => hasScripts(one.scripts) },
  settings: { words: 'the settings', keptBy: ['postman'], isIn: one => hasSettings(one.settings) },
  graphqlSettings: {
    words: 'the settings of GraphQL requests',
    keptBy: [],
    isIn: one => hasSettings(one.graphqlSettings),
  },
}

function isWritten(text: Description | undefined): boolean {
  return (typeof text === 'string' ? text : (text?.content ?? '')).trim() !== ''
}

function hasUnticked(rows: readonly Pick<Row, 'enabled'>[]): boolean {
  return rows.some(one => !one.enabled)
}

function hasScripts(scripts: Scripts): boolean {
  return Object.values(scripts).some(script => script.trim() !== '')
}

function hasSettings(settings: RequestSettings): boolean {
  return Object.values(settings).some(setting => setting !== 'inherit')
}
