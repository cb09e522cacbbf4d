import { fileURLToPath } from 'node:url'
import { nodeFiles } from '@parley/files'

/** The program beside the server: in the package of the command line, and in a working copy. */
const places = ['../../parley.js', '../../cli/dist/parley.js', '../../../cli/dist/parley.js'] as const

/**
 * Returns the words that start the command line of this Parley, as an agent writes them into its settings: agents often know
 * no `PATH`. Returns `parley` alone if the program is elsewhere.
 */
export async function commandLineProgram(from: string = import.meta.url): Promise<readonly string[]> {
  // The desktop app is no Node that runs other programs.
  if (process.versions.electron !== undefined) return ['parley']
  for (const place of places) {
    const path = fileURLToPath(new URL(place, from))
    if ((await nodeFiles.info(path).catch(() => null)) !== null) return [process.execPath, path]
  }
  return ['parley']
}

/** Returns whether a process of this machine is running. */
export function isProcessRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
