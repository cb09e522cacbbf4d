import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs one of Node's programs from `node_modules` in the repository's folder and resolves to its exit code.
 * It runs the package's own file, as `npx` may start another Node.
 */
export function runProgram(path, args, options = {}) {
  return runNode([`node_modules/${path}`, ...args], options)
}

/** Runs the current Node with arguments and resolves to its exit code. */
export function runNode(args, options = {}) {
  return run(process.execPath, args, options)
}

/** Runs a program and resolves to its exit code, or to 127 if it cannot be started. */
export function run(program, args, options = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', () => resolve(127))
    child.once('exit', code => resolve(code ?? 1))
  })
}

/** Whether a file of the repository exists. */
export const has = path => existsSync(`${root}/${path}`)
