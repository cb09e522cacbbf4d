import { spawn } from 'node:child_process'
// biome-ignore lint/style/noRestrictedImports: An older Node runs this, and may lack what @parley/files needs.
import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Set for the program that another one handed over to, which hands over no further. */
const handedOver = 'PARLEY_HANDED_OVER'

/**
 * Runs the program again with the Node that was installed beside it, and resolves to how it ended; null if there is none, or if this
 * program was itself started so.
 * @param program the path of the program, which names the folders that are searched
 */
export function handOver(program: string, args: readonly string[]): Promise<number | null> {
  const node = process.env[handedOver] === undefined ? installedNode(realpathSync(program)) : null
  if (node === null) return Promise.resolve(null)
  const child = spawn(node, [...process.execArgv, program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, [handedOver]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A terminal sends Ctrl+C to both, and a second one would end what should end in order.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  return new Promise(resolve => {
    child.once('error', () => resolve(null))
    child.once('exit', (code, signal) => {
      if (signal === null) return resolve(code)
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    })
  })
}

/** Returns the path of the Node that an install fetched (`scripts/install/fetch-node.mjs`), in this or an outer folder. */
function installedNode(program: string): string | null {
  const { uid } = statSync(program)
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', '.node', 'bin', name)
    const found = statSync(node, { throwIfNoEntry: false })
    // In an outer folder that all may write to, another user could have put it there.
    if (found !== undefined && (found.uid === uid || found.uid === 0)) return node
    if (folder === dirname(folder)) return null
  }
}
