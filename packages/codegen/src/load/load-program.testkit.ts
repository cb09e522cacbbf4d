import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { needs } from '@parley/testkit/needs'
import { onTestFinished } from 'vitest'
import type { LoadFile } from './load-shape.ts'

/** Debian's Python, which has the modules that Debian installs. */
export const python = '/usr/bin/python3'

/** Skips tests where Debian's Locust is not installed. */
export const needsLocust = needs(existsSync('/usr/bin/locust'), 'Locust (python3-locust)')

/** Skips tests where there is no Python. */
export const needsPython = needs(existsSync(python), 'Python (python3)')

/** How a program ended. */
export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** A folder of a load test, which is removed after the test. */
export class LoadTestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'parley-load-'))

  constructor() {
    onTestFinished(() => rmSync(this.path, { recursive: true }))
  }

  /** Writes the files of a load test, and copies others into it. */
  write(files: readonly LoadFile[], copied: ReadonlyMap<string, string> = new Map()): void {
    for (const { name, text } of files) writeFileSync(join(this.path, name), text)
    for (const [name, from] of copied) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true })
      copyFileSync(from, join(this.path, name))
    }
  }

  /** Runs a program in the folder, and ends it after a time that it takes on no machine, however busy. */
  async run(
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const child = spawn(program, args, {
      cwd: this.path,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 85_000,
      env: { PATH: process.env.PATH, HOME: this.path, PYTHONDONTWRITEBYTECODE: '1', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [code, signal] = await once(child, 'close')
    return { code, output: signal === null ? output : `${output}\nIt was ended by ${signal}.` }
  }

  /** Runs Locust with the script of the folder, as its README says. */
  locust(options: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.run(python, ['start.py', '-f', 'locustfile.py', '--only-summary', ...options], env)
  }
}
