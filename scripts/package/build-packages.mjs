import { installPackagingTools } from '../install/install-packaging-tools.mjs'
import { root, runNode } from '../run-program.mjs'
import { cannotPackage, runPackaging } from './run-packaging.ts'

/**
 * Builds Parley and makes the named packages in a folder, after installing what they need where that is possible. Resolves to
 * the exit code.
 */
export async function buildPackages(names, folder) {
  const missing = await installPackagingTools(names)
  if (missing.length > 0) {
    process.stderr.write(
      `The packages need ${missing.join(', ')}, which could not be installed. Install them and run this again.\n`,
    )
    return cannotPackage
  }
  const buildCode = await runNode(['scripts/build.mjs'])
  return buildCode === 0 ? runPackaging(names, folder, `${root}/build/work`) : buildCode
}
