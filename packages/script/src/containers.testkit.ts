import { type Collection, type Folder, noRequestDefaults, noScripts, type Scripts } from '@parley/model'

/** Returns a folder with these scripts. */
export function folder(scripts: Partial<Scripts>, name = 'F'): Folder {
  const defaults = { ...noRequestDefaults, scripts: { ...noScripts, ...scripts } }
  return { kind: 'folder', name, tags: [], items: [], defaults }
}

/** Returns a collection with these scripts. */
export function collection(scripts: Partial<Scripts>, name = 'F'): Collection {
  return {
    ...folder(scripts, name),
    kind: 'collection',
    summary: '',
    version: '',
    authors: [],
    environments: [],
    protobuf: { protoFilePaths: [], importPaths: [] },
    clientCertificates: [],
    bundled: false,
  }
}
