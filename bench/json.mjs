import '../scripts/require-node.mjs'

const { readJsonTree } = await import('../packages/model/src/index.ts')
const { parseJson } = await import('../packages/convert/src/import/json-value.ts')
const { JsonPrinter, printJson } = await import('../packages/engine/src/basics/format/print-json.ts')

/**
 * Reads and prints JSON, with the processor time of each as a multiple of what `JSON.parse` takes for the same text. They
 * take turns, so that a change of the machine's speed affects all of them alike. The time includes that of the garbage
 * collector in other threads.
 */
const rounds = 9
const collection = JSON.stringify(collectionOf(5_000_000))
const rows = rowsOf(20_000_000)
const minified = JSON.stringify(rows)
const pretty = JSON.stringify(rows, null, 2)
const plain = JSON.stringify(rowsOf(1_000_000))
const variables = plain.replace(/"id":\d+/g, '"id":{{id}}')

compare('collection of 5 MB', collection, {
  parseJson: () => parseJson(collection),
})
compare('1 MB of rows', plain, {
  readJsonTree: () => readJsonTree(plain),
  'readJsonTree with variables': () => readJsonTree(variables, { allowsVariables: true }),
})
for (const [name, text] of [
  ['20 MB of rows', minified],
  ['20 MB of rows, indented', pretty],
])
  compare(name, text, {
    printJson: () => printJson(text),
    'printJson with variables': () => printJson(text, { allowsVariables: true }),
    'JsonPrinter in pieces, to UTF-8': () => printInPieces(text),
  })

function compare(name, text, functions) {
  const times = new Map(
    [['JSON.parse', () => JSON.parse(text)], ...Object.entries(functions)].map(one => [one, []]),
  )
  for (let round = 0; round < rounds; round += 1)
    for (const [[, run], list] of times) {
      const before = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(before)
      list.push((user + system) / 1000)
    }
  const [floor] = [...times.values()].map(median)
  process.stdout.write(`${name}, ${(text.length / 1e6).toFixed(1)} million characters\n`)
  for (const [[title], list] of times) {
    const ms = median(list)
    process.stdout.write(
      `  ${title.padEnd(34)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / floor).toFixed(1)} ×\n`,
    )
  }
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** Prints as the threads do that format the bodies of responses. */
function printInPieces(text) {
  const printer = new JsonPrinter(printed => Buffer.from(printed))
  for (let at = 0; at < text.length; at += 65_536)
    if (!printer.write(text.slice(at, at + 65_536))) throw new Error('It is not JSON')
  if (!printer.end()) throw new Error('It is not JSON')
}

function rowsOf(bytes) {
  const row = at => ({
    id: 1_000_000 + at * 7,
    price: at * 1.37,
    isNew: at % 2 === 0,
    parent: null,
    name: `Thing number ${at}`,
    tags: ['new', 'used', `tag ${at % 17}`],
    place: { latitude: 52.1 + at / 1e5, longitude: -3.25 - at / 1e4 },
    note: at % 5 === 0 ? 'It is "small",\nand grün' : 'The quick brown fox jumps over the lazy dog',
  })
  return repeated(row, bytes)
}

function collectionOf(bytes) {
  const item = at => ({
    name: `Thing ${at}`,
    event: [
      { listen: 'test', script: { exec: ['pm.test("answered", () => pm.response.to.have.status(200))'] } },
    ],
    request: {
      method: 'POST',
      header: [{ key: 'X-Thing', value: `${at}`, disabled: at % 3 === 0 }],
      url: { raw: `https://things.test/v1/things/${at}?limit=20`, query: [{ key: 'limit', value: '20' }] },
      body: { mode: 'raw', raw: `{"id": ${at}}`, options: { raw: { language: 'json' } } },
    },
  })
  return { info: { name: 'Things' }, item: repeated(item, bytes) }
}

function repeated(create, bytes) {
  const count = Math.ceil(bytes / JSON.stringify(create(10_000)).length)
  return Array.from({ length: count }, (_, at) => create(at))
}
