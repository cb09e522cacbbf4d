import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppSettings } from '@parley/model'
import { type FixedAnswer, waitFor } from '@parley/testkit'
import { expect } from 'vitest'
import type { UpdatesEvent } from '../contract/index.ts'
import { startTestServer, type TestServer, writeTestPage } from '../start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from '../watch-window.testkit.ts'

/** A Parley as its packager set it up, with a window. */
export interface PackagedParley extends Pick<TestServer, 'client' | 'server'> {
  readonly window: WatchedWindow
  states(): readonly UpdatesEvent[]
  /** Asks for updates, and returns how the check ended. */
  check(): Promise<UpdatesEvent['state']>
  close(): Promise<void>
}

/** @param updates - the content of the packager's file; undefined: there is none */
export async function startPackaged(
  updates: unknown,
  settings: Partial<AppSettings> = {},
): Promise<PackagedParley> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-updates-'))
  const text = typeof updates === 'string' ? updates : JSON.stringify(updates)
  if (updates !== undefined) writeFileSync(join(folder, 'updates.json'), text)
  const appDataFolder = join(folder, 'data')
  mkdirSync(appDataFolder, { mode: 0o700 })
  writeFileSync(join(appDataFolder, 'settings.json'), JSON.stringify(settings))
  const running = await startTestServer({ pageFolder: writeTestPage(join(folder, 'page')), appDataFolder })
  const window = await watchWindow(running.client)
  const states = () => window.events.filter(one => one.type === 'updates')
  return {
    client: running.client,
    server: running.server,
    window,
    states,
    async check() {
      const before = states().length
      expect(await running.client.updates.check()).toEqual({ isAsked: true })
      return waitFor(
        () =>
          states()
            .slice(before)
            .find(({ state }) => state.kind !== 'asking')?.state,
        () => `an end (${JSON.stringify(states())})`,
        { timeoutMs: 30_000 },
      )
    },
    async close() {
      await window.close()
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An answer with the media type of JSON. */
export function json(content: string | Uint8Array, headers: readonly string[] = []): FixedAnswer {
  return { statusCode: 200, headers: ['Content-Type', 'application/json', ...headers], content }
}

export const newer = { version: '99.0.1', link: 'https://updates.example/parley' }
