import { type Environment, failed, ok, readEnvironment, readWorkspace, type Variable } from '@parley/model'
import { decodeText } from '../decode-text.ts'
import type { FolderFile } from '../folder-file.ts'
import { ImportLog } from '../import-log.ts'
import type { Imported, ImportResult } from '../imported.ts'
import { entriesOf, isObject, type JsonValue, listOf, member } from '../json-value.ts'
import { newEnvironment } from '../new-entities.ts'
import { parseYaml } from '../yaml-value.ts'
import { readLeniently } from './read-leniently.ts'

/** A workspace, whose collections are other folders, with its files. */
export interface WorkspaceFolder {
  /** The path of its `workspace.yml`. */
  readonly path: string
  readonly files: ReadonlySet<FolderFile>
  read(log: ImportLog): Imported
}

/** Returns whether a value is a `workspace.yml` of Parley or Bruno, which is never a collection. */
export function isWorkspaceFile(value: JsonValue): boolean {
  return member(member(value, 'info'), 'type') === 'workspace' && isObject(value)
}

/** The members of an environment (OpenCollection 1.0.0). */
const environmentMembers = new Set([
  ...['name', 'color', 'description', 'variables', 'externalSecrets', 'clientCertificates', 'extends'],
  'dotEnvFilePath',
])

/** Returns whether a value is a file of `environments/`; the variables of other clients have keys instead of names. */
export function isEnvironmentFile(value: JsonValue): boolean {
  const variables = listOf(member(value, 'variables'))
  return (
    typeof member(value, 'name') === 'string' &&
    Array.isArray(member(value, 'variables')) &&
    variables.every(one => member(one, 'name') !== undefined && member(one, 'key') === undefined) &&
    entriesOf(value).every(([name]) => environmentMembers.has(name))
  )
}

/** Imports the variables of a workspace. */
export function importWorkspaceFile(value: JsonValue, log = new ImportLog()): ImportResult {
  logWorkspaceVariables(value, log)
  const imported = log.imported({ collections: [] })
  return imported.workspaceVariables.length === 0 ? failed({ code: 'EMPTY', subject: '' }) : ok(imported)
}

/** Imports an environment that belongs to no collection. */
export function importEnvironmentFile(value: JsonValue, log = new ImportLog()): ImportResult {
  return ok(log.imported({ collections: [], environments: [environmentOf(value, log)] }))
}

/**
 * Finds the workspaces among files: each `workspace.yml` with the environments beside it. Where it is beside an
 * `opencollection.yml`, the environments are those of the collection.
 */
export function workspacesIn(files: readonly FolderFile[]): readonly WorkspaceFolder[] {
  const paths = new Set(files.map(({ path }) => path))
  return files.flatMap(own => {
    const root = /^(.*\/|)workspace\.ya?ml$/.exec(own.path)?.[1]
    const value = root === undefined ? undefined : parsed(own)
    if (root === undefined || value === undefined || !isWorkspaceFile(value)) return []
    const isCollection = ['yml', 'yaml'].some(end => paths.has(`${root}opencollection.${end}`))
    const environments = isCollection ? [] : files.filter(({ path }) => isEnvironmentPath(path, root))
    const read = (log: ImportLog): Imported => {
      logWorkspaceVariables(value, log)
      return log.imported({
        collections: [],
        environments: environments.flatMap(file => environmentIn(file, root, log)),
      })
    }
    return [{ path: own.path, files: new Set([own, ...environments]), read }]
  })
}

function isEnvironmentPath(path: string, root: string): boolean {
  const folder = `${root}environments/`
  return path.startsWith(folder) && !path.slice(folder.length).includes('/') && /\.ya?ml$/.test(path)
}

function environmentIn(file: FolderFile, root: string, log: ImportLog): readonly Environment[] {
  const value = parsed(file)
  if (isObject(value)) return [environmentOf(value, log, namedAfter(file.path))]
  log.loss('NOT_READ', file.path.slice(root.length))
  return []
}

function namedAfter(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '')
}

function environmentOf(value: JsonValue, log: ImportLog, otherName = ''): Environment {
  const read = readLeniently(value, readEnvironment, log)
  const name = read?.name || otherName
  const environment = read === null ? newEnvironment(name, []) : { ...read, name }
  log.count('environments')
  log.within(environment.name, () => logVariables(environment.variables, 'environment', log))
  return environment
}

function logWorkspaceVariables(value: JsonValue, log: ImportLog): void {
  const { variables, headers = [] } = readLeniently(value, readWorkspace, log) ?? { variables: [] }
  for (const { name } of headers)
    log.loss('SETTING_NOT_SUPPORTED', `the default header ${name} of the workspace`)
  logVariables(variables, 'workspace', log)
  for (const variable of variables) log.workspaceVariable(variable)
}

/** Files have no values of secrets. */
function logVariables(
  variables: readonly Variable[],
  scope: 'environment' | 'workspace',
  log: ImportLog,
): void {
  log.count('variables', variables.length)
  for (const one of variables) if (one.secret) log.secret(one.name, '', scope)
}

function parsed({ bytes }: FolderFile): JsonValue | undefined {
  const result = parseYaml(decodeText(bytes))
  return result.ok ? result.value : undefined
}
