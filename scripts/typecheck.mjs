import './require-node.mjs'

const { globSync } = await import('node:fs')
const { root, runProgram } = await import('./run-program.mjs')

/**
 * Checks the types of all sources. With `--every-package`, checks each package separately as well, with no more types
 * than it may see.
 */
const whole = ['tsconfig.json', 'packages/script/src/prelude/tsconfig.json']
const patterns = ['{packages,apps}/*/tsconfig.json', '{packages,apps}/*/{types,src/*}/tsconfig.json']
const separate = process.argv.includes('--every-package')
  ? globSync(patterns, { cwd: root }).filter(path => !whole.includes(path))
  : []
const codes = []
for (const project of [...whole, ...separate.sort()])
  codes.push(await runProgram('typescript/bin/tsc', ['-p', project]))
process.exitCode = codes.some(code => code !== 0) ? 1 : 0
