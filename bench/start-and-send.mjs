import '../scripts/require-node.mjs'

const { existsSync } = await import('node:fs')
const { startDemoApi } = await import('@parley/testkit/demo-api')
const { runNode } = await import('../scripts/run-program.mjs')
const { measure, printComparison } = await import('./measure.mjs')

/** Compares `parley --version` with an empty Node, and one send with a bare node:http request, in one run. */
const rounds = Number(process.argv[2] ?? 15)
const cli = 'apps/cli/dist/parley.js'
if (!existsSync(cli) && (await runNode(['scripts/build.mjs'])) !== 0) process.exit(1)
const demo = await startDemoApi()
const url = `${demo.baseUrl}/books`
const results = await measure(
  [
    { name: 'node -e 0', args: ['-e', '0'] },
    { name: 'parley --version', args: [cli, '--version'] },
    { name: 'node:http request', args: ['bench/bare-request.mjs', url] },
    { name: 'parley send', args: [cli, 'send', url] },
  ],
  rounds,
)
const [empty, version, bare, send] = results
printComparison([empty, version], empty)
printComparison([bare, send], bare)
await demo.close()
