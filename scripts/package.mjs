import './require-node.mjs'

const { installPackagingTools } = await import('./install/install-packaging-tools.mjs')
const { root, runNode } = await import('./run-program.mjs')
const { packageNames } = await import('./package/make-packages.ts')
const { cannotPackage, runPackaging } = await import('./package/run-packaging.ts')

/** Builds Parley and makes its packages in `build/packages`: all, or the named ones (`npm run package -- deb`). */
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !packageNames.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no package named ${unknown.join(', ')}. There are ${packageNames.join(', ')}.\n`,
  )
  process.exit(cannotPackage)
}
const names = asked.length > 0 ? asked : packageNames
const missing = await installPackagingTools(names)
if (missing.length > 0) {
  process.stderr.write(
    `The packages need ${missing.join(', ')}, which could not be installed. Install them and run this again.\n`,
  )
  process.exit(cannotPackage)
}
const buildCode = await runNode(['scripts/build.mjs'])
if (buildCode !== 0) process.exit(buildCode)
process.exitCode = await runPackaging(names, `${root}/build/packages`, `${root}/build/work`)
