import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subsystemOffset, subsystems, withoutConsole } from '../../scripts/package/windows/gui-subsystem.ts'
import { installerScript } from '../../scripts/package/windows/installer-script.ts'
import { buildPackage, hasProgram, listedFiles } from './built-package.testkit.ts'

const isPossible = hasProgram('makensis') && hasProgram('7z')
const tools = 'makensis and 7z (apt-get install nsis p7zip-full)'

/** It is built and unpacked here; nothing runs it. */
describe('the installer for Windows', { ...needs(isPossible, tools), timeout: 300_000 }, () => {
  let folder = ''
  let path = ''
  let unpacked = ''
  beforeAll(async () => {
    const built = await buildPackage('windows')
    folder = built.folder
    path = built.path
    unpacked = join(folder, 'unpacked')
    execFileSync('7z', ['x', `-o${unpacked}`, built.path], { stdio: 'ignore' })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('contains what the list next to it says, and besides only parts of its own', () => {
    const { missing, unlisted } = listedFiles(path, unpacked)
    expect(missing).toEqual([])
    expect(unlisted.filter(name => !name.startsWith('$PLUGINSDIR/') && name !== 'uninstall.exe')).toEqual([])
  })

  test('has Node without a console, and everything else of the program', () => {
    const program = readFileSync(join(unpacked, 'Parley.exe'))
    expect(program.readUInt16LE(subsystemOffset(program))).toBe(subsystems.window)
    expect(readFileSync(join(unpacked, 'parley.cmd'), 'latin1')).toBe(
      '@"%~dp0node.exe" "%~dp0app\\dist\\parley.js" %*\r\n',
    )
    const list = readFileSync(join(unpacked, 'app/CONTENTS.txt'), 'utf8')
    const lines = list
      .trim()
      .split('\n')
      .filter(line => /^[0-9a-f]{64} /.test(line))
    expect(lines.length).toBeGreaterThan(500)
    const wrong = lines.filter(line => {
      const [, sha256 = '', path = ''] = /^(\S+) .* {2}(\S+)$/.exec(line) ?? []
      return hash('sha256', readFileSync(join(unpacked, 'app', path))) !== sha256
    })
    expect(wrong).toEqual([])
    expect(list).toContain('webview.win32-x64-msvc.node\n')
    expect(readdirSync(join(unpacked, 'app'))).not.toContain('node.exe')
  })
})

test('a program is changed in one field, and nothing else is taken for a program', () => {
  const program = Buffer.alloc(1024)
  program.write('MZ', 0, 'latin1')
  program.writeUInt32LE(0x80, 0x3c)
  program.write('PE\0\0', 0x80, 'latin1')
  program.writeUInt16LE(0x20b, 0x80 + 24)
  program.writeUInt16LE(subsystems.console, 0x80 + 24 + 68)
  const changed = withoutConsole(program)
  expect([...changed.entries()].filter(([at, byte]) => byte !== program[at])).toEqual([
    [0x80 + 24 + 68, subsystems.window],
  ])
  program.write('XX', 0, 'latin1')
  expect(() => withoutConsole(program)).toThrow('not a 64-bit program for Windows')
})

test('the uninstaller removes every key and every file that the installer writes', () => {
  const script = installerScript({
    version: '1.2.3',
    installedBytes: 1,
    program: '/p',
    subsystemOffset: 1,
    icon: '/i.ico',
    license: '/l',
    output: '/o.exe',
  })
  const [install = '', uninstall = ''] = script.split('Section "Uninstall"')
  const keys = [...install.matchAll(/WriteReg(?:Str|DWORD) HKCU "([^"]+)" "([^"]*)"/g)]
  expect(keys.length).toBeGreaterThan(20)
  const removed = [...uninstall.matchAll(/DeleteRegKey HKCU "([^"]+)"/g)].map(([, key = '']) => key)
  const values = [...uninstall.matchAll(/DeleteRegValue HKCU "([^"]+)" "([^"]*)"/g)].map(
    ([, key, name]) => `${key} ${name}`,
  )
  const left = keys.filter(
    ([, key = '', name]) =>
      !removed.some(one => key === one || key.startsWith(`${one}\\`)) && !values.includes(`${key} ${name}`),
  )
  expect(left.map(([line]) => line)).toEqual([])
  for (const name of ['parley.cmd', 'Parley.exe', 'node.exe', 'parley.ico', 'uninstall.exe'])
    expect(uninstall).toContain(`Delete "$INSTDIR\\${name}"`)
  // Removing everything in the chosen folder could remove what is not Parley's.
  expect(uninstall).not.toMatch(/RMDir \/r "\$INSTDIR"/)
  expect(install).toContain('desktop -- "%1"')
})
