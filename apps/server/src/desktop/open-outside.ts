import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isOutsideLink } from '@parley/model'
import { openSignIn, systemOpener } from '../opening/open-sign-in.ts'

/** Opens a link in the system's browser or mail program. Returns false if it is not such a link. */
export function openOutside(url: string): boolean {
  return isOutsideLink(url) && openSignIn(url)
}

/** Opens a file of Parley with the system's program for it. */
export function openFile(path: string): void {
  const [program, ...options] = systemOpener()
  if (program !== undefined) run(program, [...options, path])
}

/** Shows a file in the system's file manager. No shell reads the path, whose name may come from a server. */
export function showInFolder(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'darwin') {
    run('open', ['-R', path])
    return
  }
  if (platform === 'win32') {
    run('explorer.exe', [`/select,${path}`])
    return
  }
  const address = pathToFileURL(path).href.replaceAll(',', '%2C')
  const call = [
    ...['--session', '--print-reply', '--dest=org.freedesktop.FileManager1'],
    ...['/org/freedesktop/FileManager1', 'org.freedesktop.FileManager1.ShowItems'],
    ...[`array:string:${address}`, 'string:'],
  ]
  run('dbus-send', call, () => run('xdg-open', [dirname(path)]))
}

function run(program: string, args: readonly string[], onFailed: () => void = () => {}): void {
  const child = spawn(program, args, { stdio: 'ignore' })
  child.once('error', onFailed)
  child.once('exit', code => {
    if (code !== 0) onFailed()
  })
  child.unref()
}
