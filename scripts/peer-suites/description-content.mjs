const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
const isMap = value => typeof value === 'object' && value !== null && !Array.isArray(value)
const entriesOf = value => (isMap(value) ? Object.entries(value) : [])
const textOf = value => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Adds what an OpenAPI document describes: operations in folders by tag, or by the first step of a path. */
export function countOpenApi(document, content) {
  content.collections += 1
  if (asksForSign(document.security)) content.authorizations += 1
  const operations = entriesOf(document.paths).flatMap(([path, value]) => {
    const item = resolved(document, value)
    if (path.startsWith('x-')) return []
    return entriesOf(item)
      .filter(([method, one]) => methods.has(method) && isMap(one))
      .map(([method, operation]) => ({ path, method, operation, item }))
  })
  for (const { path, method, operation, item } of operations) {
    const name = textOf(operation.summary) || textOf(operation.operationId)
    content.names.push(name === '' ? `${method.toUpperCase()} ${path}` : name.replace(/\s+/g, ' ').trim())
    if (asksForSign(operation.security)) content.authorizations += 1
    if (hasBody(document, operation, item)) content.bodies += 1
  }
  const folders = foldersOf(operations)
  content.folders += folders.length
  content.names.push(...folders)
}

function foldersOf(operations) {
  const tags = operations.map(({ operation }) => textOf([operation.tags].flat()[0])).filter(Boolean)
  if (tags.length > 0) return [...new Set(tags)]
  const steps = operations.map(({ path }) => path.split('/')[1] ?? '').filter(step => !/^$|\{/.test(step))
  return [...new Set(steps.filter((step, at) => steps.indexOf(step) !== at))]
}

/** An empty requirement among others means that nothing is needed (OpenAPI 3.1, Security Requirement Object). */
function asksForSign(security) {
  const requirements = Array.isArray(security) ? security.filter(isMap) : []
  return requirements.length > 0 && requirements.every(one => Object.keys(one).length > 0)
}

function hasBody(document, operation, item) {
  if (document.swagger === undefined)
    return entriesOf(resolved(document, operation.requestBody)?.content).length > 0
  return [operation.parameters, item.parameters]
    .flatMap(list => (Array.isArray(list) ? list : []))
    .some(one => ['body', 'formData'].includes(resolved(document, one)?.in))
}

/** Follows a reference within the document. */
function resolved(document, value) {
  const path = /^#\/(.*)$/.exec(textOf(value?.$ref))?.[1]
  if (path === undefined) return value
  const steps = path
    .split('/')
    .map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce((one, step) => one?.[step], document)
}

/** Adds what an introspection describes: the fields of Query and Mutation, a folder for each. */
export function countGraphQl(document, content) {
  const schema = (document.data ?? document).__schema
  content.collections += 1
  for (const [folder, root] of [
    ['Queries', schema.queryType],
    ['Mutations', schema.mutationType],
  ]) {
    const fields = schema.types.find(({ name }) => name === root?.name)?.fields ?? []
    if (fields.length === 0) continue
    content.folders += 1
    content.names.push(folder, ...fields.map(({ name }) => name))
    content.bodies += fields.length
  }
}

/** Adds what a service describes: a folder for each port, and the operations of its binding with an envelope each. */
export function countWsdl(text, content) {
  content.collections += 1
  const ports = [...text.matchAll(/<(?:\w+:)?port\b([^>]*)>/g)].map(([, attributes]) => attributes)
  for (const port of ports) {
    const binding = attribute(port, 'binding').replace(/^.*:/, '')
    const [, inside = ''] =
      new RegExp(`<(?:\\w+:)?binding\\b[^>]*\\bname="${binding}"[^>]*>([^]*?)</(?:\\w+:)?binding>`).exec(
        text,
      ) ?? []
    const operations = [...inside.matchAll(/<(?:\w+:)?operation\b([^>]*\bname=[^>]*)>/g)]
    content.folders += 1
    content.names.push(attribute(port, 'name'), ...operations.map(([, one]) => attribute(one, 'name')))
    content.bodies += operations.length
  }
}

const attribute = (attributes, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
