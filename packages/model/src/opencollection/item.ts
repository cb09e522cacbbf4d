import type { AppFile, Folder, Item } from '../collection/collection.ts'
import type { Result } from '../result.ts'
import { withAlignedParams } from '../url/align-params.ts'
import { parleyExtension, writeParleyExtension } from './extensions.ts'
import { type ObjectReader, readFile } from './object-reader.ts'
import type { ReadProblem } from './read-problem.ts'
import { readGraphQlRequest, writeGraphQlRequest } from './requests/graphql-request.ts'
import { readGrpcRequest, writeGrpcRequest } from './requests/grpc-request.ts'
import { readHttpRequest, writeHttpRequest } from './requests/http-request.ts'
import { readRequestDefaults, writeRequestDefaults } from './requests/request-defaults.ts'
import { readInfo, writeInfo } from './requests/request-fields.ts'
import { readWebSocketRequest, writeWebSocketRequest } from './requests/websocket-request.ts'
import { documentedBy, writeDescription } from './row.ts'
import { listUnlessEmpty, type OpenCollectionObject, objectOf, textUnlessEmpty } from './value.ts'

/** Reads the file of a request, script or page; also of a folder in a single file. */
export function readItem(value: unknown): Result<Item, readonly ReadProblem[]> {
  return readFile(value, file => readAnyItem(file) ?? emptyScriptFile)
}

/** Reads a `folder.yml`, whose items are other files, or a folder with its items in the file. */
export function readFolder(value: unknown): Result<Folder, readonly ReadProblem[]> {
  return readFile(value, readFolderObject)
}

/** Returns the content of an item's file, with keys in the order that the format's documentation uses. */
export function writeItem(item: Item): OpenCollectionObject {
  switch (item.kind) {
    case 'http':
    case 'serverSentEvents':
      return writeHttpRequest(withAlignedParams(item))
    case 'graphql':
      return writeGraphQlRequest(withAlignedParams(item))
    case 'grpc':
      return writeGrpcRequest(item)
    case 'webSocket':
      return writeWebSocketRequest(withAlignedParams(item))
    case 'folder':
      return writeFolder(item)
    case 'scriptFile':
      return { type: 'script', script: item.script }
    case 'appFile':
      return writeAppFile(item)
  }
}

export function writeFolder(folder: Folder): OpenCollectionObject {
  const { request, parley } = writeRequestDefaults(folder.defaults, 'inherit')
  return objectOf({
    info: writeInfo(folder, 'folder'),
    items: writeItems(folder.items),
    request,
    docs: writeDescription(folder.docs),
    extensions: writeParleyExtension(parley),
  })
}

/** Deeper nesting is a mistake or an attack on the stack, not a collection. */
export const maximumFolderDepth = 100

/**
 * Reads the `items` of a collection or folder. An item that cannot be read is left out and reported as a
 * problem.
 */
export function readItems(owner: ObjectReader): readonly Item[] {
  const depth = owner.path.filter(step => step === 'items').length
  if (depth >= maximumFolderDepth && owner.has('items')) {
    owner.problem(['items'], 'TOO_DEEP', `is more than ${maximumFolderDepth} folders deep`)
    return []
  }
  return owner.objects('items', readAnyItem).filter(item => item !== undefined)
}

export function writeItems(items: readonly Item[]) {
  return listUnlessEmpty(items, writeItem)
}

const emptyScriptFile = { kind: 'scriptFile', script: '' } as const

const itemTypes = ['http', 'graphql', 'grpc', 'websocket', 'folder', 'app', 'script'] as const

function readAnyItem(item: ObjectReader): Item | undefined {
  switch (itemType(item)) {
    case 'http':
      return readHttpRequest(item)
    case 'graphql':
      return readGraphQlRequest(item)
    case 'grpc':
      return readGrpcRequest(item)
    case 'websocket':
      return readWebSocketRequest(item)
    case 'folder':
      return readFolderObject(item)
    case 'app':
      return { kind: 'appFile', ...readInfo(item), code: item.text('code') }
    case 'script':
      return { kind: 'scriptFile', script: item.text('script') }
    case undefined:
      return undefined
  }
}

/**
 * Returns the type from `info.type`, or else from a key that only one kind has, because the schema requires
 * neither.
 */
function itemType(item: ObjectReader): (typeof itemTypes)[number] | undefined {
  if (!item.isReadable) return undefined
  const info = item.object('info')
  if (info.has('type')) return info.choice('type', itemTypes, 'script')
  if (item.value('type') === 'script') return 'script'
  for (const kind of ['http', 'graphql', 'grpc', 'websocket', 'script'] as const) {
    if (item.has(kind)) return kind
  }
  if (item.has('code')) return 'app'
  if (item.has('items') || item.has('request')) return 'folder'
  item.problem([], 'UNKNOWN_KIND', 'is not a request, folder, script or page: it names no type')
  return undefined
}

function readFolderObject(folder: ObjectReader): Folder {
  return {
    kind: 'folder',
    ...readInfo(folder),
    items: readItems(folder),
    defaults: readRequestDefaults(folder, parleyExtension(folder), 'inherit'),
    ...documentedBy(folder),
  }
}

function writeAppFile(file: AppFile): OpenCollectionObject {
  return objectOf({ info: writeInfo(file, 'app'), code: textUnlessEmpty(file.code) })
}
