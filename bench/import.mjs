import '../scripts/require-node.mjs'

const { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } = await import('node:fs')
const { tmpdir } = await import('node:os')
const { join, relative, resolve } = await import('node:path')
const { parseArgs } = await import('node:util')
const { runNode, root } = await import('../scripts/run-program.mjs')
const { measure, median, printComparison, runOnce } = await import('./measure.mjs')

/**
 * Reads large documents with `parley import --check`: the whole command, from its start to the report. The
 * limits are 3 s and 400 MB for an OpenAPI document of 4 MB, and 1.5 s for a Postman collection of 3.6 MB. With
 * `--against FILE`, the `parley.js` of a build of another commit, both builds take turns, and the ratios count. Then a Postman
 * collection of 10 MB is imported, compared with parsing it and writing files of the same sizes; the target is 4.5 times the CPU.
 */
const { against } = parseArgs({ options: { against: { type: 'string' } } }).values
const cli = `${root}/apps/cli/dist/parley.js`
if (!existsSync(cli) && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-import-'))
const openApi = write('openapi.json', openApiOf, 4_000_000)
const postman = write('postman.json', postmanOf, 3_600_000)
const documents = [
  { name: 'OpenAPI', file: openApi, limits: { wallMs: 3000, peakMb: 400 } },
  { name: 'Postman', file: postman, limits: { wallMs: 1500, peakMb: Number.NaN } },
]
const programOf = (name, program, file) => ({
  name,
  args: [program, 'import', file, '--into', join(folder, 'into'), '--check'],
})
if (against === undefined) {
  const results = await measure(
    documents.map(({ name, file }) => programOf(name, cli, file)),
    5,
  )
  for (const [at, { name, wallMs, peakMb }] of results.entries()) {
    const { file, limits } = documents[at]
    const megabytes = (statSync(file).size / 1e6).toFixed(1)
    const limit = Number.isNaN(limits.peakMb) ? '' : ` (of ${limits.peakMb})`
    process.stdout.write(
      `${name}, ${megabytes} MB: ${wallMs.toFixed(0)} ms (of ${limits.wallMs}), ${peakMb.toFixed(0)} MB at its peak${limit}\n`,
    )
  }
} else
  for (const { name, file } of documents) {
    const pair = [programOf(`${name}, other build`, resolve(against), file), programOf(name, cli, file)]
    const results = await measure(pair, 7)
    printComparison(results, results[0])
  }
await compareWritten()
rmSync(folder, { recursive: true })

/** Imports a large collection into a new folder each time, in turn with the least that writes as many files. */
async function compareWritten() {
  const source = write('large.json', longPostmanOf, 10_000_000)
  const list = join(folder, 'files.json')
  const into = join(folder, 'written')
  const programs = {
    'node: parse and write': ['bench/write-files.mjs', source, list, into],
    parley: [cli, 'import', source, '--into', into],
  }
  const costs = Object.fromEntries(Object.keys(programs).map(name => [name, []]))
  await runOnce({ args: programs.parley })
  writeFileSync(list, JSON.stringify(filesIn(into)))
  for (let round = 0; round < 3; round += 1)
    for (const [name, args] of Object.entries(programs)) {
      rmSync(into, { recursive: true })
      costs[name].push((await runOnce({ args })).cpuMs)
    }
  const [floor, own] = Object.values(costs).map(median)
  process.stdout.write(
    `Postman, 10 MB, ${filesIn(into).length} files written: ${own.toFixed(0)} ms of CPU, ${(own / floor).toFixed(2)} × parsing and writing them (of 4.5)\n`,
  )
}

/** Returns the files below a folder with their sizes. */
function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(path => [relative(root, path), statSync(path).size])
}

/** Writes a document with enough parts to reach the size. */
function write(name, documentOf, bytes) {
  const one = JSON.stringify(documentOf(200)).length / 200
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(documentOf(Math.ceil(bytes / one))))
  return path
}

function openApiOf(count) {
  const parts = Array.from({ length: count }, (_, at) => at)
  const schema = at => ({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', example: at },
      name: { type: 'string', description: 'What it is called, in the language of whoever asks.' },
      tags: { type: 'array', items: { type: 'string', enum: ['new', 'used', 'rare'] } },
      next: { $ref: `#/components/schemas/Thing${(at + 1) % count}` },
    },
  })
  const operation = (at, method) => ({
    operationId: `${method}Thing${at}`,
    tags: [`Tag ${at % 40}`],
    summary: `The ${method} of a thing`,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
    ],
    ...(method === 'put' ? { requestBody: content(at) } : {}),
    responses: { 200: { description: 'It', ...content(at) } },
  })
  const content = at => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/Thing${at}` } } },
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    servers: [{ url: 'https://things.test/v1' }],
    paths: Object.fromEntries(
      parts.map(at => [`/things${at}/{id}`, { get: operation(at, 'get'), put: operation(at, 'put') }]),
    ),
    components: { schemas: Object.fromEntries(parts.map(at => [`Thing${at}`, schema(at)])) },
  }
}

function postmanOf(count) {
  return {
    info: { name: 'Things', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: Array.from({ length: count }, (_, at) => ({
      name: `Thing ${at}`,
      event: [
        { listen: 'test', script: { exec: ['pm.test("answered", () => pm.response.to.have.status(200))'] } },
      ],
      request: {
        method: 'POST',
        header: [{ key: 'X-Thing', value: `${at}` }],
        url: { raw: `https://things.test/v1/things/${at}?limit=20`, query: [{ key: 'limit', value: '20' }] },
        body: { mode: 'raw', raw: `{"id": ${at}}`, options: { raw: { language: 'json' } } },
      },
    })),
  }
}

/** The same with descriptions, so that a request takes 1 KB. */
function longPostmanOf(count) {
  const { info, item } = postmanOf(count)
  const description = 'What it does, in a sentence that is as long as those that people write. '
    .repeat(9)
    .trimEnd()
  return {
    info,
    item: item.map(({ request, ...rest }) => ({ ...rest, request: { ...request, description } })),
  }
}
