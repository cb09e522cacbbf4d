/** Returns the fields of a query or form; repeated names get a list. */
export function fieldsOf(params) {
  const fields = {}
  for (const [name, value] of params) {
    const before = fields[name]
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

export function jsonOf(content) {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}

/** Returns the fields and files of a multipart body. */
export function partsOf({ headers, content }) {
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const parts = { fields: [], files: [] }
  if (boundary === undefined) return parts
  for (const piece of content.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = piece.indexOf('\r\n\r\n')
    const head = piece.slice(2, end)
    const value = Buffer.from(piece.slice(end + 4, -2), 'latin1')
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? ''
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    const type = /content-type: *([^\r]+)/i.exec(head)?.[1]
    if (filename === undefined) parts.fields.push([name, value.toString()])
    else parts.files.push({ name, filename, type, value })
  }
  return parts
}

export function cookiesOf(headers) {
  const pairs = (headers.cookie ?? '').split(/; */).filter(pair => pair.includes('='))
  return Object.fromEntries(
    pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

/** Returns the user name and password of a Basic authorization. */
export function basicOf(headers) {
  const text = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const [user = '', ...rest] = Buffer.from(text, 'base64').toString().split(':')
  return { user, password: rest.join(':') }
}
