import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import {
  contentAsset,
  manifestAsset,
  type ProgramManifest,
  startFile,
} from '../../apps/single/src/program-manifest.ts'
// @ts-expect-error A script of the repository, which has no types.
import { lazyBuiltins } from '../lazy-builtins.mjs'
import { writePackageContents } from './package-contents.ts'
import { filesBelow } from './program-files.ts'
import type { StagedProgram } from './stage-program.ts'
import { stripSymbols } from './strip-symbols.ts'

/** The address is a parameter, so that one file starts each of the programs. */
const startCode = 'module.exports = address => import(address)\n'

/** Where the one file is made, and where it goes. */
export interface SingleFilePaths {
  readonly root: string
  /** A folder for what is needed on the way. */
  readonly work: string
  readonly output: string
}

/** Makes the one file: Node with the staged program inside, which it unpacks and runs. */
export async function makeSingleFile(staged: StagedProgram, paths: SingleFilePaths): Promise<void> {
  mkdirSync(paths.work, { recursive: true })
  writeFileSync(join(staged.folder, startFile), startCode)
  writePackageContents(staged.folder, paths.output)
  const { manifest, content } = packProgram(staged.folder)
  const files = {
    [manifestAsset]: join(paths.work, manifestAsset),
    [contentAsset]: join(paths.work, contentAsset),
  }
  writeFileSync(join(paths.work, manifestAsset), JSON.stringify(manifest))
  writeFileSync(join(paths.work, contentAsset), content)
  await bundleStart(paths.root, join(paths.work, 'main.cjs'))
  const node = join(paths.work, 'node')
  copyFileSync(staged.node, node)
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', node])
  else stripSymbols(node)
  const draft = `${paths.output}.${process.pid}`
  buildProgram(staged.node, { work: paths.work, executable: node, output: draft }, files)
  chmodSync(draft, 0o755)
  // macOS runs no program without a signature; this one names nobody.
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', draft])
  rmSync(paths.output, { force: true })
  renameSync(draft, paths.output)
}

/** Returns the files of a folder as the manifest and their compressed content. */
function packProgram(folder: string): { manifest: ProgramManifest; content: Uint8Array } {
  const files = filesBelow(folder)
  const hash = createHash('sha256')
  for (const { path, sha256 } of files) hash.update(`${sha256} ${path}\n`)
  const content = Buffer.concat(files.map(({ path }) => readFileSync(join(folder, path))))
  return { manifest: { sha256: hash.digest('hex'), files }, content: gzipSync(content, { level: 9 }) }
}

async function bundleStart(root: string, output: string): Promise<void> {
  const bundle = await rolldown({
    input: join(root, 'apps/single/src/main.ts'),
    platform: 'node',
    plugins: [lazyBuiltins],
    treeshake: { propertyReadSideEffects: false },
  })
  await bundle.write({ file: output, format: 'cjs', minify: true, codeSplitting: false })
  await bundle.close()
}

/** The Node that reads its parts puts them in, as their form differs between versions (Node.js, Single executable applications). */
function buildProgram(
  node: string,
  {
    work,
    executable,
    output,
  }: { readonly work: string; readonly executable: string; readonly output: string },
  assets: Readonly<Record<string, string>>,
): void {
  const configuration = {
    // A name without its folder, as the program contains it.
    main: 'main.cjs',
    executable,
    output,
    assets,
    disableExperimentalSEAWarning: true,
    // Options that users set for programs of their own do not concern this one.
    execArgvExtension: 'none',
  }
  const file = join(work, 'sea.json')
  writeFileSync(file, JSON.stringify(configuration))
  execFileSync(node, ['--build-sea', file], { cwd: work, stdio: ['ignore', 'ignore', 'pipe'] })
}
