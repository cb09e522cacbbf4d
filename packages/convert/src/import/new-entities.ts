import {
  type Collection,
  type Environment,
  type Folder,
  noRequestDefaults,
  noScripts,
  type PlainVariable,
  type RequestDefaults,
  type Scripts,
  type SecretVariable,
  type Variable,
} from '@parley/model'
import type { ImportLog } from './import-log.ts'

/** Creates a collection from the fields that an importer found. */
export function newCollection(name: string, fields: Partial<Omit<Collection, 'kind' | 'name'>>): Collection {
  return {
    kind: 'collection',
    name: name === '' ? 'Imported collection' : name,
    summary: '',
    version: '',
    authors: [],
    defaults: noRequestDefaults,
    items: [],
    environments: [],
    protobuf: { protoFilePaths: [], importPaths: [] },
    clientCertificates: [],
    bundled: false,
    ...fields,
  }
}

/** What a folder without a name is called. */
export const unnamedFolder = 'Folder'

/** Creates a folder from the fields that an importer found. */
export function newFolder(name: string, fields: Partial<Omit<Folder, 'kind' | 'name'>>): Folder {
  return {
    kind: 'folder',
    name: name === '' ? unnamedFolder : name,
    tags: [],
    defaults: noRequestDefaults,
    items: [],
    ...fields,
  }
}

/** Creates an environment of these variables. */
export function newEnvironment(name: string, variables: readonly Variable[]): Environment {
  return {
    name: name === '' ? 'Imported environment' : name,
    color: '',
    variables,
    clientCertificates: [],
    extendsName: '',
    dotEnvFilePath: '',
  }
}

/** Creates the request defaults of a collection or folder. */
export function newDefaults(fields: Partial<RequestDefaults>): RequestDefaults {
  return { ...noRequestDefaults, ...fields }
}

/** Creates the scripts of both phases and lists them in the report. */
export function newScripts(preRequest: string, postResponse: string, log: ImportLog): Scripts {
  log.script('preRequest', preRequest)
  log.script('postResponse', postResponse)
  return preRequest === '' && postResponse === '' ? noScripts : { ...noScripts, preRequest, postResponse }
}

/**
 * Creates a variable whose value is in no file, withheld from scripts until the user allows it (behaviour 5.3).
 */
export function newSecretVariable(name: string, enabled = true): SecretVariable {
  return { secret: true, name, enabled, allowedToScripts: false }
}

/** Creates a variable whose value is not secret. */
export function newVariable(name: string, text: string, enabled = true): PlainVariable {
  return { secret: false, name, value: { text }, enabled }
}
