import type { PackageDefinition } from '@grpc/proto-loader'
import { loadProto } from './node-descriptors.ts'
import { shopProtos } from './shop-proto.ts'

/** Returns the service of the test server as `@grpc/grpc-js` takes it. */
export function loadShop(): PackageDefinition {
  return loadProto('shop.proto', shopProtos)
}
