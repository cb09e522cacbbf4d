import '../require-node.mjs'

const { root } = await import('../run-program.mjs')
const { buildPackages } = await import('./build-packages.mjs')
const { packageNames } = await import('./make-packages.ts')
const { PackagingError } = await import('./packaging-error.ts')
const { cannotPackage } = await import('./run-packaging.ts')
const { setVersion } = await import('./set-version.ts')
const { sourceDate } = await import('./source-date.ts')

/**
 * Makes a release ready in `build/release`, and uploads nothing: writes the version, that of `package.json` or another one
 * (`npm run release -- 0.2.0`), into all packages and the changelog, and makes all packages.
 */
try {
  const [asked] = process.argv.slice(2)
  const { version, changed } = setVersion(root, asked, sourceDate(root))
  for (const path of changed) process.stdout.write(`${path} now has the version ${version}.\n`)
  process.exitCode = await buildPackages(packageNames, `${root}/build/release`)
  if (process.exitCode === 0)
    process.stdout.write(
      `\nThe release ${version} is in build/release, and nothing was uploaded. ` +
        `${changed.length > 0 ? 'Commit what changed, then tag' : 'Tag'} the commit with v${version}.\n`,
    )
} catch (error) {
  if (!(error instanceof PackagingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = cannotPackage
}
