import './require-node.mjs'

const { root } = await import('./run-program.mjs')
const { buildPackages } = await import('./package/build-packages.mjs')
const { packageNames } = await import('./package/make-packages.ts')
const { cannotPackage } = await import('./package/run-packaging.ts')

/** Builds Parley and makes its packages in `build/packages`: all, or the named ones (`npm run package -- deb`). */
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !packageNames.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no package named ${unknown.join(', ')}. There are ${packageNames.join(', ')}.\n`,
  )
  process.exit(cannotPackage)
}
process.exitCode = await buildPackages(asked.length > 0 ? asked : packageNames, `${root}/build/packages`)
