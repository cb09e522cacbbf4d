import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconSizes, pathOfIcon, windowsIcon } from '../icons/icon-files.ts'
import { writePackageContents } from '../package-contents.ts'
import { filesBelow } from '../program-files.ts'
import type { StagedProgram } from '../stage-program.ts'
import { subsystemOffset, withoutConsole } from './gui-subsystem.ts'
import { installerScript } from './installer-script.ts'

/** For terminals, in which the program without a console could not write. */
const commandFile = '@"%~dp0node.exe" "%~dp0app\\dist\\parley.js" %*\r\n'

/** Sizes above 256 are not possible in an icon for Windows. */
const sizesOnWindows = iconSizes.filter(size => size <= 256)

/** Makes the installer for Windows of a staged program. */
export function makeInstaller(
  staged: StagedProgram,
  version: string,
  date: number,
  paths: { readonly root: string; readonly work: string; readonly output: string },
): void {
  const program = join(paths.work, 'program')
  rmSync(paths.work, { recursive: true, force: true })
  mkdirSync(program, { recursive: true })
  cpSync(staged.folder, join(program, 'app'), { recursive: true })
  const node = readFileSync(staged.node)
  writeFileSync(join(program, 'Parley.exe'), withoutConsole(node))
  writeFileSync(join(program, 'parley.cmd'), commandFile)
  const icon = join(program, 'parley.ico')
  const images = sizesOnWindows.map(size => ({ size, png: readFileSync(pathOfIcon(paths.root, size)) }))
  writeFileSync(icon, windowsIcon(images))
  writePackageContents(program, paths.output)
  const draft = join(paths.work, 'parley-for-windows.exe')
  const sizes = filesBelow(program).map(({ sizeBytes }) => sizeBytes)
  const parts = {
    version,
    // The installer copies Node.
    installedBytes: sizes.reduce((sum, size) => sum + size, node.byteLength),
    program,
    subsystemOffset: subsystemOffset(node),
    icon,
    license: join(staged.folder, 'dist/LICENSE.txt'),
    output: draft,
  }
  const script = join(paths.work, 'parley.nsi')
  writeFileSync(script, installerScript(parts))
  execFileSync('makensis', ['-V2', '-WX', script], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(date) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  rmSync(paths.output, { force: true })
  renameSync(draft, paths.output)
}
