import type { Description, Row } from '../row.ts'
import type { ObjectReader } from './object-reader.ts'
import { listUnlessEmpty, type OpenCollectionObject, objectOf, trueOrNothing } from './value.ts'

/** Reads the optional description of a row, a variable or a folder. */
export function describedBy(reader: ObjectReader): { readonly description?: Description } {
  const description = reader.described('description')
  return description === undefined ? {} : { description }
}

/** Reads the optional documentation of a folder or collection. */
export function documentedBy(reader: ObjectReader): { readonly docs?: Description } {
  const docs = reader.described('docs')
  return docs === undefined ? {} : { docs }
}

export function writeDescription(
  description: Description | undefined,
): OpenCollectionObject | string | null | undefined {
  if (typeof description !== 'object' || description === null) return description
  return { content: description.content, type: description.type }
}

/** Reads a table. `HttpRequestHeader`, `GrpcMetadata` and the rows of a form have the same shape. */
export function readRows(reader: ObjectReader, key: string): readonly Row[] {
  return reader.objects(key, readRow)
}

export function writeRows(rows: readonly Row[]) {
  return listUnlessEmpty(rows, writeRow)
}

function readRow(reader: ObjectReader): Row {
  return {
    name: reader.text('name'),
    value: reader.text('value'),
    ...describedBy(reader),
    enabled: !reader.flag('disabled'),
  }
}

export function writeRow(row: Row): OpenCollectionObject {
  return objectOf({
    name: row.name,
    value: row.value,
    description: writeDescription(row.description),
    disabled: trueOrNothing(!row.enabled),
  })
}

interface Params {
  readonly params: readonly Row[]
  readonly pathParams: readonly Row[]
}

/** Reads query and path params, which the format keeps in one list; the default type is query. */
export function readParams(reader: ObjectReader): Params {
  const all = reader.objects('params', entry => ({
    type: entry.choice('type', ['query', 'path'], 'query'),
    row: readRow(entry),
  }))
  return {
    params: all.filter(param => param.type === 'query').map(param => param.row),
    pathParams: all.filter(param => param.type === 'path').map(param => param.row),
  }
}

/** Returns one list, query params first. */
export function writeParams({ params, pathParams }: Params) {
  const typed = [
    ...params.map(row => ({ row, type: 'query' })),
    ...pathParams.map(row => ({ row, type: 'path' })),
  ]
  return listUnlessEmpty(typed, ({ row, type }) =>
    objectOf({
      name: row.name,
      value: row.value,
      description: writeDescription(row.description),
      type,
      disabled: trueOrNothing(!row.enabled),
    }),
  )
}
