// biome-ignore lint/style/noRestrictedImports: the loader of .proto files reads them by their paths.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSync, type PackageDefinition } from '@grpc/proto-loader'
import { shopProtos } from './shop-proto.ts'

/** Returns the service of the test server as `@grpc/grpc-js` takes it. */
export function loadShop(): PackageDefinition {
  const folder = mkdtempSync(join(tmpdir(), 'grpc-'))
  try {
    for (const [name, text] of Object.entries(shopProtos)) writeFileSync(join(folder, name), text)
    return loadSync('shop.proto', { includeDirs: [folder], longs: String, enums: String, defaults: true })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
