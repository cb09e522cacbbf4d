import type { RequestFields } from '../../request/request.ts'
import type { Description } from '../../row.ts'
import { readAuth, writeAuth } from '../auth.ts'
import type { ObjectReader } from '../object-reader.ts'
import { describedBy, writeDescription } from '../row.ts'
import { readScripts, writeScripts } from '../scripts.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  objectOf,
  textUnlessEmpty,
  unlessEmpty,
} from '../value.ts'
import { readPlainVariables, writePlainVariables } from '../variable.ts'

/** The `info` of requests, folders and pages, without the type. */
export interface ItemInfo {
  readonly name: string
  readonly description?: Description
  readonly tags: readonly string[]
  readonly sequence?: number
}

export function readInfo(item: ObjectReader): ItemInfo {
  const info = item.object('info')
  const sequence = info.optionalNumber('seq')
  return {
    name: info.text('name'),
    ...describedBy(info),
    ...(sequence === undefined ? {} : { sequence }),
    tags: info.texts('tags'),
  }
}

export function writeInfo(item: ItemInfo, type: string): OpenCollectionObject {
  return objectOf({
    name: textUnlessEmpty(item.name),
    description: writeDescription(item.description),
    type,
    seq: item.sequence,
    tags: listUnlessEmpty(item.tags, tag => tag),
  })
}

/**
 * Reads the fields that every kind of request has.
 * @param details the object under the kind's key
 */
export function readRequestFields(
  item: ObjectReader,
  details: ObjectReader,
  parley: ObjectReader,
): RequestFields {
  const runtime = item.object('runtime')
  const docs = item.optionalText('docs')
  return {
    ...readInfo(item),
    url: details.text('url'),
    auth: readAuth(details, parley, 'inherit'),
    scripts: readScripts(runtime),
    variables: readPlainVariables(runtime),
    ...(docs === undefined ? {} : { docs }),
  }
}

/** Returns `auth` with its extension, and the part of `runtime` that every kind has. */
export function writeRequestFields(request: RequestFields) {
  return {
    auth: writeAuth(request.auth, 'inherit'),
    runtime: {
      variables: writePlainVariables(request.variables),
      scripts: writeScripts(request.scripts),
    },
  }
}

/** Returns an object of a file; undefined if it has no keys. */
export function part(entries: Parameters<typeof objectOf>[0]): OpenCollectionObject | undefined {
  return unlessEmpty(objectOf(entries))
}
