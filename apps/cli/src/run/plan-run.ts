import { resolve } from 'node:path'
import {
  type CollectionToRun,
  defaultRunOptions,
  defaultSendSettings,
  type EffectiveSettings,
  type EmptyChoice,
  isNameChosen,
  keysOf,
  newTraceId,
  type RequestContext,
  type RunItem,
  type RunOptions,
  type RunShard,
  readRunData,
  runItems,
  selectRunItems,
  sentInRuns,
  shardRunItems,
  type VariableScope,
} from '@parley/engine'
import { type FilePlace, pathInPlace } from '@parley/files'
import { type Environment, filePathsOf } from '@parley/model'
import { nodeSources, type OpenableFiles } from '@parley/transport'
import type { IsWanted, LeaveOut } from '@parley/workspace'
import type { Io } from '../io/io.ts'
import { milliseconds, type NumberOption, readNumber } from '../options/read-number.ts'
import { readTypedText } from '../options/read-typed-text.ts'
import { readVariables } from '../options/read-variables.ts'
import { quotedNames } from '../output/one-line.ts'
import { asDefaultSettings, readSendSettings } from '../send/read-send-settings.ts'
import { allowInContainers, containerVariables } from './allow-in-containers.ts'
import { allowedFiles, readAllowedPaths } from './allowed-files.ts'
import { loadRunSource } from './load-run-source.ts'
import { failedKeysIn } from './read-failed-keys.ts'
import { type AllowedSecrets, allowTypedSecrets, readSecrets, scopeOfSecrets } from './read-secrets.ts'
import { readShard } from './read-shard.ts'
import { chooseEnvironment, environmentWith, secretsOutsideEnvironments } from './run-environment.ts'
import type { RunCommandOptions } from './run-options.ts'
import { type RunSource, RunSourceError, type SourceCollection } from './run-source.ts'
import { unsavedInApp, unsavedNotes } from './unsaved-in-app.ts'

/** A completely read command line: nothing is sent before all of it is understood. */
export interface PlannedRun {
  readonly items: readonly RunItem[]
  readonly options: RunOptions
  /** The part of the run that this is; null: all of it. */
  readonly shard: PlannedShard | null
  /** Returns where the files are that an item names. */
  readonly placeOf: (item: RunItem) => FilePlace
  /** Returns the files that the requests of an item may read. */
  readonly filesOf: (item: RunItem) => OpenableFiles
  /** Returns the `.proto` files that an export contains for an item, by their paths; undefined if it has none. */
  readonly protoTextsOf: (item: RunItem) => ReadonlyMap<string, string> | undefined
  readonly notes: readonly string[]
  /** What the open Parley shows of these files and has not saved, in words; it is named in the notes. */
  readonly unsaved: readonly string[]
  /** The files of the requests and the files that they send, as far as they name them without variables. */
  readonly readPaths: readonly string[]
}

/** A shard, and where its requests are among those of all shards. */
export interface PlannedShard extends RunShard {
  /** From 0, by the keys of requests. */
  readonly positions: ReadonlyMap<string, number>
}

/** What a plan takes from a workspace. */
interface PlanChoices {
  /** Whether to use the values of secrets that are stored on this device. */
  readonly usesDeviceSecrets?: boolean
  /** Receives what cannot be read and is left out; absent: one unreadable file makes the plan fail. */
  readonly leaveOut?: LeaveOut
  /** The files whose unsaved changes are named; absent: all at the paths. */
  readonly files?: readonly string[]
}

/**
 * Plans a run.
 * @throws RunSourceError with a sentence that says what is wrong
 */
export async function planRun(
  paths: readonly string[],
  options: RunCommandOptions,
  io: Io,
  { usesDeviceSecrets = false, leaveOut, files }: PlanChoices = {},
): Promise<PlannedRun> {
  const settings = valueOrThrow(readSendSettings(options))
  const numbers = readNumbers(options)
  const shard = readShard(options.shard)
  refuseContradictions(paths, options)
  const data = await readData(options.iterationData, io)
  const scopes = await readScopes(options, io)
  const allowedPaths = valueOrThrow(await readAllowedPaths(options.allowFile ?? [], io))
  const read = async (isWanted: IsWanted | null) => {
    const sources: RunSource[] = []
    const devicePart = usesDeviceSecrets ? 'values' : scopes.secrets.size > 0 ? 'permissions' : null
    for (const path of paths) {
      const source = await loadRunSource(path, devicePart, isWanted, io, leaveOut)
      sources.push(...[source, ...(source.listed ?? [])].map(one => allowInContainers(one, scopes.allowed)))
    }
    return { sources, all: await itemsOf(sources, options, scopes, asDefaultSettings(settings), io) }
  }
  const { sources, items: selected } = await readChosen(read, options, io)
  const poll = options.poll === undefined ? null : chosen(keysOf(selected, options.poll))
  const items = shard === null ? selected : await itemsOfShard(selected, shard, options.shardBy, io)
  const { iterations = data.length || 1, retries, retryDelay, pollEvery, pollFor, delay, parallel } = numbers
  const unsaved = await unsavedInApp(
    (files ?? paths).map(path => resolve(io.cwd, path)),
    io.env,
  )
  const placeOf = placeByCollection(sources)
  return {
    items,
    shard: shard && {
      ...shard,
      positions: new Map(selected.map(({ key }, position) => [key, position])),
    },
    unsaved,
    placeOf,
    filesOf: filesByPlace(placeOf, allowedPaths, io.homeFolder()),
    protoTextsOf: protoTextsByCollection(sources),
    readPaths: sources.flatMap(source => [...source.readPaths, ...uploadsOf(source)]),
    notes: [...sources.flatMap(source => source.notes), ...unsavedNotes(unsaved)],
    options: {
      ...defaultRunOptions,
      // A shard without requests has nothing to repeat.
      iterations: items.length === 0 ? 1 : iterations,
      data,
      delayMs: delay ?? 0,
      stopsOnFailure: options.bail ?? false,
      failsOnStatus: options.failOnStatus ?? false,
      retries: { count: retries ?? 0, waitMs: retryDelay ?? defaultRunOptions.retries.waitMs },
      poll: poll && { keys: poll, everyMs: pollEvery ?? 1000, forMs: pollFor ?? 60_000 },
      parallel: parallel ?? 1,
      scriptsMayChangeOrder: options.scriptOrder ?? false,
      traceId: options.trace === true ? newTraceId(nodeSources.random) : null,
    },
  }
}

/** Standard input can be read once, and there is no time of a shard without one. */
function refuseContradictions(
  paths: readonly string[],
  { secret = [], iterationData, env, failedIn, shard, shardBy }: RunCommandOptions,
): void {
  if (shard === undefined && shardBy !== undefined)
    throw new RunSourceError('--shard-by belongs to --shard. Add --shard, such as --shard 2/5.')
  const named = [...paths, iterationData, env, failedIn, shardBy].filter(typed => typed === '-')
  if (named.length + secret.filter(typed => typed.endsWith('=@-')).length > 1)
    throw new RunSourceError('Standard input can be only one of the files. Save the others.')
}

async function itemsOfShard(
  items: readonly RunItem[],
  shard: RunShard,
  shardBy: string | undefined,
  io: Io,
): Promise<readonly RunItem[]> {
  if (shardBy === undefined) return shardRunItems(items, shard)
  const { requestTimesIn } = await import('./read-request-times.ts')
  return shardRunItems(items, shard, await requestTimesIn(shardBy, io))
}

function uploadsOf(source: RunSource): readonly string[] {
  const context = { environment: null, workspaceVariables: [], globalVariables: [], liveScopes: [] }
  const toRun = source.collections.map(({ collection }) => ({
    collection,
    context: { ...context, defaultSettings: defaultSendSettings },
  }))
  const placeOf = placeByCollection([source])
  return runItems(toRun).flatMap(item => {
    const http = sentInRuns(item.request)
    return http === null ? [] : filePathsOf(http.body).map(path => pathInPlace(placeOf(item), path))
  })
}

/** Finds where the files of an item are by its collection. */
function placeByCollection(sources: readonly RunSource[]): (item: RunItem) => FilePlace {
  const byCollection = new Map<unknown, FilePlace>()
  for (const { folder: root, collections } of sources)
    for (const { collection, folder: start } of collections) byCollection.set(collection, { start, root })
  return item => {
    const place = byCollection.get(item.context.ancestors[0])
    if (place === undefined) throw new Error(`No source has the request ${item.key}`)
    return place
  }
}

/** Creates one file check for each place, as each has connections of its own. */
export function filesByPlace<Asked extends object>(
  placeOf: (asked: Asked) => FilePlace,
  allowedPaths: readonly string[],
  home: string,
): (asked: Asked) => OpenableFiles {
  const known = new Map<string, OpenableFiles>()
  return asked => {
    const place = placeOf(asked)
    const key = JSON.stringify([place.start, place.root])
    const files = known.get(key) ?? allowedFiles({ place, allowedPaths, home })
    known.set(key, files)
    return files
  }
}

function protoTextsByCollection(sources: readonly RunSource[]): PlannedRun['protoTextsOf'] {
  const byCollection = new Map<unknown, ReadonlyMap<string, string> | undefined>(
    sources.flatMap(source =>
      source.collections.map(({ collection, protoTexts }) => [collection, protoTexts] as const),
    ),
  )
  return item => byCollection.get(item.context.ancestors[0])
}

interface TypedScopes {
  readonly environmentValues: ReadonlyMap<string, string>
  readonly secrets: ReadonlyMap<string, string>
  readonly allowed: AllowedSecrets
  readonly liveScopes: readonly VariableScope[]
}

async function readScopes(
  { envVar = [], var: vars = [], secret = [], allowSecret = [], allowSecrets = false }: RunCommandOptions,
  io: Io,
): Promise<TypedScopes> {
  const environment = valueOrThrow(readVariables(envVar))
  const secrets = valueOrThrow(await readSecrets(secret, io))
  const own = valueOrThrow(readVariables(vars))
  return {
    environmentValues: new Map([...environment.values].map(([name, { text }]) => [name, text])),
    secrets,
    allowed: { all: allowSecrets, names: new Set(allowSecret) },
    liveScopes: own.values.size === 0 ? [] : [own],
  }
}

/** A collection with the context of its requests in one environment. */
export interface PlannedCollection extends CollectionToRun {
  readonly one: SourceCollection
}

/** Returns the collections of sources with the chosen environment and the typed values. @throws RunSourceError */
export async function planCollections(
  sources: readonly RunSource[],
  options: RunCommandOptions,
  io: Io,
): Promise<readonly PlannedCollection[]> {
  const settings = asDefaultSettings(valueOrThrow(readSendSettings(options)))
  return collectionsOf(sources, options, await readScopes(options, io), settings, io)
}

async function itemsOf(...planned: Parameters<typeof collectionsOf>): Promise<readonly RunItem[]> {
  const toRun = await collectionsOf(...planned)
  return runItems(toRun).filter(item =>
    toRun.some(
      ({ one, collection }) => item.context.ancestors[0] === collection && one.isNamed(item.request),
    ),
  )
}

async function collectionsOf(
  sources: readonly RunSource[],
  { env }: RunCommandOptions,
  { environmentValues, secrets, allowed, liveScopes }: TypedScopes,
  defaultSettings: EffectiveSettings,
  io: Io,
): Promise<readonly PlannedCollection[]> {
  const choice = await chooseEnvironment(env, sources, io)
  return sources.flatMap(source =>
    source.collections.map(one => {
      const ofFile = choice.environmentOf(one, source)
      const inFiles = [
        ...(ofFile?.variables ?? []),
        ...source.workspaceVariables,
        ...source.globalVariables,
        ...containerVariables(one.collection),
      ]
      const chosen = environmentWith(ofFile, environmentValues, new Set(secrets.keys()), inFiles)
      const environment = chosen && { ...chosen, variables: allowTypedSecrets(chosen.variables, allowed) }
      const workspaceVariables = allowTypedSecrets(source.workspaceVariables, allowed)
      const globalVariables = allowTypedSecrets(source.globalVariables, allowed)
      const values = new Map([
        ...secretsOutsideEnvironments(source, environment),
        ...choice.secrets,
        ...secrets,
      ])
      const declared = [
        ...(environment?.variables ?? []),
        ...workspaceVariables,
        ...globalVariables,
        ...containerVariables(one.collection),
      ]
      return {
        one,
        collection: one.collection,
        context: {
          environment,
          workspaceVariables,
          workspaceHeaders: source.workspaceHeaders ?? [],
          globalVariables,
          liveScopes:
            values.size === 0 ? liveScopes : [...liveScopes, scopeOfSecrets(values, declared, allowed)],
          defaultSettings,
          secretValues: secretValuesOf(source, one, ofFile, secrets, environmentValues),
          ...(one.missingAuthFields === undefined ? {} : { missingAuthFields: one.missingAuthFields }),
        },
      }
    }),
  )
}

/** Typed values have precedence over those of this device, and those of secrets over those of the environment. */
function secretValuesOf(
  { deviceSecrets }: RunSource,
  { containerSecrets }: SourceCollection,
  environment: Environment | null,
  typed: ReadonlyMap<string, string>,
  environmentValues: ReadonlyMap<string, string>,
): NonNullable<RequestContext['secretValues']> {
  const untyped = (values: ReadonlyMap<string, string> = new Map()) =>
    new Map([...values].filter(([name]) => !typed.has(name)))
  return {
    environment: untyped(
      new Map([
        ...(environment === null ? [] : (deviceSecrets.environments.get(environment) ?? [])),
        ...environmentValues,
      ]),
    ),
    workspace: untyped(deviceSecrets.workspace),
    ancestors: new Map(
      [...(containerSecrets ?? [])].map(([container, values]) => [container, untyped(values)] as const),
    ),
  }
}

interface ReadSources {
  readonly sources: readonly RunSource[]
  readonly all: readonly RunItem[]
}

/**
 * Reads only the selected requests, so that one request of thousands is sent at once. If a selection matches
 * nothing, reads everything to list what there is.
 */
async function readChosen(
  read: (isWanted: IsWanted | null) => Promise<ReadSources>,
  { folder = [], only = [], skip = [], failedIn }: RunCommandOptions,
  io: Io,
): Promise<{ readonly sources: readonly RunSource[]; readonly items: readonly RunItem[] }> {
  const keys = failedIn === undefined ? null : await failedKeysIn(failedIn, io)
  const selection = { folders: folder, only, skip, keys }
  if (folder.length > 0 || only.length > 0 || skip.length > 0) {
    const { sources, all } = await read((path, name) => isNameChosen(selection, path, name))
    const items = selectRunItems(all, selection)
    if (items.ok && items.value.length > 0) return { sources, items: items.value }
  }
  const { sources, all } = await read(null)
  const items = chosen(selectRunItems(all, selection))
  if (items.length > 0) return { sources, items }
  throw new RunSourceError(
    all.length === 0
      ? 'There are no requests there. Name another path.'
      : keys !== null
        ? `Nothing failed in ${failedIn}, or what failed is no longer there.`
        : 'No request matches these choices. Use fewer of --folder, --only and --skip.',
  )
}

const words: Readonly<Record<EmptyChoice['part'], readonly [string, string]>> = {
  folders: ['--folder', 'folder'],
  only: ['--only', 'request'],
  skip: ['--skip', 'request'],
}

function chosen<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly failure: EmptyChoice },
): Value {
  if (result.ok) return result.value
  const { part, word, known } = result.failure
  const [option, kind] = words[part]
  const there = known.length === 0 ? 'There are none.' : `Choose from: ${quotedNames(known)}.`
  throw new RunSourceError(`No ${kind} is called “${word}” (${option}). ${there}`)
}

function count(name: string, minimum: number, maximum: number): NumberOption {
  return { name, unit: '', minimum, maximum }
}

function readNumbers(options: RunCommandOptions) {
  const read = (typed: string | undefined, option: NumberOption) => {
    const number = valueOrThrow(readNumber(typed, option))
    return number ?? undefined
  }
  return {
    iterations: read(options.iterations, count('--iterations', 1, 1_000_000_000)),
    parallel: read(options.parallel, count('--parallel', 1, 1000)),
    delay: read(options.delay, milliseconds('--delay')),
    retries: read(options.retries, count('--retries', 0, 1000)),
    retryDelay: read(options.retryDelay, milliseconds('--retry-delay')),
    pollEvery: read(options.pollEvery, milliseconds('--poll-every')),
    pollFor: read(options.pollFor, milliseconds('--poll-for')),
  }
}

async function readData(path: string | undefined, io: Io): Promise<readonly VariableScope[]> {
  if (path === undefined) return []
  const text = await readTypedText(path, io, {
    tooLarge: 'Split it into several files, with a run for each.',
    notText: 'Save it as UTF-8.',
  })
  if (!text.ok) throw new RunSourceError(text.failure)
  const rows = readRunData(text.value)
  if (rows.ok) return rows.value
  throw new RunSourceError(`${path} has no usable data. ${rows.failure.sentence}`)
}

/** Returns the value. @throws RunSourceError with the sentence if there is one instead */
function valueOrThrow<Value>(value: Value | string): Value {
  if (typeof value === 'string') throw new RunSourceError(value)
  return value
}
