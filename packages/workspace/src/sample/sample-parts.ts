import {
  type Folder,
  type HttpRequest,
  type Item,
  type NewRequestFields,
  newHttpRequest,
  noRequestDefaults,
} from '@parley/model'

/** Returns a request of the sample; `path` is that of the demo API, with its query. */
export function sampleRequest(
  name: string,
  method: string,
  path: string,
  fields: NewRequestFields = {},
): HttpRequest {
  return newHttpRequest({ name, method, url: `{{baseUrl}}${path}`, ...fields })
}

/** Returns a folder of the sample that sets nothing but the given fields. */
export function sampleFolder(name: string, items: readonly Item[], fields: Partial<Folder> = {}): Folder {
  return { kind: 'folder', name, tags: [], defaults: noRequestDefaults, items, ...fields }
}

const indentation = '    '

/** Returns a text of several lines without their common indentation of four spaces. */
export function lines(text: string): string {
  const withoutIndentation = (line: string) =>
    line.startsWith(indentation) ? line.slice(indentation.length) : line
  return text.split('\n').map(withoutIndentation).join('\n').trim()
}
