import {
  chooseValues,
  type ExpectedBody,
  type ExpectedRequest,
  encodedBasic,
  filled,
  filledBody,
  isMap,
  listIn,
  type MarkedSource,
  markName,
  type Pair,
  textIn,
} from './expected.testkit.ts'

type Entry = Record<string, unknown>

/**
 * Reads a folder of Thunder Client by its documentation: a request has the headers and the authorization of its folders and its
 * collection, unless it has its own; rows that are disabled are not sent. Filters, functions, files and authorizations that
 * need an answer are left out.
 */
export function readThunder(texts: ReadonlyMap<string, string>): MarkedSource {
  const documents = new Map([...texts].map(([path, text]) => [path, JSON.parse(text) as unknown]))
  const containers = new Map<string, Entry>()
  /** A request may be in both layouts. */
  const requests = new Map<unknown, Entry>()
  const add = (one: Entry) => requests.set(one._id ?? one, one)
  for (const document of documents.values())
    for (const one of [document].flat().filter(isMap)) {
      if (typeof one.url === 'string' && !requests.has(one._id)) add(one)
      if (typeof one.colName !== 'string') continue
      containers.set(textIn(one, '_id'), one)
      for (const folder of listIn(one, 'folders')) containers.set(textIn(folder, '_id'), folder)
      for (const request of listIn(one, 'requests')) add(request)
    }
  const values = chooseValues(JSON.stringify([...documents.values()]))
  const expected = new Map<string, ExpectedRequest>()
  for (const request of requests.values()) {
    const read = expectedOf(request, containersOf(request, containers), values)
    if (read === null) continue
    const mark = String(expected.size + 1)
    expected.set(mark, read)
    request.headers = [...listIn(request, 'headers'), { name: markName, value: mark }]
  }
  const files = new Map([...documents].map(([path, document]) => [path, JSON.stringify(document)]))
  return { files, expected, values }
}

/** Returns the folders of a request, innermost first, and its collection. */
function containersOf(request: Entry, containers: ReadonlyMap<string, Entry>): readonly Entry[] {
  const found: Entry[] = []
  for (let id = textIn(request, 'containerId'); containers.has(id); ) {
    const one = containers.get(id) ?? {}
    found.push(one)
    id = textIn(one, 'containerId')
  }
  const collection = containers.get(textIn(request, 'colId'))
  return collection === undefined ? found : [...found, collection]
}

function expectedOf(
  request: Entry,
  containers: readonly Entry[],
  values: ReadonlyMap<string, string>,
): ExpectedRequest | null {
  const auth = credentialsOf([
    request.auth,
    ...containers.map(({ settings }) => (isMap(settings) ? settings.auth : undefined)),
  ])
  const body = bodyOf(request.body)
  const whole = JSON.stringify([request.url, request.headers, request.params, request.body, request.auth])
  if (/\{\{[^}]*\||\{\{#/.test(whole) || auth === null || body === null) return null
  const fill = (text: string) => filled(text, values)
  const fillPair = ([name, value]: Pair): Pair => [fill(name), fill(value)]
  const headers = new Map<string, Pair[]>()
  for (const owner of [...containers.map(({ settings }) => settings).toReversed(), request])
    for (const [name, rows] of Map.groupBy(rowsOf(owner, 'headers'), ([name]) => name.toLowerCase()))
      headers.set(name, rows)
  const own = [...headers.values()].flat().map(fillPair)
  const credentials = auth.map(fillPair).map(encodedBasic)
  const url = fill(textIn(request, 'url'))
  const rows = rowsOf(request, 'params').map(fillPair)
  return {
    name: textIn(request, 'name'),
    method: textIn(request, 'method'),
    url,
    query: url.includes('?') ? [] : rows,
    headers: headers.has('authorization') ? own : [...own, ...credentials],
    body: filledBody(body, fill),
  }
}

function rowsOf(owner: unknown, name: string): readonly Pair[] {
  return listIn(owner, name)
    .filter(row => row.isDisabled !== true && row.isPath !== true && textIn(row, 'name') !== '')
    .map(row => [textIn(row, 'name'), textIn(row, 'value')])
}

function bodyOf(body: unknown): ExpectedBody | null {
  const type = textIn(body, 'type')
  if (listIn(body, 'files').length > 0) return null
  if (type === 'formencoded' || type === 'formdata') {
    const fields = rowsOf(body, 'form')
    if (fields.length === 0) return { kind: 'none' }
    return { kind: type === 'formdata' ? 'parts' : 'form', fields }
  }
  const text = textIn(body, 'raw')
  if (!['json', 'xml', 'text'].includes(type)) return type === '' || type === 'none' ? { kind: 'none' } : null
  return text === '' ? { kind: 'none' } : { kind: 'text', text }
}

/** Returns the header of the nearest authorization that is not inherited; null if it needs more than the file. */
function credentialsOf(nearest: readonly unknown[]): readonly Pair[] | null {
  const auth = nearest.find(one => !['', 'inherit'].includes(textIn(one, 'type')))
  const type = textIn(auth, 'type')
  if (type === '' || type === 'none') return []
  if (type === 'bearer')
    return [['Authorization', `${textIn(auth, 'bearerPrefix') || 'Bearer'} ${textIn(auth, 'bearer')}`]]
  const basic = isMap(auth) ? auth.basic : undefined
  if (type === 'basic')
    return [['Authorization', `Basic ${textIn(basic, 'username')}:${textIn(basic, 'password')}`]]
  return null
}
