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

/** The name, headers and authorization of the folders around a request. */
interface Around {
  readonly name: string
  readonly headers: readonly Pair[]
  readonly auth: unknown
}

/**
 * Reads an export of Insomnia (v3 to v5) by its documentation: parameters follow the query of the URL, one without a value as its name
 * alone, rows that are disabled are not sent, a folder's headers and authorization are inherited. Requests with template tags, scripts, files or an authorization that
 * needs an answer are left out.
 */
export function readInsomnia(document: unknown): MarkedSource {
  replaceSecrets(document)
  const values = chooseValues(JSON.stringify(document))
  const expected = new Map<string, ExpectedRequest>()
  const take = (entry: Entry, around: Around) => {
    const mark = String(expected.size + 1)
    const read = expectedOf(entry, around, values)
    if (read === null) return
    expected.set(mark, read)
    entry.headers = [...listIn(entry, 'headers'), { name: markName, value: mark }]
  }
  const top: Around = { name: '', headers: [], auth: undefined }
  const nested = isMap(document) && Array.isArray(document.collection) ? document.collection : null
  if (nested === null) takeResources(listIn(document, 'resources'), top, take)
  else takeNested(nested, top, take)
  return { files: new Map([['export.json', JSON.stringify(document)]]), expected, values }
}

/** The command line has no values for the secret fields of an import, so they become a variable. */
function replaceSecrets(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const auth = isMap(value) ? value.authentication : undefined
  for (const name of ['password', 'token', 'value']) {
    const text = textIn(auth, name)
    if (text !== '' && !text.includes('{')) Object.assign(auth ?? {}, { [name]: '{{ _.secret }}' })
  }
  Object.values(value).forEach(replaceSecrets)
}

function takeNested(
  entries: readonly unknown[],
  around: Around,
  take: (entry: Entry, around: Around) => void,
) {
  for (const entry of entries.filter(isMap)) {
    if (Array.isArray(entry.children)) takeNested(entry.children, inside(entry, around), take)
    else if (typeof entry.method === 'string') take(entry, around)
  }
}

function takeResources(
  resources: readonly Entry[],
  top: Around,
  take: (entry: Entry, around: Around) => void,
) {
  const byId = new Map(resources.map(one => [one._id, one]))
  const aroundOf = (id: unknown): Around => {
    const container = byId.get(id)
    return container?._type === 'request_group' ? inside(container, aroundOf(container.parentId)) : top
  }
  for (const one of resources) if (one._type === 'request') take(one, aroundOf(one.parentId))
}

function inside(folder: Entry, around: Around): Around {
  return {
    name: `${around.name}${textIn(folder, 'name')}/`,
    headers: [...around.headers, ...rowsOf(folder, 'headers')],
    auth: textIn(folder.authentication, 'type') === '' ? around.auth : folder.authentication,
  }
}

function rowsOf(entry: unknown, name: string): readonly Pair[] {
  return listIn(entry, name)
    .filter(row => row.disabled !== true && textIn(row, 'name') !== '')
    .map(row => [textIn(row, 'name'), textIn(row, 'value')])
}

function expectedOf(
  entry: Entry,
  around: Around,
  values: ReadonlyMap<string, string>,
): ExpectedRequest | null {
  const body = bodyOf(entry.body)
  const own = entry.authentication
  const auth = credentialsOf(textIn(own, 'type') === '' ? around.auth : own)
  const whole = JSON.stringify([entry, around])
  const isTemplate = /\{%|\{#|\{\{[^}]*\||\{\{(?! *_?\.?[\w.-]+ *\}\})/.test(whole)
  const scripts = isMap(entry.scripts)
    ? Object.values(entry.scripts).join('')
    : textIn(entry, 'preRequestScript')
  if (isTemplate || scripts !== '' || body === null || auth === null) return null
  const fill = (text: string) => filled(text, values)
  const fillPair = ([name, value]: Pair): Pair => [fill(name), fill(value)]
  const headers = [...around.headers, ...rowsOf(entry, 'headers')].map(fillPair)
  const hasAuth = headers.some(([name]) => name.toLowerCase() === 'authorization')
  const credentials = auth.map(fillPair).map(encodedBasic)
  return {
    name: `${around.name}${textIn(entry, 'name')}`,
    method: textIn(entry, 'method') || 'GET',
    url: withPathValues(fill(textIn(entry, 'url')), rowsOf(entry, 'pathParameters').map(fillPair)),
    query: rowsOf(entry, 'parameters')
      .map(fillPair)
      .map(([name, value]) => (value === '' ? [name] : [name, value])),
    headers: [...headers, ...(hasAuth ? [] : credentials)],
    body: filledBody(body, fill),
  }
}

function withPathValues(url: string, rows: readonly Pair[]): string {
  return rows.reduce((text, [name, value]) => text.replace(`/:${name}`, `/${encodeURIComponent(value)}`), url)
}

function bodyOf(body: unknown): ExpectedBody | null {
  const type = textIn(body, 'mimeType')
  if (textIn(body, 'fileName') !== '' || listIn(body, 'params').some(row => textIn(row, 'type') === 'file'))
    return null
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') {
    const fields = rowsOf(body, 'params')
    if (fields.length === 0) return { kind: 'none' }
    return { kind: type === 'multipart/form-data' ? 'parts' : 'form', fields }
  }
  const text = isMap(body) ? body.text : undefined
  if (text === undefined || text === '') return { kind: 'none' }
  if (typeof text !== 'string') return null
  if (type !== 'application/graphql') return { kind: 'text', text }
  // A number of its variables may be a variable.
  return text.includes('{{') ? null : { kind: 'any' }
}

/** Returns the header of an authorization, whose Basic credentials are not encoded yet; null if it needs more than the file. */
function credentialsOf(auth: unknown): readonly Pair[] | null {
  const type = textIn(auth, 'type')
  if (type === '' || type === 'none' || (isMap(auth) && auth.disabled === true)) return []
  if (type === 'bearer')
    return [['Authorization', `${textIn(auth, 'prefix') || 'Bearer'} ${textIn(auth, 'token')}`]]
  if (type === 'basic')
    return [['Authorization', `Basic ${textIn(auth, 'username')}:${textIn(auth, 'password')}`]]
  if (type === 'apikey' && textIn(auth, 'addTo') === 'header')
    return [[textIn(auth, 'key'), textIn(auth, 'value')]]
  return null
}
