import type { AppData, Locked, SettingsFile } from '@parley/appdata'
import { type KeptLoad, type LoadShape, loadEngines, loadFolder, readThreshold } from '@parley/codegen/load'
import {
  firstTakenFile,
  hasLocust,
  LoadUploads,
  loadFileBytes,
  refusedHere,
  writeLoadFolder,
} from '@parley/interchange/load'
import { describeSendFailure, failed, ok, type Result } from '@parley/model'
import type {
  DescribedProblem,
  ExportLoad,
  LoadDetails,
  LoadOutcome,
  LoadShapeInput,
  PlanLoad,
  StartLoad,
} from '../contract/index.ts'
import type { Library } from '../library/library.ts'
import { notWholePath, typedFolder } from '../library/typed-folder.ts'
import { logFault } from '../log-fault.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import { planRun } from '../runs/plan-run.ts'
import type { Runs } from '../runs/runs.ts'
import { sendSettingsOf } from '../sends/send-settings-of.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import { detailsOf, LiveLoad } from './live-load.ts'
import { type PlannedLoad, planLoadTest, refusedHereWords, withSteps } from './plan-load-test.ts'

/** The services that {@link Loads} uses. */
export interface LoadsParts {
  readonly appData: Pick<AppData, 'runs'>
  readonly library: Library
  readonly settings: SettingsFile
  readonly pickedFiles: PickedFiles
  readonly windows: WindowEvents
  readonly runs: Runs
  /** The environment in which Locust is looked for, and runs. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The most parts that are not translated of which a window is notified. */
const mostUntranslated = 1000

/** Load tests: what they would send, their folders, and those that run here. */
export class Loads {
  readonly #parts: LoadsParts
  /** The load tests that began since Parley started; figures of those that ended are stored. */
  readonly #live = new Map<string, LiveLoad>()

  constructor(parts: LoadsParts) {
    this.#parts = parts
  }

  /** Notifies a window of what a load test would send. */
  plan(input: PlanLoad): void {
    this.#answer(input, async () => {
      const planned = await this.#plan(input, this.#uploadsOf(input.windowId))
      return planned.ok ? this.#describe(planned.value) : failedOutcome(planned.failure)
    })
  }

  /** Writes the folder of a load test, and notifies the window. */
  export(input: ExportLoad): void {
    this.#answer(input, async () => {
      const written = await this.#write(input)
      return written.ok ? written.value : failedOutcome(written.failure)
    })
  }

  /** Begins a load test here and returns at once. Returns false if the ID was used before. */
  start(input: StartLoad): boolean {
    const { appData, library, windows, runs, env } = this.#parts
    const path = library.pathOf(input.targetId) ?? ''
    const isBusy = runs.latest.some(
      ({ load, state }) => load !== undefined && (state === 'preparing' || state === 'running'),
    )
    const shape = isBusy ? failed(busy) : readShape(input.shape)
    const plan = async (uploads: LoadUploads) => (shape.ok ? this.#plan(input, uploads) : shape)
    return runs.add(input.runId, () => {
      const live = new LiveLoad(
        input,
        path.slice(path.lastIndexOf('/') + 1),
        shape.ok ? shape.value : { ...input.shape, thresholds: [] },
        {
          store: appData.runs,
          env: environmentOf(env),
          now: () => Date.now(),
          steadyNow: () => performance.now(),
          newUploads: () => this.#uploadsOf(input.windowId),
          plan,
          notify: run => windows.publishToAll({ type: 'run', run }),
          releaseBodies: handles => runs.releaseBodies(handles),
        },
      )
      this.#live.set(input.runId, live)
      void live.ended.then(() => this.#forget(live))
      return live
    })
  }

  /** Returns the figures of a load test; null if there is none. */
  async read(runId: string): Promise<Result<LoadDetails | null, Locked>> {
    const live = this.#live.get(runId)
    if (live !== undefined) return ok(live.details)
    const kept = await this.#parts.appData.runs.document<KeptLoad>(runId)
    return kept.ok ? ok(kept.value === null ? null : detailsOf(kept.value)) : kept
  }

  /** The figures are in the app data, unless they could not be stored. */
  #forget(live: LiveLoad): void {
    const isOld = this.#live.size > mostRemembered
    const [oldest] = this.#live.keys()
    if (isOld && oldest !== undefined && oldest !== live.info.runId) this.#live.delete(oldest)
  }

  async #write(input: ExportLoad): Promise<Result<LoadOutcome, DescribedProblem>> {
    const folder = typedFolder(input.folder.trim())
    if (folder === null) return failed(notWholePath)
    const shape = readShape(input.shape)
    if (!shape.ok) return shape
    const uploads = this.#uploadsOf(input.windowId)
    const planned = withSteps(await this.#plan(input, uploads))
    if (!planned.ok) return planned
    const files = await uploads.read()
    if (!files.ok) return failed(describeSendFailure(files.failure))
    const { plan } = planned.value
    const texts = loadFolder(loadEngines[input.engine], plan, shape.value)
    const taken = await firstTakenFile(folder, texts)
    if (taken !== null)
      return failed({
        sentence: `${input.folder} already has ${taken}.`,
        nextStep: 'Nothing was changed. Choose another folder.',
      })
    const code = await writeLoadFolder(folder, [...texts.map(loadFileBytes), ...files.value])
    if (code === null) return ok({ state: 'written', folder, requests: plan.steps.length })
    return failed({ sentence: `${folder} cannot be written (${code}).`, nextStep: 'Choose another folder.' })
  }

  async #plan(
    { targetId, data }: Pick<PlanLoad, 'targetId' | 'data'>,
    uploads: LoadUploads,
  ): Promise<Result<PlannedLoad, DescribedProblem>> {
    const { library, settings } = this.#parts
    const planned = await planRun(library, targetId, sendSettingsOf(settings.current))
    return planLoadTest(planned, { data, uploads, settings: settings.current })
  }

  async #describe({ plan }: PlannedLoad): Promise<LoadOutcome> {
    const host = refusedHere(plan, smallest, null)
    const isInstalled = await hasLocust(this.#parts.env)
    const notHere = host?.kind === 'unknownHost' ? refusedHereWords(host).sentence : null
    return {
      state: 'planned',
      requests: plan.steps.length,
      untranslated: plan.untranslated.slice(0, mostUntranslated),
      totalUntranslated: plan.untranslated.length,
      foreignHost: host?.kind === 'foreignHost' ? host.host : null,
      notHere: isInstalled ? notHere : 'Locust is not installed on this computer, so nothing runs here.',
    }
  }

  #uploadsOf(windowId: string): LoadUploads {
    const { pickedFiles } = this.#parts
    return new LoadUploads({
      placeOf: () => '',
      async open(_, path) {
        const allowed = await pickedFiles.filesOf(windowId).lengthBytes(path)
        return allowed.ok ? pickedFiles.open(path) : failed(allowed.failure)
      },
    })
  }

  #answer(
    { windowId, taskId }: Pick<PlanLoad, 'windowId' | 'taskId'>,
    work: () => Promise<LoadOutcome>,
  ): void {
    void work()
      .catch(error => {
        logFault('a load test', error)
        return failedOutcome({
          sentence: 'A bug in Parley stopped this.',
          nextStep: 'Look at Parley’s log, and report it.',
        })
      })
      .then(outcome => this.#parts.windows.publish(windowId, { type: 'load', taskId, outcome }))
  }
}

/** How many ended load tests are kept in memory. */
const mostRemembered = 20

const smallest: LoadShape = {
  users: 1,
  requestsPerSecond: null,
  rampSeconds: 0,
  seconds: 1,
  iterations: null,
  think: { from: 0, to: 0 },
  thresholds: [],
}

const busy: DescribedProblem = {
  sentence: 'Another load test is running.',
  nextStep: 'Stop it, or wait until it ends: together their figures would mean nothing.',
}

function failedOutcome(problem: DescribedProblem): LoadOutcome {
  return { state: 'failed', sentence: problem.sentence, nextStep: problem.nextStep }
}

function readShape(typed: LoadShapeInput): Result<LoadShape, DescribedProblem> {
  const thresholds = typed.thresholds.map(readThreshold)
  const at = thresholds.indexOf(null)
  if (at !== -1)
    return failed({
      sentence: `“${typed.thresholds[at]}” is no threshold.`,
      nextStep: 'Write it as p95<300, avg<100, max<1000 (milliseconds) or errors<1%.',
    })
  return ok({ ...typed, thresholds: thresholds.filter(one => one !== null) })
}

/** What Python and Locust need. Other variables may have secrets, which are no matter of a load test. */
const passedVariables = new Set([
  ...['PATH', 'PATHEXT', 'HOME', 'USERPROFILE', 'SYSTEMROOT', 'LANG', 'LC_ALL', 'LC_CTYPE'],
  ...['TMPDIR', 'TEMP', 'TMP', 'PYTHONPATH', 'PYTHONHOME', 'VIRTUAL_ENV', 'SSL_CERT_FILE'],
])

function environmentOf(env: LoadsParts['env']): LoadsParts['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedVariables.has(name.toUpperCase())))
}
