import '../require-node.mjs'

const { readFileSync } = await import('node:fs')
const { parseSync } = await import('rolldown/experimental')
const { productSources, repository } = await import('../language/product-sources.ts')

/**
 * Counts what is to stay small: files and lines, imports of the engine that go up, files that ask of which kind a request
 * is, long functions, and the words of the pages that strangers read first. `--list` names what is counted.
 */
const read = path => readFileSync(`${repository}${path}`, 'utf8')
const sources = productSources().map(path => ({ path, text: read(path) }))
const lineCount = text => text.split('\n').length - 1

/** The folders of the engine from the lowest floor to the highest; what is in none is above all of them. */
const floors = ['basics', 'prepare', 'exchange', 'after', 'send', 'run', 'assistant', 'agents']
const engine = 'packages/engine/src/'
const longestFunction = 60

const parts = new Set(['webSocket', 'grpc', 'stream'])
const kinds = new Set(['serverSentEvents', 'webSocket', 'grpc'])
/** Requests and responses, of which these are parts: other streams are those of files, programs and connections. */
const holders = /^(?:draft|request|rendered|typed|item|response)$/

const results = {
  'production files': sources.map(({ path }) => path),
  'lines in them': sources.reduce((sum, { text }) => sum + lineCount(text), 0),
  'imports of the engine that go up': sources.flatMap(importsUp),
  'files that ask for kinds': sources.filter(asksForKinds).map(({ path }) => path),
  'functions of more than 60 lines': sources.flatMap(longFunctions),
  'words of README.md': read('README.md').split(/\s+/).filter(Boolean).length,
  'words of ARCHITECTURE.md': read('ARCHITECTURE.md').split(/\s+/).filter(Boolean).length,
}
/** What it fails above. */
const limits = {
  'imports of the engine that go up': 0,
  'files that ask for kinds': 25,
  'functions of more than 60 lines': 10,
}
for (const [name, found] of Object.entries(results)) {
  const isList = Array.isArray(found)
  if (isList && found.length > (limits[name] ?? Number.POSITIVE_INFINITY)) process.exitCode = 1
  process.stdout.write(`${(isList ? found.length : found).toString().padStart(7)}  ${name}\n`)
  if (isList && name !== 'production files' && process.argv.includes('--list'))
    process.stdout.write(found.map(one => `         ${one}\n`).join(''))
}

/** Folders import their own floor and lower ones; two folders of one floor do not import each other in a circle. */
function importsUp({ path, text }) {
  if (!path.startsWith(engine)) return []
  const own = floorOf(path.slice(engine.length))
  return importsOf(path, text)
    .filter(target => target.startsWith(engine) && floorOf(target.slice(engine.length)) > own)
    .map(target => `${path} → ${target}`)
}

function floorOf(path) {
  const floor = floors.indexOf(path.split('/')[0])
  return floor === -1 ? floors.length : floor
}

function importsOf(path, text) {
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(([, name]) =>
    new URL(name, `file:///${path}`).pathname.slice(1),
  )
}

/** Whether a file reads the part of a kind from a request or a response, or compares the kind of a request. */
function asksForKinds({ path, text }) {
  if (!/webSocket|grpc|stream|serverSentEvents/.test(text)) return false
  return nodesOf(path, text).some(node => {
    if (node.type === 'MemberExpression') return isPart(node)
    if (node.type === 'SwitchStatement')
      return isKind(node.discriminant) && node.cases.some(({ test }) => kinds.has(test?.value))
    if (node.type !== 'BinaryExpression' || !/^[!=]==$/.test(node.operator)) return false
    const { left, right } = node
    return (isKind(left) && kinds.has(right.value)) || (isKind(right) && kinds.has(left.value))
  })
}

function isPart({ object, property, computed }) {
  if (computed || !parts.has(property.name)) return false
  return property.name !== 'stream' || holders.test(object.name ?? object.property?.name ?? '')
}

function isKind({ type, name, property, callee }) {
  return (property?.name ?? name) === 'kind' || (type === 'CallExpression' && callee.name === 'kindOfDraft')
}

/** Counted from `function` to `}`, with blank lines and JSX. */
function longFunctions({ path, text }) {
  if (lineCount(text) <= longestFunction) return []
  return nodesOf(path, text)
    .filter(({ type }) => /Function/.test(type))
    .map(({ start, end, id }) => ({ lines: lineCount(text.slice(start, end)) + 1, start, name: id?.name }))
    .filter(({ lines }) => lines > longestFunction)
    .map(({ lines, start, name }) => `${path}:${lineCount(text.slice(0, start)) + 1} ${name ?? ''} ${lines}`)
}

function nodesOf(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const found = []
  const open = [program]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if ('type' in node) found.push(node)
    for (const child of Object.values(node)) open.push(...(Array.isArray(child) ? child : [child]))
  }
  return found
}
