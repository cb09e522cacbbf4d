import type { GrpcMethodType, ProtobufSettings } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, maximumDepth, textMember } from '../json-value.ts'
import { safeFileName } from '../safe-file-name.ts'

/** A `.proto` file of an export, and its path from the folder of the collection. */
export interface InsomniaProto {
  readonly path: string
  readonly text: string
}

/** The `.proto` files of one workspace. */
export interface InsomniaProtos {
  readonly settings: ProtobufSettings
  /** By the ids with which requests name them. */
  readonly files: ReadonlyMap<string, InsomniaProto>
}

export const noProtos: InsomniaProtos = {
  settings: { protoFilePaths: [], importPaths: [] },
  files: new Map(),
}

/** Where the files of an export are written. */
const root = 'protos'

/**
 * Gives the `.proto` files of a workspace safe paths. Its folders are import paths, as Insomnia has them.
 * @param children the resources by the id of their parent
 */
export function insomniaProtos(
  workspaceId: string,
  children: ReadonlyMap<string, readonly JsonValue[]>,
  log: ImportLog,
): InsomniaProtos {
  const files = new Map<string, InsomniaProto>()
  const folders: string[] = []
  const seen = new Set<JsonValue>()
  const read = (id: string, folder: string, depth: number) => {
    const taken = new Set<string>()
    for (const one of (children.get(id) ?? []).filter(isObject)) {
      const type = textMember(one, '_type')
      if (!['proto_file', 'proto_directory'].includes(type) || seen.has(one) || depth > maximumDepth) continue
      seen.add(one)
      const typed = textMember(one, 'name')
      const isFile = type === 'proto_file'
      const name = safeFileName(
        isFile ? typed.replace(/\.proto$/i, '') : typed,
        isFile ? '.proto' : '',
        taken,
      )
      taken.add(name.toLowerCase())
      if (name !== typed) log.loss('READ_AS', `The name “${typed}” as ${name}`)
      const path = `${folder}/${name}`
      if (isFile) files.set(textMember(one, '_id'), { path, text: textMember(one, 'protoText') })
      else {
        folders.push(path)
        read(textMember(one, '_id'), path, depth + 1)
      }
    }
  }
  read(workspaceId, root, 0)
  if (files.size === 0) return noProtos
  const importPaths = [root, ...folders].map(path => ({ path, enabled: true }))
  return { settings: { protoFilePaths: [...files.values()].map(({ path }) => path), importPaths }, files }
}

/** Returns how a method streams by the text that declares it: Insomnia does not store it. */
export function methodTypeIn(text: string, method: string): GrpcMethodType {
  const name = method.slice(method.lastIndexOf('/') + 1)
  const plain = text.replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  for (const [, declared, asked = '', answered = ''] of plain.matchAll(
    /\brpc\s+(\w+)\s*\(([^)]*)\)\s*returns\s*\(([^)]*)\)/g,
  )) {
    if (declared !== name) continue
    const [isAsking, isAnswering] = [asked, answered].map(one => /^\s*stream\s/.test(one))
    if (isAsking) return isAnswering ? 'bidirectionalStreaming' : 'clientStreaming'
    return isAnswering ? 'serverStreaming' : 'unary'
  }
  return 'unary'
}
