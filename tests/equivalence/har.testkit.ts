import {
  type ExpectedBody,
  type ExpectedRequest,
  isMap,
  listIn,
  type MarkedSource,
  markName,
  type Pair,
  textIn,
} from './expected.testkit.ts'

/**
 * Reads an archive by HAR 1.2: the URL and the headers of each entry as they were sent, and as the body `postData.text`, or its
 * `params` where there is no text. WebSockets and bodies of files are left out.
 */
export function readHar(document: unknown): MarkedSource {
  const expected = new Map<string, ExpectedRequest>()
  const log = isMap(document) ? document.log : undefined
  for (const entry of listIn(log, 'entries')) {
    const request = entry.request as Record<string, unknown>
    const url = textIn(request, 'url')
    const body = bodyOf(request.postData)
    if (!/^https?:/i.test(url) || body === null || request.method === 'CONNECT') continue
    const mark = String(expected.size + 1)
    expected.set(mark, {
      name: `${textIn(request, 'method')} ${url}`,
      method: textIn(request, 'method'),
      url,
      query: [],
      headers: listIn(request, 'headers').map((row): Pair => [textIn(row, 'name'), textIn(row, 'value')]),
      body,
    })
    request.headers = [...listIn(request, 'headers'), { name: markName, value: mark }]
  }
  return { files: new Map([['archive.har', JSON.stringify(document)]]), expected, values: new Map() }
}

function bodyOf(data: unknown): ExpectedBody | null {
  if (!isMap(data)) return { kind: 'none' }
  const text = textIn(data, 'text')
  const rows = listIn(data, 'params')
  if (text !== '') return { kind: 'text', text }
  if (rows.some(row => textIn(row, 'fileName') !== '')) return null
  if (rows.length === 0) return { kind: 'none' }
  const fields = rows.map((row): Pair => [textIn(row, 'name'), textIn(row, 'value')])
  return { kind: textIn(data, 'mimeType').startsWith('multipart/') ? 'parts' : 'form', fields }
}
