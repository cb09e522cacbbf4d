import { join, resolve } from 'node:path'
import {
  isLoadEngineId,
  type LoadEngine,
  loadEngines,
  loadFolder,
  planLoad,
  untranslatedWords,
} from '@parley/codegen/load'
import { firstTakenFile, LoadUploads, loadFileBytes, writeLoadFolder } from '@parley/interchange/load'
import { nodeSources } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { describeFailure } from '../output/described-failure.ts'
import { planRun } from '../run/plan-run.ts'
import { RunSourceError } from '../run/run-source.ts'
import type { LoadOptions } from './define-load-command.ts'
import { readLoadShape } from './read-load-shape.ts'
import { unwrittenWords } from './unwritten-words.ts'

/**
 * `parley load`: writes a load test from saved requests, or runs a small one. What is not translated is listed before anything
 * is written or sent.
 */
export async function loadCommand(paths: readonly string[], options: LoadOptions, io: Io): Promise<ExitCode> {
  try {
    return await makeLoadTest(paths, options, io)
  } catch (error) {
    if (error instanceof RunSourceError) return io.stderr.printError(error.message, exitCodes.badInput)
    throw error
  }
}

async function makeLoadTest(paths: readonly string[], options: LoadOptions, io: Io): Promise<ExitCode> {
  const refuse = (sentence: string) => io.stderr.printError(sentence, exitCodes.badInput)
  const engine = engineOf(options.engine)
  if (engine === null) return refuse(`Give the engine: --engine ${Object.keys(loadEngines).join(' or ')}.`)
  const { export: typedFolder } = options
  if (typedFolder === undefined && options.engine !== 'locust')
    return refuse('Parley runs only Locust. Give the folder to write: --export FOLDER.')
  const shape = readLoadShape(options)
  if (!shape.ok) return refuse(shape.failure)
  // Iterations are those of the load test, and rows belong to its users.
  const { iterations: _, ...planned } = options
  const run = await planRun(paths, planned, io)
  io.stderr.printNotes(run.notes)
  const uploads = new LoadUploads({
    placeOf: item => JSON.stringify(run.placeOf(item)),
    open: (item, path) => run.filesOf(item).open(path),
  })
  const plan = await planLoad(
    {
      name: run.items[0]?.path[0] ?? 'requests',
      items: run.items,
      data: options.iterationData === undefined ? [] : run.options.data,
      fileOf: (item, path) => uploads.nameOf(item, path),
    },
    nodeSources,
  )
  io.stderr.printNotes(plan.untranslated.map(untranslatedWords))
  if (plan.steps.length === 0) return refuse('No request can be translated, so nothing was written.')
  const files = await uploads.read()
  if (!files.ok) {
    const { sentence, nextStep } = describeFailure(files.failure)
    return refuse(`${sentence} ${nextStep}`)
  }
  const texts = loadFolder(engine, plan, shape.value)
  if (typedFolder === undefined) {
    const { runLoadHere } = await import('./run-load-here.ts')
    const all = [...texts.map(loadFileBytes), ...files.value]
    return runLoadHere({ plan, shape: shape.value, items: run.items, files: all }, options, io)
  }
  const folder = resolve(io.cwd, typedFolder)
  if (options.force !== true) {
    const taken = await firstTakenFile(folder, texts)
    if (taken !== null)
      return refuse(`${join(typedFolder, taken)} already exists. Name another folder, or add --force.`)
  }
  const code = await writeLoadFolder(folder, [...texts.map(loadFileBytes), ...files.value])
  if (code !== null) return io.stderr.printError(unwrittenWords(folder, code), exitCodes.requestFailed)
  io.stderr.printNotes([
    `${plan.steps.length === 1 ? '1 request is' : `${plan.steps.length} requests are`} in ${typedFolder}; its README.md has the commands. Load needs the permission of the owner of the server`,
  ])
  return exitCodes.ok
}

function engineOf(typed: string | undefined): LoadEngine | null {
  return typed !== undefined && isLoadEngineId(typed) ? loadEngines[typed] : null
}
