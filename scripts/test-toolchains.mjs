import './require-node.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { run, runProgram } = await import('./run-program.mjs')

/** What Debian has no package for: a library, and the parsers of languages without a compiler there. */
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
 * Installs the languages of Generate Code from Debian's packages and runs all generated code. `npm test`
 * runs the code of those languages that are on the machine already.
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
const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
const installation = [...asRoot, 'apt-get', 'install', '--yes', '--no-install-recommends', ...packages]

const [program, ...args] = installation
const installed = await run(program, args)
if (installed !== 0) {
  process.stderr.write(`The languages could not be installed: ${installation.join(' ')}\n`)
  process.exitCode = installed
} else {
  process.env.PARLEY_ALL_CODE = '1'
  process.exitCode =
    (await installFromNpm()) ||
    (await runProgram('vitest/vitest.mjs', ['run', 'packages/transport/src/codegen-']))
}
