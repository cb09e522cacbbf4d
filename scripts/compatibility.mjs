import './require-node.mjs'

const { existsSync, globSync, readFileSync, writeFileSync } = await import('node:fs')
const { root, runProgram } = await import('./run-program.mjs')
const { importCurl, importDocument } = await import('../packages/convert/src/index.ts')
const { decodeText } = await import('../packages/convert/src/import/decode-text.ts')
const { contentKinds, contentOfImport, contentOfSource, namesKept } = await import(
  './peer-suites/file-content.mjs'
)
const { equivalenceSection } = await import('./peer-suites/equivalence/equivalence-section.mjs')
const { realServersSection } = await import('./peer-suites/real-servers-section.mjs')
const { suiteSection } = await import('./peer-suites/suite-section.mjs')
const { scriptSection } = await import('./script-compatibility.mjs')
const { corpusKinds, expectedRequests } = await import(
  '../packages/convert/src/import/expected-requests.testkit.ts'
)

/** Writes the import results for real files of other clients into docs/compatibility.md. */
const corpus = `${root}/../shared/corpus`
if (!existsSync(corpus)) {
  process.stderr.write(
    'The corpus of files belongs next to the repository, in ../shared/corpus, but is missing.\n',
  )
  process.exit(1)
}

const rows = corpusKinds.map(kindRow)
const contents = rows.filter(({ content }) => content !== null)
const commands = commandRow()
const scripts = await scriptSection(corpus)
const suites = await suiteSection(corpus)
const equivalence = await equivalenceSection(corpus)
const realServers = await realServersSection()
const text = `# Compatibility

Import results for real files of other clients, as their owners published them. \`node scripts/compatibility.mjs\`
writes this page; code that shares nothing with the importers counts the expected requests.

| format | files | imported | refused | requests found | requests expected | examples | scripts |
| --- | --: | --: | --: | --: | --: | --: | --: |
${rows.map(rowText).join('\n')}

What the files that were imported have, counted by reading them without the importers, and how much of it is in the import.
What is missing is in one of the tables below.

| format | ${contentKinds.join(' | ')} |
| --- | ${contentKinds.map(() => '--:').join(' | ')} |
${contents.map(contentText).join('\n')}

Of ${commands.records} texts with cURL commands ${commands.read} became ${commands.requests} requests; the others are faulty,
or are no cURL commands, and are refused with the position of the error (${list(commands.faults)}).

## Refused

Data, settings and reports stored next to collections, parts of documents, and files that are broken on purpose.

| format | reason | files |
| --- | --- | --: |
${rows.flatMap(row => [...row.refusals].map(([code, count]) => `| ${row.kind} | ${code} | ${count} |`)).join('\n')}

## What Parley cannot represent

The report of each import lists these with their position.

| format | what | times |
| --- | --- | --: |
${rows.flatMap(row => [...row.losses].map(([code, count]) => `| ${row.kind} | ${code} | ${count} |`)).join('\n')}

${suites}
${equivalence}
${realServers}
${scripts}`
writeFileSync(`${root}/docs/compatibility.md`, text)
process.exitCode = await runProgram('@biomejs/biome/bin/biome', [
  'format',
  '--write',
  'docs/compatibility.md',
])

function kindRow(kind) {
  const row = {
    kind,
    files: 0,
    imported: 0,
    found: 0,
    expected: 0,
    examples: 0,
    scripts: 0,
    content: null,
    refusals: new Map(),
    losses: new Map(),
  }
  for (const file of globSync('**/*.{json,yaml,yml,har,csv,xml,wsdl}', { cwd: `${corpus}/${kind}` })) {
    const bytes = readFileSync(`${corpus}/${kind}/${file}`)
    const result = importDocument(bytes)
    row.files += 1
    if (!result.ok) {
      count(row.refusals, result.failure.code)
      continue
    }
    const { counts, losses, scripts } = result.value.report
    row.imported += 1
    row.found += counts.requests
    row.expected += expectedRequests(kind, decodeText(bytes))
    row.examples += counts.examples
    row.scripts += scripts.length
    for (const loss of losses) count(row.losses, loss.code)
    addContent(row, contentOfSource(kind, decodeText(bytes)), contentOfImport(result.value))
  }
  return row
}

function addContent(row, expected, found) {
  if (expected === null) return
  row.content ??= Object.fromEntries(contentKinds.map(name => [name, [0, 0]]))
  for (const name of contentKinds) {
    const [kept, all] =
      name === 'names'
        ? [namesKept(expected.names, found.names), expected.names.length]
        : [found[name], expected[name]]
    row.content[name][0] += kept
    row.content[name][1] += all
  }
}

function contentText({ kind, content }) {
  const cells = contentKinds.map(name => {
    const [kept, all] = content[name]
    return all === 0 && kept === 0 ? '' : `${kept} of ${all}`
  })
  return `| ${kind} | ${cells.join(' | ')} |`
}

function rowText({ kind, files, imported, found, expected, examples, scripts }) {
  return `| ${kind} | ${files} | ${imported} | ${files - imported} | ${found} | ${expected} | ${examples} | ${scripts} |`
}

function commandRow() {
  const row = { records: 0, read: 0, requests: 0, faults: new Map() }
  for (const file of globSync('**/*.txt', { cwd: `${corpus}/curl` }).filter(
    one => !one.endsWith('name.txt'),
  )) {
    const whole = readFileSync(`${corpus}/curl/${file}`, 'utf8')
    const records = whole.split(/^### .*\n/m)
    for (const record of records.length === 1 ? records : records.slice(1)) {
      const { requests, faults } = importCurl(record)
      row.records += 1
      row.requests += requests.length
      if (faults.length === 0) row.read += 1
      for (const fault of faults) count(row.faults, fault.code)
    }
  }
  return row
}

function count(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function list(counts) {
  return [...counts].map(([code, number]) => `${code} ${number}`).join(', ')
}
