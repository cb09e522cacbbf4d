import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts the built server with the workspace and the app data of a folder, and resolves to its address. */
export function startParley(home) {
  const options = [
    '--page',
    'apps/web/dist',
    '--no-open',
    '--no-demo',
    '--workspace',
    join(home, 'workspace'),
  ]
  const child = spawn(process.execPath, ['apps/server/dist/main.js', ...options], {
    env: { ...process.env, PARLEY_HOME: join(home, 'data'), PARLEY_KEYCHAIN: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  }
  return new Promise(resolve => {
    let output = ''
    child.stdout.on('data', text => {
      output += text
      const address = /http:\/\/\S+#token=\S+\n/.exec(output)?.[0].trim()
      if (address !== undefined) resolve({ address, pid: child.pid, stop })
    })
  })
}
