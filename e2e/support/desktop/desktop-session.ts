import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const builtProgram: readonly string[] = [process.execPath, join(root, 'apps/cli/dist/parley.js')]

/** What the tests of the desktop app need of the machine, and what is missing here. */
export function missingForDesktop(): readonly string[] {
  const needed = {
    xvfb: '/usr/bin/Xvfb',
    openbox: '/usr/bin/openbox',
    xdotool: '/usr/bin/xdotool',
    dbus: '/usr/bin/dbus-run-session',
    chromium: '/usr/bin/chromium',
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  }
  return Object.entries(needed).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
}

/** A started desktop app. */
export interface StartedDesktop {
  readonly child: ChildProcess
  errors(): string
  readonly ended: Promise<number | null>
}

/** A display of its own with a window manager, a home folder, and the desktop apps that run there. */
export class DesktopSession {
  readonly folder: string
  readonly display: string
  readonly #processes: ChildProcess[]
  readonly #apps: StartedDesktop[] = []

  private constructor(folder: string, display: string, processes: ChildProcess[]) {
    this.folder = folder
    this.display = display
    this.#processes = processes
  }

  /** @param screen - such as `1400x900x24` */
  static async start(screen = '1400x900x24'): Promise<DesktopSession> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-desktop-'))
    // Without `-noreset` it closes all connections when the last client leaves, and with them those just made.
    const options = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset']
    const server = spawn('/usr/bin/Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    const numbers = server.stdio[3]
    if (numbers === null || numbers === undefined || !('on' in numbers)) throw new Error('Xvfb has no pipe')
    const number = await new Promise<string>(resolve =>
      numbers.once('data', data => resolve(String(data).trim())),
    )
    const display = `:${number}`
    const manager = spawn('/usr/bin/openbox', [], {
      env: { ...process.env, DISPLAY: display },
      stdio: 'ignore',
    })
    const session = new DesktopSession(folder, display, [server, manager])
    // A window that shows before it is managed never gets the focus, and with it no key.
    await waitFor(() => session.#isManaged(), 'the window manager')
    return session
  }

  #isManaged(): boolean {
    try {
      return this.xdotool('get_num_desktops') !== ''
    } catch {
      return false
    }
  }

  get home(): string {
    return join(this.folder, 'app-data')
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${join(this.folder, 'bin')}:${process.env.PATH}`,
      HOME: this.folder,
      DISPLAY: this.display,
      // In the C locale GTK gives a window no WM_NAME for a title with a dash, and Chromium drops nothing on a window without one.
      LANG: 'C.UTF-8',
      PARLEY_HOME: this.home,
      PARLEY_KEYCHAIN: 'off',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    }
  }

  /**
   * Starts `parley desktop` as it is packaged.
   * @param parley - the program to use in place of the built one
   */
  launch(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    parley = builtProgram,
  ): StartedDesktop {
    return this.#start([...parley, 'desktop', ...args], environment)
  }

  /** Starts `parley serve` on the app data of the session. */
  serve(): StartedDesktop {
    return this.#start([...builtProgram, 'serve', '--no-open', '--no-demo'], {})
  }

  #start(program: readonly string[], environment: NodeJS.ProcessEnv): StartedDesktop {
    const child = spawn('/usr/bin/dbus-run-session', ['--', ...program], {
      env: { ...this.environment, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', data => {
      errors += data
    })
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
    const app = { child, errors: () => errors, ended }
    this.#apps.push(app)
    return app
  }

  /** Writes a program in the path that appends its arguments, one a line, to a file; returns what reads them. */
  fake(name: string): () => string {
    const bin = join(this.folder, 'bin')
    const seen = join(this.folder, `${name}.seen`)
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${seen}'\n`)
    chmodSync(join(bin, name), 0o755)
    return () => (existsSync(seen) ? readFileSync(seen, 'utf8') : '')
  }

  xdotool(...args: readonly string[]): string {
    const env = { ...process.env, DISPLAY: this.display }
    return execFileSync('/usr/bin/xdotool', args, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  }

  /** Presses keys as a person does: through the display, not through a driver. */
  press(...keys: readonly string[]): void {
    this.xdotool('key', '--delay', '40', ...keys)
  }

  /** Closes a window as its button does. */
  closeWindow(id: string): void {
    this.xdotool('windowactivate', '--sync', id)
    this.press('alt+F4')
  }

  /** The titles of visible windows, with their numbers. */
  windows(): readonly { readonly id: string; readonly title: string }[] {
    let ids = ''
    try {
      // By name it reads `WM_NAME`, which GTK does not set to a title with a dash if the locale is C.
      ids = this.xdotool('search', '--onlyvisible', '--any', '--name', '--class', '--classname', '.')
    } catch {
      return []
    }
    const all = ids.split('\n').flatMap(id => {
      try {
        return [{ id, title: this.xdotool('getwindowname', id) }]
      } catch {
        return []
      }
    })
    return all.filter(({ title }) => title.endsWith('Parley'))
  }

  /** Waits for a visible window whose title matches, and returns its number. */
  async window(title: RegExp): Promise<string> {
    const found = await waitFor(
      () => this.windows().find(one => title.test(one.title)),
      () =>
        `a window ${title} (${JSON.stringify(this.windows())} ${this.#apps.map(one => one.errors()).join()})`,
      { timeoutMs: 60_000 },
    )
    return found.id
  }

  /** The processes of this session whose command line contains a text, with those that they have started. */
  processes(text: string): readonly { readonly pid: number; readonly command: string }[] {
    const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args=', '-ww'], { encoding: 'utf8' })
      .split('\n')
      .flatMap(line => {
        const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+) (.*)$/.exec(line) ?? []
        return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }]
      })
    const own = new Set(all.filter(({ pid }) => this.#isOwn(pid)).map(({ pid }) => pid))
    // Chromium's processes write their names over their environment.
    for (let before = -1; before !== own.size; ) {
      before = own.size
      for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
    }
    return all.filter(({ pid, command }) => own.has(pid) && command.includes(text))
  }

  /** Kills the processes of this session whose command line contains a text. */
  kill(text: string): void {
    const found = this.processes(text)
    if (found.length === 0) throw new Error(`No process has ${text} in its command line`)
    killAll(found)
  }

  #isOwn(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`PARLEY_HOME=${this.home}`)
    } catch {
      return false
    }
  }

  /** Takes a picture of the display, or of one window without its frame. */
  screenshot(path: string, window = 'root'): void {
    // A test that fails still ends what it started.
    if (!existsSync('/usr/bin/import')) return
    execFileSync('/usr/bin/import', ['-window', window, path], {
      env: { ...process.env, DISPLAY: this.display },
    })
  }

  /**
   * Ends everything that it started.
   * @param beforeRemoval - called before the folder is removed
   */
  async close(beforeRemoval: () => void = () => {}): Promise<void> {
    killAll(this.processes(''))
    await Promise.all(this.#apps.map(({ ended }) => ended))
    for (const child of this.#processes) child.kill('SIGKILL')
    beforeRemoval()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function killAll(processes: readonly { readonly pid: number }[]): void {
  for (const { pid } of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended since it was listed.
    }
}
