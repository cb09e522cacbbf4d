import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { makePackages } from './make-packages.ts'
import { PackagingError } from './packaging-error.ts'

/** The exit code if the machine lacks something, or a part is not what it should be. */
export const cannotPackage = 3

/** Makes packages and lists them with their sizes, or prints why they cannot be made. Resolves to the exit code. */
export async function runPackaging(...options: Parameters<typeof makePackages>): Promise<number> {
  try {
    for (const path of await makePackages(...options))
      process.stdout.write(`${(statSync(path).size / 1e6).toFixed(1).padStart(6)} MB  ${basename(path)}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof PackagingError)) throw error
    process.stderr.write(`${error.message}\n`)
    return cannotPackage
  }
}
