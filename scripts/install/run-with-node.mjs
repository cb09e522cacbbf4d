import '../require-node.mjs'

const { runNode } = await import('../run-program.mjs')

/** Runs a program of the repository, which may be written in TypeScript, with a Node that is new enough. */
process.exitCode = await runNode(process.argv.slice(2))
