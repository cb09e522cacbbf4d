import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../run-program.mjs'
import { knownCases, rulers } from './known-cases.mjs'
import { suites } from './known-suites.mjs'
import { startStandIns } from './start-stand-ins.mjs'

/** Returns the results of `parley run` with the suites of other clients, for docs/compatibility.md. */
export async function suiteSection(corpus) {
  return sectionText(await suiteRows(corpus))
}

/**
 * Runs the suites.
 * @returns the counts of each, and its cases that fail: what names each, and what it says
 */
async function suiteRows(corpus) {
  const standIns = await startStandIns()
  const folder = mkdtempSync(join(tmpdir(), 'parley-suites-'))
  const certificate = join(folder, 'authority.pem')
  writeFileSync(certificate, standIns.certificatePem)
  const network = [
    '--proxy',
    standIns.proxyUrl,
    '--cacert',
    certificate,
    '--script-libraries',
    '--allow-secrets',
  ]
  const rows = []
  for (const suite of suites)
    rows.push(await suiteRow(suite, `${corpus}/${suite.folder}`, { folder, network }))
  await standIns.close()
  rmSync(folder, { recursive: true })
  return rows
}

async function suiteRow({ name, runs }, cwd, { folder, network }) {
  const row = {
    name,
    refused: [],
    requests: 0,
    answered: 0,
    tests: 0,
    passed: 0,
    cases: [],
  }
  const files = pattern => globSync(pattern, { cwd }).sort()
  for (const args of typeof runs === 'function' ? runs(files) : runs) {
    const path = join(folder, 'report.json')
    rmSync(path, { force: true })
    const refusal = await run([...args, ...network, '--timeout', '10000', '-q', '-r', `json=${path}`], cwd)
    if (refusal === null) addResults(row, args[0], JSON.parse(readFileSync(path, 'utf8')).results)
    else row.refused.push(`${args[0]}: ${refusal}`)
  }
  return row
}

/** Runs a suite. Returns null if it ran, whatever the result. */
function run(args, cwd) {
  return new Promise((resolve, reject) => {
    const program = `${root}/apps/cli/dist/parley.js`
    const child = spawn(process.execPath, [program, 'run', ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      said += text
    })
    child
      .once('error', reject)
      .once('close', code => resolve(code === 3 ? (said.split('\n')[0] ?? '') : null))
  })
}

function addResults(row, source, results) {
  for (const { path, name, response, failure, scriptErrors, tests } of results) {
    row.requests += 1
    if (response !== null) row.answered += 1
    row.tests += tests.length
    row.passed += tests.filter(test => test.passed).length
    const place = [source, ...path, name].join('/')
    if (failure !== null) row.cases.push({ key: `${place}: ${failure.code}`, says: failure.message })
    for (const { message } of scriptErrors)
      row.cases.push({ key: `${place}: ${message.split(' (line')[0]}`, says: message })
    for (const test of tests)
      if (!test.passed) row.cases.push({ key: `${place}: ${test.name}`, says: test.reason })
  }
}

/** Sorts the cases of a suite by their reasons. */
function explained({ cases }) {
  const known = new Map()
  const open = []
  for (const one of cases) {
    const found = knownCases.find(({ keys }) => keys.has(one.key))
    if (found === undefined) open.push(`${one.key}: ${one.says}`)
    else known.set(found, (known.get(found) ?? 0) + 1)
  }
  return { known, open }
}

function sectionText(rows) {
  const all = rows.map(row => ({ ...row, ...explained(row) }))
  const table = all.map(
    ({ name, refused, requests, answered, tests, passed, open, known }) =>
      `| ${name} | ${requests} | ${answered} | ${passed} of ${tests} | ${[...known.values()].reduce((sum, one) => sum + one, 0)} | ${open.length} | ${refused.length} |`,
  )
  const why = all.flatMap(({ name, known }) =>
    [...known]
      .sort(([, left], [, right]) => right - left)
      .map(([{ reason, by }, count]) => `| ${name} | ${rulers[by]} | ${reason} | ${count} |`),
  )
  const open = all.flatMap(row => row.open.map(text => `- ${oneLine(text)}`))
  const refused = all.flatMap(row => row.refused.map(text => `- ${oneLine(text)}`))
  return `## The suites of other clients

Run by \`parley run\` as they were published, against local replacements of the servers that they call. A case
that fails is a test, a script or a request. Each is listed by its name in \`scripts/peer-suites/known-cases.mjs\` with its
reason, or is open.

| suite | requests | answered | tests passed | out of scope | open | refused |
| --- | --: | --: | --: | --: | --: | --: |
${table.join('\n')}

| suite | | out of scope, as | cases |
| --- | --- | --- | --: |
${why.join('\n')}
${open.length === 0 ? '' : `\nOpen:\n\n${open.join('\n')}\n`}${refused.length === 0 ? '' : `\nRefused before anything is sent:\n\n${refused.join('\n')}\n`}`
}

const oneLine = text =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[<>|*_`]/g, '\\$&')
    .slice(0, 220)
