import './require-node.mjs'

const {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} = await import('node:fs')
const { basename, dirname } = await import('node:path')
const { rolldown } = await import('rolldown')
const { buildSandbox } = await import('./build-sandbox.mjs')
const { failOnWarning } = await import('./fail-on-warning.mjs')
const { groupSmallParts } = await import('./group-small-parts.mjs')
const { lazyBuiltins } = await import('./lazy-builtins.mjs')
const { root } = await import('./run-program.mjs')
const { thirdPartyNotices } = await import('./third-party-notices.mjs')

/**
 * The programs and their threads. Each is bundled to one JavaScript file; one with `parts` is bundled to a
 * small file and the files that its commands load, because parsing unused code takes longer than many a
 * command. One with `sandbox: false` runs no scripts.
 */
const programs = [
  { input: 'apps/server/src/main.ts', file: 'apps/server/dist/main.js' },
  { input: 'apps/server/src/bodies/format-worker.ts', file: 'apps/server/dist/format-worker.js' },
  { input: 'apps/server/src/bodies/filters/filter-worker.ts', file: 'apps/server/dist/filter-worker.js' },
  { input: 'apps/server/src/bodies/merged/merge-worker.ts', file: 'apps/server/dist/merge-worker.js' },
  { input: 'apps/server/src/bodies/folds/fold-worker.ts', file: 'apps/server/dist/fold-worker.js' },
  { input: 'apps/server/src/live/search/log-worker.ts', file: 'apps/server/dist/log-worker.js' },
  {
    input: 'packages/appdata/src/database/database-worker.ts',
    file: 'apps/server/dist/database-worker.js',
  },
  {
    input: 'packages/interchange/src/import-worker.ts',
    file: 'apps/server/dist/import-worker.js',
  },
  {
    input: 'packages/workspace/src/documents/document-worker.ts',
    file: 'apps/server/dist/document-worker.js',
  },
  {
    input: 'packages/workspace/src/documents/document-worker.ts',
    file: 'apps/cli/dist/document-worker.js',
  },
  { input: 'apps/desktop/src/main.ts', file: 'apps/desktop/dist/main.js', sandbox: false },
  { input: 'packages/interchange/src/import-worker.ts', file: 'apps/cli/dist/import-worker.js' },
  {
    input: 'apps/cli/src/main.ts',
    file: 'apps/cli/dist/parley.js',
    banner: '#!/usr/bin/env node',
    parts: true,
  },
]

/** The sandbox of programs that run from their sources. */
export const sourceSandbox = `${root}/packages/script/dist/sandbox`

/**
 * Bundles the server and the command line from the current sources, with their sandbox and that of the sources, and
 * packs the app into the command line.
 */
export async function bundlePrograms() {
  const dists = [...new Set(programs.map(({ file }) => dirname(file)))]
  const withSandbox = dists.filter(dist =>
    programs.some(({ file, sandbox = true }) => sandbox && dirname(file) === dist),
  )
  const [sandboxModules, ...modules] = await Promise.all([
    buildSandbox([sourceSandbox, ...withSandbox.map(dist => `${root}/${dist}/sandbox`)]),
    ...programs.map(bundleProgram),
  ])
  for (const dist of dists) {
    const own = modules.filter((_, at) => dirname(programs[at].file) === dist).flat()
    const all = withSandbox.includes(dist) ? [...sandboxModules, ...own] : own
    writeFileSync(`${root}/${dist}/THIRD-PARTY-NOTICES.txt`, thirdPartyNotices(all))
    copyFileSync(`${root}/LICENSE`, `${root}/${dist}/LICENSE.txt`)
  }
  copyFileSync(`${root}/apps/desktop/src/hosts/electron/preload.cjs`, `${root}/apps/desktop/dist/preload.cjs`)
  packApp()
  linkCommandLine()
}

/** Packs the app into the package of the command line, for `parley serve` and `parley desktop`, if the page has been built. */
function packApp() {
  const into = `${root}/apps/cli/dist`
  for (const [from, name] of [
    // The parts find each other in a folder with this name.
    ['apps/server/dist', 'server/dist'],
    ['apps/desktop/dist', 'desktop/dist'],
    ['apps/web/dist', 'page'],
  ]) {
    rmSync(`${into}/${name}`, { recursive: true, force: true })
    // The server runs scripts with the files of the command line: its own copy is a quarter of the package.
    const filter = path => basename(path) !== 'sandbox'
    if (existsSync(`${root}/${from}`))
      cpSync(`${root}/${from}`, `${into}/${name}`, { recursive: true, filter })
  }
}

/** Makes `npx parley` find the command line: npm links no program that is not there yet when it installs. */
function linkCommandLine() {
  const folder = `${root}/node_modules/.bin`
  const [name, target] = ['parley', '../../apps/cli/dist/parley.js']
  if (['', '.cmd'].some(ending => existsSync(`${folder}/${name}${ending}`))) return
  // Links need more rights on Windows.
  if (process.platform === 'win32')
    writeFileSync(`${folder}/${name}.cmd`, `@node "%~dp0${target.replaceAll('/', '\\')}" %*\r\n`)
  else {
    // Another build may do the same at the same time.
    const draft = `${folder}/${name}.${process.pid}`
    symlinkSync(target, draft)
    renameSync(draft, `${folder}/${name}`)
  }
}

/** Bundles a program. Resolves to the modules that it contains. */
async function bundleProgram({ input, file, banner, parts = false }) {
  const options = {
    input: `${root}/${input}`,
    platform: 'node',
    // A native, optional module: it is either next to the program or absent.
    external: ['@napi-rs/keyring', '@webviewjs/webview', 'electron'],
    plugins: [lazyBuiltins],
    preserveEntrySignatures: 'allow-extension',
    treeshake: { propertyReadSideEffects: false },
    onLog: failOnWarning(file),
  }
  // The parts are in the same folder as the program, so paths relative to the module stay valid.
  const place = parts
    ? { dir: dirname(`${root}/${file}`), entryFileNames: basename(file), chunkFileNames: 'part-[hash].js' }
    : { file: `${root}/${file}`, codeSplitting: false }
  const written = {
    ...place,
    format: 'esm',
    minify: true,
    ...(banner ? { banner: chunk => (chunk.isEntry ? banner : '') } : {}),
  }
  if (parts) {
    removeParts(dirname(`${root}/${file}`))
    written.codeSplitting = await groupSmallParts(options, written)
  }
  const bundle = await rolldown(options)
  const { output } = await bundle.write(written)
  await bundle.close()
  if (banner) chmodSync(`${root}/${file}`, 0o755)
  return output.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

/** Removes the parts of an earlier build. */
function removeParts(folder) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (/^part-.*\.js$/.test(name)) rmSync(`${folder}/${name}`)
}
