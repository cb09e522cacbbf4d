import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { iconSizes, pathOfIcon, scalableIcon } from '../icons/icon-files.ts'
import { writePackageContents } from '../package-contents.ts'
import type { StagedProgram } from '../stage-program.ts'
import { stripSymbols } from '../strip-symbols.ts'
import { changelogFile, controlFile, copyrightFile, type DebianPackage, sumsFile } from './control-files.ts'
import { desktopEntry, mimeTypes } from './desktop-files.ts'

/** What the package contains besides the program, from the command line itself. */
export interface CommandLineTexts {
  /** Man pages by their names, such as `parley.1`. */
  readonly manPages: Readonly<Record<string, string>>
  readonly completions: Readonly<Record<'bash' | 'zsh' | 'fish', string>>
}

/** Node with Parley's program; options that users set for Node programs of their own do not concern this one. */
const launcher = `#!/bin/sh
unset NODE_OPTIONS
exec /usr/lib/parley/node /usr/lib/parley/dist/parley.js "$@"
`

/** What `lintian` warns of, and why it is so. */
const lintianOverrides = `# Node.js is shipped as its project builds it.
parley: hardening-no-pie [usr/lib/parley/node]
parley: embedded-library mbedtls [usr/lib/parley/node]
parley: embedded-library zlib [usr/lib/parley/node]
# The binding of the window is shipped as its project publishes it.
parley: unstripped-binary-or-object [usr/lib/parley/node_modules/@webviewjs/webview-linux-x64-gnu/webview.linux-x64-gnu.node]
# It is run by the Node.js of the package.
parley: script-not-executable [usr/lib/parley/dist/parley.js]
`

/** Makes the Debian package of a staged program. */
export function makeDeb(
  staged: StagedProgram,
  texts: CommandLineTexts,
  about: DebianPackage,
  paths: { readonly root: string; readonly work: string; readonly output: string },
): void {
  const folder = join(paths.work, 'tree')
  rmSync(folder, { recursive: true, force: true })
  const program = join(folder, 'usr/lib/parley')
  mkdirSync(program, { recursive: true })
  cpSync(staged.folder, program, { recursive: true })
  cpSync(staged.node, join(program, 'node'))
  stripSymbols(join(program, 'node'))
  for (const [path, content] of Object.entries(filesOfSystem(paths.root, texts, about)))
    write(folder, path, content)
  for (const size of iconSizes)
    write(
      folder,
      `usr/share/icons/hicolor/${size}x${size}/apps/parley.png`,
      readFileSync(pathOfIcon(paths.root, size)),
    )
  setModes(folder)
  writePackageContents(folder, paths.output)
  const sums = sumsFile(folder)
  const control = controlFile(about, sizeOf(folder))
  write(folder, 'DEBIAN/md5sums', sums)
  write(folder, 'DEBIAN/control', control)
  setModes(folder)
  setTimes(folder, about.date)
  packFolder(folder, paths.output, about.date)
}

function filesOfSystem(
  root: string,
  { manPages, completions }: CommandLineTexts,
  about: DebianPackage,
): Readonly<Record<string, string | Uint8Array>> {
  const documents = 'usr/share/doc/parley'
  return {
    'usr/bin/parley': launcher,
    'usr/share/applications/parley.desktop': desktopEntry(),
    'usr/share/mime/packages/parley.xml': mimeTypes(),
    'usr/share/icons/hicolor/scalable/apps/parley.svg': scalableIcon(root),
    'usr/share/bash-completion/completions/parley': completions.bash,
    'usr/share/zsh/vendor-completions/_parley': completions.zsh,
    'usr/share/fish/vendor_completions.d/parley.fish': completions.fish,
    'usr/share/lintian/overrides/parley': lintianOverrides,
    [`${documents}/copyright`]: copyrightFile(readFileSync(join(root, 'LICENSE'), 'utf8')),
    [`${documents}/changelog.gz`]: compressed(changelogFile(about)),
    [`${documents}/CHANGELOG.md.gz`]: compressed(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')),
    ...Object.fromEntries(
      Object.entries(manPages).map(([name, text]) => [`usr/share/man/man1/${name}.gz`, compressed(text)]),
    ),
  }
}

/** Debian wants the best compression of documents, without a time. */
const compressed = (text: string): Uint8Array => gzipSync(text, { level: 9 })

function write(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

const executables = ['usr/bin/parley', 'usr/lib/parley/node']

/** The modes of the package must not depend on the umask of who builds it. */
function setModes(folder: string): void {
  for (const path of entriesIn(folder)) {
    const isOpen = executables.includes(path) || lstatSync(join(folder, path)).isDirectory()
    chmodSync(join(folder, path), isOpen ? 0o755 : 0o644)
  }
}

function setTimes(folder: string, date: number): void {
  for (const path of entriesIn(folder)) lutimesSync(join(folder, path), date, date)
}

/** Returns the folder itself and all in it. */
function entriesIn(folder: string): readonly string[] {
  return ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
}

/** The size on a disk with blocks of 4 KB, as `dpkg` expects it. */
function sizeOf(folder: string): number {
  const sizes = entriesIn(folder).map(path => lstatSync(join(folder, path)).size)
  return sizes.reduce((sum, size) => sum + Math.ceil(size / 4096) * 4096, 0)
}

function packFolder(folder: string, output: string, date: number): void {
  const draft = `${output}.${process.pid}`
  // Compressing with xz would take minutes.
  execFileSync('dpkg-deb', ['-Zgzip', '-z9', '--root-owner-group', '--build', folder, draft], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(output, { force: true })
  renameSync(draft, output)
}
