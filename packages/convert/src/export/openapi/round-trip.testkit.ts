import { type Collection, type HttpRequest, variableText } from '@parley/model'
import { importDocument } from '../../import/import-document.ts'
import { httpRequestsIn } from '../../import/imported.testkit.ts'
import { exportOpenApi } from './export-openapi.ts'

/** Returns the collection of a document of another client. */
export function collectionOf(bytes: Uint8Array): Collection {
  const result = importDocument(bytes)
  const [collection] = result.ok ? result.value.collections : []
  if (collection === undefined) throw new Error('There is no collection.')
  return collection
}

/** Returns a collection after an export and an import, and what the export could not say. */
export function throughOpenApi(collection: Collection) {
  const { value, losses } = exportOpenApi(collection)
  const text = JSON.stringify(value)
  return { text, back: collectionOf(new TextEncoder().encode(text)), losses: losses.map(one => one.subject) }
}

/** Returns what is sent, of each request. */
export function sent(collection: Collection): readonly Partial<HttpRequest>[] {
  return httpRequestsIn(collection.items).map(
    ({ name, method, url, params, pathParams, headers, cookies, body, auth, variables }) => {
      const address = withVariables(url, collection)
      return { name, method, url: address, params, pathParams, headers, cookies, body, auth, variables }
    },
  )
}

/** Fills the variables of the collection in, also in their values. */
function withVariables(url: string, { defaults }: Collection): string {
  let filled = url
  for (let step = 0; step < 2; step += 1)
    for (const one of defaults.variables)
      if (!one.secret) filled = filled.replaceAll(`{{${one.name}}}`, variableText(one))
  return filled
}
