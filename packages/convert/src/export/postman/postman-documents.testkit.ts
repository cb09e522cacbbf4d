import fc from 'fast-check'

/** Texts that people type, and texts that break careless writers. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '{{name}}',
    'a&b=c',
    '"',
    "it's",
    'é😀',
    'line\nbreak',
    '<<x>>',
    '__proto__',
    '%2F+',
  ),
)
const filled = text.filter(one => one.trim() !== '')
const token = fc.constantFrom(
  'Accept',
  'X-Own',
  'x-own',
  'Content-Type',
  'Cookie',
  'constructor',
  '{{header}}',
)
const optional = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(fields, { requiredKeys: [] })

const row = (key: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.record({ key, value: text }), optional({ disabled: fc.constant(true), description: filled }))
    .map(([one, more]) => ({ ...one, ...more }))

const rows = (key: fc.Arbitrary<string>) => fc.array(row(key), { maxLength: 3 })

const url = fc
  .tuple(
    fc.constantFrom('http://a.test', '{{baseUrl}}', 'https://a.test:8443', 'a.test'),
    fc.array(fc.constantFrom('books', ':id', '{{x}}', 'a b', '', '%2F', '..'), { maxLength: 3 }),
    fc.array(fc.constantFrom('q=1', 'q=', 'q', 'a=b=c', '%20=+', '{{n}}={{v}}', ''), { maxLength: 3 }),
  )
  .map(([base, path, query]) => {
    const target = `${base}${path.map(one => `/${one}`).join('')}`
    return query.length === 0 ? target : `${target}?${query.join('&')}`
  })

const field = (key: string, value: unknown) => ({
  key,
  value,
  type: typeof value === 'string' ? 'string' : 'any',
})
const authOf = (type: string, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc
    .record(fields)
    .map(values => ({ type, [type]: Object.entries(values).map(([key, value]) => field(key, value)) }))

const auth = fc.oneof(
  fc.constant({ type: 'noauth' }),
  authOf('bearer', { token: text }),
  authOf('basic', { username: text, password: text }),
  authOf('digest', { username: text, password: text }),
  authOf('apikey', { key: text, value: text, in: fc.constantFrom('header', 'query') }),
  authOf('awsv4', { accessKey: text, secretKey: text, region: filled, service: filled, sessionToken: text }),
)

const body = fc.oneof(
  fc.record({
    mode: fc.constant('raw'),
    raw: filled,
    options: fc.record({
      raw: fc.record({ language: fc.constantFrom('json', 'text', 'xml', 'html', 'javascript') }),
    }),
  }),
  fc.record({ mode: fc.constant('urlencoded'), urlencoded: rows(text) }),
  fc.record({
    mode: fc.constant('formdata'),
    formdata: fc.array(
      fc.oneof(
        row(text).map(one => ({ ...one, type: 'text' })),
        fc.record({ key: text, type: fc.constant('file'), src: fc.constantFrom('/a b.png', 'C:\\x.txt') }),
      ),
      { maxLength: 3 },
    ),
  }),
  fc.record({ mode: fc.constant('file'), file: fc.record({ src: fc.constantFrom('/a b.png', 'data.bin') }) }),
  fc.record({ mode: fc.constant('graphql'), graphql: fc.record({ query: text, variables: text }) }),
)

const event = fc.record({
  listen: fc.constantFrom('prerequest', 'test'),
  script: fc.record({ type: fc.constant('text/javascript'), exec: fc.array(fc.string(), { minLength: 1 }) }),
})
const events = fc.uniqueArray(event, { maxLength: 2, selector: one => one.listen })

const plainRequest = fc
  .tuple(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'LINK', '{{method}}'),
      url,
      header: rows(token),
    }),
    optional({ body }),
  )
  .map(([one, more]) => ({ ...one, ...more }))

const response = fc.record({
  name: filled,
  originalRequest: plainRequest,
  status: fc.constantFrom('OK', 'Not Found', ''),
  code: fc.constantFrom(200, 404, 0),
  _postman_previewlanguage: fc.constantFrom('json', 'xml', 'html', 'text'),
  header: fc.array(fc.record({ key: token, value: text }), { maxLength: 2 }),
  body: text,
})

const request = fc
  .tuple(plainRequest, optional({ auth, description: filled }))
  .map(([one, more]) => ({ ...one, ...more }))

const settings = optional({
  followRedirects: fc.boolean(),
  maxRedirects: fc.nat(20),
  disableUrlEncoding: fc.boolean(),
  disableBodyPruning: fc.boolean(),
  protocolVersion: fc.constantFrom('http1', 'http2'),
})

const requestItem = fc
  .tuple(
    fc.record({ name: filled, request, response: fc.array(response, { maxLength: 1 }) }),
    optional({ event: events, protocolProfileBehavior: settings }),
  )
  .map(([one, more]) => ({ ...one, ...more }))

const { item } = fc.letrec<{ item: object; folder: object }>(tie => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, requestItem, tie('folder')),
  folder: fc
    .tuple(
      fc.record({ name: filled, item: fc.array(tie('item'), { maxLength: 3 }) }),
      optional({ auth, event: events, description: filled, variable: rows(filled) }),
    )
    .map(([one, more]) => ({ ...one, ...more })),
}))

/** Collections in the format v2.1, with everything that their requests can contain. */
export const postmanDocument = fc
  .tuple(
    fc.record({
      info: fc.record({
        name: filled,
        schema: fc.constant('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
      }),
      item: fc.array(item, { maxLength: 4 }),
    }),
    optional({ auth, event: events, variable: rows(filled) }),
  )
  .map(([one, more]) => ({ ...one, ...more }))
