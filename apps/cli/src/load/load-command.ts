import { join, resolve } from 'node:path'
import {
  isLoadEngineId,
  type LoadEngine,
  type LoadFile,
  loadEngines,
  loadFolder,
  planLoad,
  untranslatedWords,
} from '@parley/codegen/load'
import type { RunItem } from '@parley/engine'
import { nodeFiles } from '@parley/files'
import { fileNameOf } from '@parley/model'
import { nodeSources, type OpenableFiles } from '@parley/transport'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Io } from '../io/io.ts'
import { describeFailure } from '../output/described-failure.ts'
import { type PlannedRun, planRun } from '../run/plan-run.ts'
import { RunSourceError } from '../run/run-source.ts'
import type { LoadOptions } from './define-load-command.ts'
import { readLoadShape } from './read-load-shape.ts'
import { asBytes, type WrittenFile, writeAll } from './write-load-folder.ts'

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
  const uploads = new Uploads(run)
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
  if (typeof files === 'string') return refuse(files)
  const texts = loadFolder(engine, plan, shape.value)
  if (typedFolder === undefined) {
    const { runLoadHere } = await import('./run-load-here.ts')
    const all = [...texts.map(asBytes), ...files]
    return runLoadHere({ plan, shape: shape.value, items: run.items, files: all }, options, io)
  }
  const folder = resolve(io.cwd, typedFolder)
  if (options.force !== true) {
    const taken = await firstTaken(folder, texts)
    if (taken !== null)
      return refuse(`${join(typedFolder, taken)} already exists. Name another folder, or add --force.`)
  }
  const fault = await writeAll(folder, [...texts.map(asBytes), ...files])
  if (fault !== null) return io.stderr.printError(fault, exitCodes.requestFailed)
  io.stderr.printNotes([
    `${plan.steps.length === 1 ? '1 request is' : `${plan.steps.length} requests are`} in ${typedFolder}; its README.md has the commands. Load needs the permission of the owner of the server`,
  ])
  return exitCodes.ok
}

function engineOf(typed: string | undefined): LoadEngine | null {
  return typed !== undefined && isLoadEngineId(typed) ? loadEngines[typed] : null
}

/** The files that requests send, which are copied into the folder. */
class Uploads {
  readonly #run: PlannedRun
  readonly #found = new Map<
    string,
    { readonly name: string; readonly files: OpenableFiles; readonly path: string }
  >()

  constructor(run: PlannedRun) {
    this.#run = run
  }

  /** Returns the name of a file of a request in the folder. */
  nameOf(item: RunItem, path: string): string {
    const key = JSON.stringify([this.#run.placeOf(item), path])
    const known = this.#found.get(key)
    if (known !== undefined) return known.name
    const name = `files/${this.#found.size + 1}-${safeName(fileNameOf(path))}`
    this.#found.set(key, { name, path, files: this.#run.filesOf(item) })
    return name
  }

  /** Reads the files; returns a sentence if one may not be read. */
  async read(): Promise<readonly WrittenFile[] | string> {
    const read: WrittenFile[] = []
    for (const { name, path, files } of this.#found.values()) {
      const opened = await files.open(path)
      if (!opened.ok) {
        const { sentence, nextStep } = describeFailure(opened.failure)
        return `${sentence} ${nextStep}`
      }
      const { sizeBytes } = await opened.value.info()
      const bytes = new Uint8Array(sizeBytes)
      const length = await opened.value.readAt(bytes, 0)
      await opened.value.close()
      read.push({ name, bytes: bytes.subarray(0, length) })
    }
    return read
  }
}

/** Keeps what every system allows in the name of a file. */
function safeName(name: string): string {
  const safe = [...name].map(one =>
    one.toLowerCase() !== one.toUpperCase() || '0123456789.-_'.includes(one) ? one : '_',
  )
  return safe.join('').slice(-60)
}

async function firstTaken(folder: string, files: readonly LoadFile[]): Promise<string | null> {
  for (const { name } of files) if ((await nodeFiles.linkInfo(join(folder, name))) !== null) return name
  return null
}
