import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from '../run-program.mjs'

/**
 * Installs the optional packages that an `npm install` under an older Node leaves out, as they ask for Node 24: the webview
 * of the desktop app. Call it on the Node that the install brought. Their versions are those of the lock file.
 */
export function installForNode24() {
  const npm = process.env.npm_execpath
  if (existsSync(`${root}/node_modules/@webviewjs/webview`) || npm === undefined) return
  spawnSync(process.execPath, [npm, 'install', '--no-save', '--ignore-scripts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
