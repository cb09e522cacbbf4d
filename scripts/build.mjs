import './require-node.mjs'

const { bundleCurrentPrograms } = await import('./bundle-current-programs.mjs')
const { runProgram } = await import('./run-program.mjs')

// The page is built first: the package of the command line contains it.
const pageCode = await runProgram('vite/bin/vite.js', ['build', 'apps/web', '--logLevel', 'warn'])
if (pageCode !== 0) process.exit(pageCode)
await bundleCurrentPrograms({ always: true })
