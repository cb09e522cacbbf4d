import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoApi, type Sink, startDemoApi, startSink } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type InProcessOptions, runInProcess } from '../io/run-in-process.testkit.ts'
import type { EndedProgram } from '../run-program.testkit.ts'

/** The fixture of the `parley send` tests: servers, and an empty folder to run in. */
export interface SendFixture {
  /** Shared by all tests of the file. */
  readonly demo: DemoApi
  /** New for each test, like the folder. */
  readonly sink: Sink
  readonly folder: string
  /** Runs the command line in the folder, in the process of the test. */
  run(args: readonly string[], options?: InProcessOptions): Promise<EndedProgram>
  /** Returns a path in the folder. */
  path(name: string): string
  /** Returns the header lines of a request to the sink. */
  headersOf(index?: number): readonly string[]
}

/** Starts and stops everything around the tests of the calling file. */
export function useSendFixture(): SendFixture {
  let demo: DemoApi | undefined
  let sink: Sink | undefined
  let folder = ''
  beforeAll(async () => {
    demo = await startDemoApi()
  })
  afterAll(() => demo?.close())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
    sink = await startSink()
  })
  afterEach(async () => {
    await sink?.close()
    rmSync(folder, { recursive: true })
  })
  const started = <Server>(server: Server | undefined): Server => {
    if (server === undefined) throw new Error('The servers run only while tests do.')
    return server
  }
  return {
    get demo() {
      return started(demo)
    },
    get sink() {
      return started(sink)
    },
    get folder() {
      return folder
    },
    run: (args, options = {}) => runInProcess(args, { cwd: folder, ...options }),
    path: name => join(folder, name),
    headersOf: (index = 0) =>
      (started(sink).requests[index]?.headers ?? []).map(({ name, value }) => `${name}: ${value}`),
  }
}
