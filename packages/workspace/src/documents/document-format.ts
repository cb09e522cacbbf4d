import {
  type Collection,
  type Environment,
  type Folder,
  type Item,
  type OpenCollectionObject,
  type ReadProblem,
  type Result,
  readCollection,
  readEnvironment,
  readFolder,
  readGlobalVariables,
  readItem,
  readWorkspace,
  type Variable,
  type WorkspaceFile,
  writeCollection,
  writeEnvironment,
  writeFolder,
  writeGlobalVariables,
  writeItem,
  writeWorkspace,
} from '@parley/model'

/** Reads and writes the content of one kind of file. */
export interface DocumentFormat<Entity> {
  read(value: unknown): Result<Entity, readonly ReadProblem[]>
  write(entity: Entity): OpenCollectionObject
}

/** `NAME.yml` of one request. */
export const itemFormat: DocumentFormat<Item> = { read: readItem, write: writeItem }

/** `folder.yml` */
export const folderFormat: DocumentFormat<Folder> = { read: readFolder, write: writeFolder }

/** `opencollection.yml` */
export const collectionFormat: DocumentFormat<Collection> = { read: readCollection, write: writeCollection }

/** `environments/NAME.yml` */
export const environmentFormat: DocumentFormat<Environment> = {
  read: readEnvironment,
  write: writeEnvironment,
}

/** `workspace.yml` */
export const workspaceFormat: DocumentFormat<WorkspaceFile> = { read: readWorkspace, write: writeWorkspace }

/** `globals.yml` of the app data. */
export const globalsFormat: DocumentFormat<readonly Variable[]> = {
  read: readGlobalVariables,
  write: writeGlobalVariables,
}
