import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenParley } from '../running-parley.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A server of which the test is the desktop app. */
export interface DesktopServer extends OpenParley {
  /** Chooses an item of the menu of a window. */
  command(windowId: string, id: string): void
  stop(): Promise<void>
}

/** Starts the built server as the desktop app does, with its own app data. */
export async function runDesktopServer(): Promise<DesktopServer> {
  const home = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  const child = spawn(
    process.execPath,
    ['apps/server/dist/main.js', '--desktop', '--page', 'apps/web/dist'],
    {
      cwd: root,
      env: { ...process.env, PARLEY_KEYCHAIN: 'off', PARLEY_HOME: home },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  child.send({ type: 'start', asked: null })
  const address = await new Promise<string>(resolve =>
    child.on('message', (message: { readonly type: string; readonly address?: string }) => {
      if (message.type === 'ready') resolve(message.address ?? '')
    }),
  )
  const url = new URL(address)
  return {
    address,
    home,
    origin: url.origin,
    token: url.hash.replace('#token=', ''),
    command: (windowId, id) => child.send({ type: 'command', windowId, id }),
    async stop() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.send({ type: 'stop' })
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}
