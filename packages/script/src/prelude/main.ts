// Must be first, because the following imports need it when they load.
import './web/event-target.ts'
import { errorMessageCharacters } from '../shared/script-limits.ts'
import { bruNamespace } from './api/bru.ts'
import {
  installTextSearch,
  olderGlobals,
  olderGlobalsOf,
  olderGlobalsOfResponse,
  reportOlderTests,
} from './api/older-globals.ts'
import { pmNamespace } from './api/pm.ts'
import { pwNamespace } from './api/pw.ts'
import { reqNamespace } from './api/req.ts'
import { resNamespace } from './api/res.ts'
import { toolNamespace } from './api/tool.ts'
import { installAssertions } from './core/assertions.ts'
import { installConsole } from './core/console.ts'
import { describeError } from './core/describe-error.ts'
import { lazyGlobal } from './core/lazy-global.ts'
import { noteMissing } from './core/note-missing.ts'
import { setView, view } from './core/run-state.ts'
import { deliverAnswer } from './core/send-request.ts'
import { strictExpect } from './core/strict-expect.ts'
import { noteUnsettledTests, openTests, reportOpenTests, runAwaitedTest } from './core/test-registry.ts'
import { installTimers, timerIsDue } from './core/timers.ts'
import { openVariables } from './core/variable-store.ts'
import { runDeclared } from './declared/run-declared.ts'
import { callHost } from './host.ts'
import { requireLibrary } from './libraries/library-table.ts'
import { openOverrides } from './request/request-overrides.ts'
import { installUrlMembers } from './request/url-members.ts'
import { installWebApis } from './web/install-web-apis.ts'
import { installRandom, seedRandom } from './web/random.ts'

installAssertions()
installConsole()
installTimers()
installTextSearch()
installUrlMembers()
installWebApis()
installRandom()
// Scripts have no use for shared memory.
for (const name of ['SharedArrayBuffer', 'Atomics']) Reflect.deleteProperty(globalThis, name)

const { defineProperties, defineProperty, entries } = Object
const ofResponse = olderGlobalsOfResponse()

/** Takes over the data of a script, as JSON. */
function start(json: string): void {
  setView(JSON.parse(json))
  seedRandom()
  openVariables()
  openOverrides()
  defineProperties(globalThis, olderGlobalsOf(view()))
  if (view().response !== null) defineProperties(globalThis, ofResponse)
}

/** The namespaces, each with what makes it when a script first reads it. */
const namespaces: Readonly<Record<string, () => unknown>> = {
  tool: toolNamespace(),
  pm: pmNamespace(),
  insomnia: insomniaNamespace(pmNamespace()),
  bru: bruNamespace,
  req: reqNamespace,
  res: resNamespace,
  pw: pwNamespace,
}
const functions = { test: runAwaitedTest, expect: strictExpect, require: requireLibrary }

function insomniaNamespace(makePm: ReturnType<typeof pmNamespace>): () => unknown {
  return () => {
    const pm = makePm()
    return noteMissing('insomnia', {
      ...pm,
      baseEnvironment: { ...pm.environment },
      baseGlobals: { ...pm.globals },
    })
  }
}

/** Defines the globals that every script has. The image is made with them, after the libraries, which look for some of them. */
export function defineGlobals(): void {
  for (const [name, make] of entries(namespaces)) defineProperty(globalThis, name, lazyGlobal(name, make))
  for (const [name, value] of entries(functions))
    defineProperty(globalThis, name, { value, writable: true, configurable: true })
  defineProperties(globalThis, olderGlobals())
}

/** Reports a thrown value to the host. */
function fail(thrown: unknown): void {
  const { message, line, column } = describeError(thrown)
  callHost('error', message.slice(0, errorMessageCharacters), line, column)
}

/** Reports the tests that are known only after the script has ended. */
function reportLastTests(): void {
  noteUnsettledTests()
  reportOpenTests()
  reportOlderTests()
}

/** The functions that the host calls, in the order that it expects. */
export const entryPoints = [start, fail, openTests, reportLastTests, timerIsDue, deliverAnswer, runDeclared]
