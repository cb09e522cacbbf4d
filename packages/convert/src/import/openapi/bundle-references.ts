import { decodeText } from '../decode-text.ts'
import { type FolderFile, pathOfAddress } from '../folder-file.ts'
import { isObject, type JsonValue, parseJson } from '../json-value.ts'
import { parseYaml } from '../yaml-value.ts'
import { jsonText } from './example-text.ts'
import { isOpenApi } from './import-openapi.ts'
import { bundleMember, referencesIn } from './references.ts'

/** A document that contains the files that it references, and the paths of these files. */
export interface BundledDocument {
  readonly bytes: Uint8Array
  readonly usedPaths: readonly string[]
}

/**
 * Returns an OpenAPI document together with the files of its folder or archive that it references, as one
 * document, so that later versions can be compared without those files. All references stay as they are written; `References`
 * resolves them. Returns null if the document references no file. Files outside of the folder, and addresses, are never
 * looked up (attacks IM8).
 */
export function bundleReferences(
  file: FolderFile,
  files: ReadonlyMap<string, FolderFile>,
): BundledDocument | null {
  const text = decodeText(file.bytes)
  if (!text.includes('$ref') || !/["']?(?:openapi|swagger)["']?\s*:/.test(text)) return null
  const document = parsed(text)
  if (!isObject(document) || !isOpenApi(document)) return null
  const taken = referencedFiles(document, file.path, files)
  if (taken.size === 0) return null
  const bundle = { ...document, [bundleMember]: { main: file.path, files: Object.fromEntries(taken) } }
  return { bytes: new TextEncoder().encode(jsonText(bundle)), usedPaths: [...taken.keys()] }
}

/** Returns the files that can be reached from a document, by their paths; chains of references may be long. */
function referencedFiles(
  document: JsonValue,
  mainPath: string,
  files: ReadonlyMap<string, FolderFile>,
): ReadonlyMap<string, JsonValue> {
  const taken = new Map<string, JsonValue>()
  const missing = new Set<string | null>([mainPath, null])
  const waiting: (readonly [path: string, value: JsonValue])[] = [[mainPath, document]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, value] = next
    for (const { address } of referencesIn(value)) {
      const path = address === '' ? from : pathOfAddress(address, from)
      if (path === null || missing.has(path) || taken.has(path)) continue
      const file = files.get(path)
      const found = file === undefined ? null : parsed(decodeText(file.bytes))
      if (found === null || typeof found !== 'object') {
        missing.add(path)
        continue
      }
      taken.set(path, found)
      waiting.push([path, found])
    }
  }
  return taken
}

function parsed(text: string): JsonValue {
  const value = /^\ufeff?\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text)
  return value.ok ? value.value : null
}
