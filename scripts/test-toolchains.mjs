import './require-node.mjs'

const { run, runProgram } = await import('./run-program.mjs')

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
]
const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
const installation = [...asRoot, 'apt-get', 'install', '--yes', '--no-install-recommends', ...packages]

const [program, ...args] = installation
const installed = await run(program, args)
if (installed !== 0) {
  process.stderr.write(`The languages could not be installed: ${installation.join(' ')}\n`)
  process.exitCode = installed
} else {
  process.exitCode = await runProgram('vitest/vitest.mjs', [
    'run',
    'packages/transport/src/codegen-execution.test.ts',
  ])
}
