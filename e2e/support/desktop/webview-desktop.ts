import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'
import * as z from 'zod'
// @ts-expect-error A script of the repository, which has no types.
import { webviewBindingForTests } from '../../../scripts/install/webview-binding-for-tests.mjs'
import type { DesktopSession } from './desktop-session.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** How WebDriver names an element (W3C WebDriver, 12.1). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

const answerSchema = z.object({ value: z.unknown() })
const sessionSchema = z.object({ sessionId: z.string() })
const elementSchema = z.object({ [elementKey]: z.string() })

/** The webview's binding for this machine; null if it is not installed. */
export const webviewBinding: string | null = webviewBindingForTests()

/** The XPath of a button by its name. */
export const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`
/** The XPath of an element with a text. */
export const text = (words: string) => `//*[contains(normalize-space(text()), '${words}')]`
/** The XPath of an item of the sidebar by its name. */
export const treeItem = (name: string) => `//*[@role='treeitem'][contains(., '${name}')]`

/** The app in a webview, driven by WebKitWebDriver over plain HTTP. */
export class WebviewDriver {
  readonly #address: string
  readonly #driver: ChildProcess
  #sessionId = ''
  #errors = ''

  private constructor(address: string, driver: ChildProcess) {
    this.#address = address
    this.#driver = driver
    driver.stderr?.on('data', data => {
      this.#errors += data
    })
  }

  /** Starts the driver, which starts `parley desktop`. */
  static async start(
    session: DesktopSession,
    args: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<WebviewDriver> {
    const port = await freePort()
    const launcher = join(session.folder, 'launch-webview')
    const program = [process.execPath, join(root, 'apps/cli/dist/parley.js'), 'desktop', '--host', 'webview']
    writeFileSync(launcher, `#!/bin/sh\nexec ${[...program, ...args].map(one => `'${one}'`).join(' ')}\n`)
    chmodSync(launcher, 0o755)
    const driver = spawn(
      '/usr/bin/dbus-run-session',
      ['--', '/usr/bin/WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'],
      {
        env: {
          ...session.environment,
          PARLEY_WEBVIEW_BINDING: webviewBinding ?? '',
          PARLEY_WEBVIEW_AUTOMATION: '1',
          ...environment,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const one = new WebviewDriver(`http://127.0.0.1:${port}`, driver)
    await waitFor(
      () =>
        fetch(`${one.#address}/status`).then(
          () => true,
          () => false,
        ),
      'the driver',
      { timeoutMs: 30_000 },
    )
    const options = { binary: launcher, args: [] }
    const answer = await one
      .#call('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      })
      .catch(error => {
        throw new Error(`The driver started no session: ${error} ${one.#errors}`, { cause: error })
      })
    const { sessionId } = sessionSchema.parse(answer)
    one.#sessionId = `/session/${sessionId}`
    return one
  }

  errors(): string {
    return this.#errors
  }

  /** Waits until the page handles the keys of the desktop app, whose part of it is loaded last. */
  async ready(): Promise<void> {
    const press =
      "const key = new KeyboardEvent('keydown', { key: 'F5', code: 'F5', bubbles: true, cancelable: true }); dispatchEvent(key); return key.defaultPrevented"
    await waitFor(
      () => this.run(press),
      () => `the keys (${this.#errors})`,
      { timeoutMs: 60_000 },
    )
  }

  /** Runs a function body in the page. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#call('POST', `${this.#sessionId}/execute/sync`, { script, args })
  }

  /** Waits for an element by XPath. */
  async find(xpath: string): Promise<string> {
    return waitFor(
      async () => {
        const found = await this.#call('POST', `${this.#sessionId}/element`, {
          using: 'xpath',
          value: xpath,
        }).catch(() => null)
        return elementSchema.safeParse(found).data?.[elementKey] ?? null
      },
      () => `${xpath} (${this.#errors})`,
      { timeoutMs: 20_000 },
    )
  }

  async click(xpath: string): Promise<void> {
    await this.#call('POST', `${this.#sessionId}/element/${await this.find(xpath)}/click`, {})
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.#call('POST', `${this.#sessionId}/element/${await this.find(xpath)}/value`, { text })
  }

  async close(): Promise<void> {
    this.#driver.kill('SIGKILL')
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#address}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    })
    const { value } = answerSchema.parse(await response.json())
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
    return value
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
