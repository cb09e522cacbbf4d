import './require-node.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { run, runProgram } = await import('./run-program.mjs')

/** What Debian has no package for: a library, and parsers for languages without a compiler there. */
const npmPackages = [
  'axios@1.21.1',
  'web-tree-sitter@0.27.1',
  '@repomix/tree-sitter-wasms@0.1.17',
  '@vscode/tree-sitter-wasm@0.3.1',
]

async function installFromNpm() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/code-toolchains', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "private": true }\n')
  return run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-save', ...npmPackages])
}

/**
 * Installs the languages of Generate Code from Debian's packages and runs all generated code. `npm run test:all` runs
 * the code of those languages that are already installed. Ends with a table and a count.
 */
const packages = [
  ...[
    'curl',
    'python3',
    'python3-requests',
    'golang-go',
    'default-jdk-headless',
    'php-cli',
    'php-curl',
    'ruby',
  ],
  ...['python3-httpx', 'wget', 'gcc', 'libc6-dev', 'libcurl4-openssl-dev'],
  ...['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil'],
  ...['httpie', 'cargo', 'librust-reqwest-dev', 'librust-tokio-dev', 'kotlin', 'libokhttp-java'],
]
const reportPath = fileURLToPath(
  new URL('../node_modules/.cache/code-toolchains/report.json', import.meta.url),
)

/** Installs Debian's packages, and resolves to the exit code. */
async function installFromDebian() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
  const apt = (...args) => {
    const [program, ...rest] = [...asRoot, 'apt-get', '-q', '-y', ...args]
    return run(program, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  // The package lists may be missing or old; packages that do not need new lists are installed anyway.
  await apt('update')
  return apt('install', '--no-install-recommends', ...packages)
}

/** Returns a row for each language, and whether all of its code was run and sent what it should. */
function rowsOf(report) {
  const rows = new Map()
  for (const file of report.testResults)
    for (const { ancestorTitles, status, title } of file.assertionResults) {
      const [language = title] = ancestorTitles
      const row = rows.get(language) ?? { language, passed: 0, failed: 0, missing: 0 }
      if (status === 'passed') row.passed += 1
      else if (status === 'failed') row.failed += 1
      else row.missing += 1
      rows.set(language, row)
    }
  return [...rows.values()]
}

function printTable(rows) {
  const columns = ['language', 'passed', 'failed', 'missing']
  const widths = columns.map(name => Math.max(name.length, ...rows.map(row => String(row[name]).length)))
  const line = cells =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index])))
      .join('  ')
  const total = name => rows.reduce((sum, row) => sum + row[name], 0)
  const lines = [
    line(columns),
    ...rows.map(row => line(columns.map(name => String(row[name])))),
    '',
    `${total('passed')} of ${total('passed') + total('failed') + total('missing')} checks of generated code passed in ${rows.length} languages and libraries.`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

const installed = (await installFromDebian()) || (await installFromNpm())
if (installed !== 0) {
  process.stderr.write('Not all languages could be installed.\n')
  process.exitCode = installed
} else {
  rmSync(reportPath, { force: true })
  const files = ['packages/codegen/src/execution.slow.ts', 'packages/codegen/src/syntax.slow.ts']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const code = await runProgram('vitest/vitest.mjs', ['run', ...files, ...reporters])
  const rows = existsSync(reportPath) ? rowsOf(JSON.parse(readFileSync(reportPath, 'utf8'))) : []
  printTable(rows)
  const isWhole = rows.length > 0 && rows.every(row => row.failed + row.missing === 0)
  process.exitCode = code === 0 && !isWhole ? 1 : code
}
