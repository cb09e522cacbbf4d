import { nodeFiles } from '@parley/files'
import type { Environment, Variable } from '@parley/model'
import type { Io } from '../io/io.ts'
import { typedPath } from '../io/typed-path.ts'
import { oneLine, quotedNames } from '../output/one-line.ts'
import { readFile } from './load-run-source.ts'
import { type RunSource, RunSourceError, type SourceCollection } from './run-source.ts'

/** A selected environment. Each collection uses its own environment with that name, if it has one. */
export interface ChosenEnvironment {
  environmentOf(collection: SourceCollection, source: RunSource): Environment | null
  /** Values of secrets in the environment's file itself. */
  readonly secrets: ReadonlyMap<string, string>
}

/**
 * Resolves `--env`: an environment of the sources, otherwise a file of Parley, Postman, Insomnia or
 * Hoppscotch.
 * @throws RunSourceError
 */
export async function chooseEnvironment(
  typed: string | undefined,
  sources: readonly RunSource[],
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<ChosenEnvironment> {
  if (typed === undefined) return { environmentOf: () => null, secrets: new Map() }
  const known = sources.flatMap(source => [
    ...source.environments,
    ...source.collections.flatMap(collection => collection.environments),
  ])
  const isNamed = (one: Environment) => one.name === typed
  if (known.some(isNamed))
    return {
      environmentOf: (collection, source) =>
        [...collection.environments, ...source.environments].find(isNamed) ?? known.find(isNamed) ?? null,
      secrets: secretsOf(
        sources.flatMap(source => source.secrets),
        typed,
      ),
    }
  if (typed !== '-' && (await nodeFiles.info(typedPath(io, typed)))?.kind !== 'file')
    throw new RunSourceError(notFound(typed, known))
  return environmentOfFile(await readFile(typed, io), typed === '-' ? 'Standard input' : typed)
}

async function environmentOfFile(bytes: Uint8Array, typed: string): Promise<ChosenEnvironment> {
  if (/\.ya?ml$/i.test(typed)) {
    const { readEnvironmentFile } = await import('@parley/workspace')
    const own = await readEnvironmentFile(bytes, typed)
    if (own.ok) return { environmentOf: () => own.value, secrets: new Map() }
  }
  const { importDocument } = await import('@parley/convert')
  const imported = importDocument(bytes, undefined, { isEnvironment: true })
  const { environments, secrets } = imported.ok ? imported.value : { environments: [], secrets: [] }
  const [environment] = environments
  if (environment === undefined)
    throw new RunSourceError(
      `${typed} holds no environment. Give a file of Parley, Postman, Insomnia or Hoppscotch to --env.`,
    )
  return { environmentOf: () => environment, secrets: secretsOf(secrets, environment.name) }
}

function secretsOf(secrets: RunSource['secrets'], environmentName: string): ReadonlyMap<string, string> {
  return new Map(
    secrets
      .filter(({ scope, path }) => scope === 'environment' && path.includes(environmentName))
      .map(({ name, value }) => [name, value]),
  )
}

/**
 * Returns the values of secrets in the file that belong to no environment, except for names that the selected
 * environment has.
 */
export function secretsOutsideEnvironments(
  { secrets }: Pick<RunSource, 'secrets'>,
  environment: Environment | null,
): ReadonlyMap<string, string> {
  const own = new Set((environment?.variables ?? []).filter(one => one.enabled).map(one => one.name))
  return new Map(
    secrets
      .filter(({ scope, name }) => scope !== 'environment' && !own.has(name))
      .map(({ name, value }) => [name, value]),
  )
}

function notFound(typed: string, known: readonly Environment[]): string {
  const names = [...new Set(known.map(one => one.name))]
  const choice =
    names.length === 0
      ? 'There are no environments here; give a file.'
      : `Choose from: ${quotedNames(names)}.`
  return `There is no environment and no file called “${oneLine(typed)}”. ${choice}`
}

/**
 * Returns an environment in which typed values replace those of its file.
 * @param declared all variables that a request could use; the value of a secret stays hidden, though scripts may read it
 */
export function environmentWith(
  environment: Environment | null,
  typed: ReadonlyMap<string, string>,
  secretNames: ReadonlySet<string>,
  declared: readonly Variable[],
): Environment | null {
  if (typed.size === 0 && (environment === null || secretNames.size === 0)) return environment
  const base = environment ?? emptyEnvironment
  const kept = base.variables.filter(
    one => !typed.has(one.name) && (one.secret || !secretNames.has(one.name)),
  )
  const added = [...typed].map(([name, text]): Variable => {
    const isSecret = declared.some(one => one.secret && one.name === name)
    return isSecret
      ? { secret: true, name, enabled: true, allowedToScripts: true }
      : { secret: false, name, value: { text }, enabled: true }
  })
  return { ...base, variables: [...kept, ...added] }
}

const emptyEnvironment: Environment = {
  name: '',
  color: '',
  variables: [],
  clientCertificates: [],
  extendsName: '',
  dotEnvFilePath: '',
}
