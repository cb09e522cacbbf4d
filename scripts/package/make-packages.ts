import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLineTexts } from './debian/command-line-texts.ts'
import { makeDeb } from './debian/make-deb.ts'
import { makeNpmPackage } from './npm-package.ts'
import { contentsPath, writePackageContents } from './package-contents.ts'
import { makeSingleFile } from './single-file.ts'
import { sourceDate } from './source-date.ts'
import { type PlatformName, type StagedProgram, stageProgram } from './stage-program.ts'
import { makeInstaller } from './windows/make-installer.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** The packages, by the names that `npm run package -- NAME` takes. */
export const packageNames = ['deb', 'npm', 'single', 'windows'] as const

export type PackageName = (typeof packageNames)[number]

/** Whom Debian packages name as their maintainer, unless the packager says it as Debian's own tools take it. */
const maintainer = 'Parley contributors <parley@example.org>'

/** The one file is for the system that makes it. */
const onMac = process.platform === 'darwin'

/** Returns the names of the files that the packages of a version have. */
function fileNames(version: string): Readonly<Record<PackageName, string>> {
  return {
    deb: `parley_${version}_amd64.deb`,
    npm: `parley-cli-${version}.tgz`,
    single: `parley-${version}-${onMac ? 'macos-arm64' : 'linux-x64'}`,
    windows: `parley-${version}-windows-x64-setup.exe`,
  }
}

/**
 * Makes packages of the built program with lists of what they contain, and a list of the SHA-256 hashes of all these files.
 * @param output an existing folder for the packages
 * @param work a folder for what is needed on the way
 * @param archives the folder for archives of the registry, which other builds may use too
 * @throws PackagingError if they cannot be made
 * @returns the paths of the packages
 */
export async function makePackages(
  names: readonly PackageName[],
  output: string,
  work: string,
  archives = join(root, 'build/registry'),
): Promise<readonly string[]> {
  const version = versionOfProgram()
  const date = sourceDate(root)
  const store = { root, archives, unpacked: join(work, 'registry') }
  const staged = new Map<PlatformName, StagedProgram>()
  const { PARLEY_UPDATES: updates = '' } = process.env
  const stage = (platform: PlatformName): StagedProgram => {
    const known = staged.get(platform) ?? stageProgram(root, store, platform, join(work, platform), updates)
    staged.set(platform, known)
    return known
  }
  const make: Readonly<Record<PackageName, (path: string) => void | Promise<void>>> = {
    deb(path) {
      const { DEBFULLNAME, DEBEMAIL } = process.env
      const person = DEBFULLNAME && DEBEMAIL ? `${DEBFULLNAME} <${DEBEMAIL}>` : maintainer
      const texts = commandLineTexts(root, { version, date })
      const about = { version, maintainer: person, date }
      makeDeb(stage('linux'), texts, about, { root, work: join(work, 'deb'), output: path })
    },
    npm(path) {
      const folder = makeNpmPackage({ root, work: join(work, 'npm'), output: path }, updates)
      writePackageContents(folder, path)
    },
    single: path =>
      makeSingleFile(stage(onMac ? 'mac' : 'linux'), { root, work: join(work, 'single'), output: path }),
    windows: path =>
      makeInstaller(stage('windows'), version, date, { root, work: join(work, 'nsis'), output: path }),
  }
  mkdirSync(output, { recursive: true })
  const paths = names.map(name => join(output, fileNames(version)[name]))
  for (const [index, name] of names.entries()) await make[name](paths[index] ?? '')
  rmSync(work, { recursive: true, force: true })
  const files = paths.flatMap(path => [path, contentsPath(path)])
  writeFileSync(join(output, 'SHA256SUMS'), files.map(sumLine).join(''))
  return paths
}

function versionOfProgram(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8'))
  return String(Reflect.get(Object(manifest), 'version'))
}

function sumLine(path: string): string {
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
  return `${sum}  ${basename(path)}\n`
}
