// biome-ignore lint/style/noRestrictedImports: the loader of .proto files reads them by their paths.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadFileDescriptorSetFromBuffer, loadSync, type PackageDefinition } from '@grpc/proto-loader'

/** Loads a `.proto` file as servers of Node do. `texts` has it and what it imports, by their paths. */
export function loadProto(path: string, texts: Readonly<Record<string, string>>): PackageDefinition {
  const folder = mkdtempSync(join(tmpdir(), 'grpc-'))
  try {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return loadSync(path, { ...options, includeDirs: [folder] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const options = { longs: String, enums: String, defaults: true } as const

/** Loads a `.proto` file from folders in which its imports are as well; null if the parser of Node refuses it. */
export function loadProtoFile(path: string, includeDirs: readonly string[]): PackageDefinition | null {
  try {
    return loadSync(path, { ...options, keepCase: true, includeDirs: [...includeDirs] })
  } catch {
    return null
  }
}

/** Returns the descriptors of a definition as `@grpc/reflection` sends them. */
export function nodeDescriptors(definition: PackageDefinition): readonly Uint8Array[] {
  const all = Object.values(definition).flatMap(one =>
    'fileDescriptorProtos' in one && Array.isArray(one.fileDescriptorProtos) ? one.fileDescriptorProtos : [],
  )
  return [...new Map(all.map(one => [one.toString('base64'), one])).values()]
}

/** Loads a descriptor set as servers of Node do. */
export function loadDescriptorSet(bytes: Uint8Array): PackageDefinition {
  return loadFileDescriptorSetFromBuffer(Buffer.from(bytes))
}
