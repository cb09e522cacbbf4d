import './require-node.mjs'

const { globSync } = await import('node:fs')
const { installForNode24 } = await import('./install/install-for-node-24.mjs')
const { root, runProgram } = await import('./run-program.mjs')

installForNode24()

/** Every project is checked separately, so that each package sees only the types that it may. */
const patterns = ['{packages,apps}/*/tsconfig.json', '{packages,apps}/*/{types,src/*}/tsconfig.json']
const projects = [...globSync(patterns, { cwd: root }).sort(), 'tsconfig.test.json']
const codes = []
for (const project of projects) codes.push(await runProgram('typescript/bin/tsc', ['-p', project]))
process.exitCode = codes.some(code => code !== 0) ? 1 : 0
