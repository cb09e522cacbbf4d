import type { CollectionProxy, ProtobufSettings } from '../collection/collection.ts'
import type { ObjectReader } from './object-reader.ts'
import { part } from './requests/request-fields.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  objectOf,
  textUnlessEmpty,
  trueOrNothing,
} from './value.ts'

/** Reads `Protobuf`. */
export function readProtobuf(config: ObjectReader): ProtobufSettings {
  const protobuf = config.object('protobuf')
  return {
    protoFilePaths: protobuf.objects('protoFiles', entry => {
      entry.choice('type', ['file'], 'file')
      return entry.text('path')
    }),
    importPaths: protobuf.objects('importPaths', entry => ({
      path: entry.text('path'),
      enabled: !entry.flag('disabled'),
    })),
  }
}

export function writeProtobuf(protobuf: ProtobufSettings): OpenCollectionObject | undefined {
  return part({
    protoFiles: listUnlessEmpty(protobuf.protoFilePaths, path => ({ type: 'file', path })),
    importPaths: listUnlessEmpty(protobuf.importPaths, ({ path, enabled }) =>
      objectOf({ path, disabled: trueOrNothing(!enabled) }),
    ),
  })
}

/** Reads `Proxy`. Without `inherit`, it is the proxy that `config` describes, if any. */
export function readProxy(proxy: ObjectReader): CollectionProxy {
  const config = proxy.object('config')
  const auth = config.object('auth')
  const port = typeof config.value('port') === 'string' ? config.text('port') : config.optionalNumber('port')
  return {
    enabled: !proxy.flag('disabled'),
    inherit: proxy.flag('inherit', !proxy.has('config')),
    protocol: config.text('protocol'),
    hostname: config.text('hostname'),
    ...(port === undefined ? {} : { port }),
    username: auth.text('username'),
    password: auth.text('password'),
    isAuthEnabled: config.has('auth') && !auth.flag('disabled'),
    bypass: config.text('bypassProxy'),
  }
}

export function writeProxy(proxy: CollectionProxy): OpenCollectionObject {
  return objectOf({
    disabled: trueOrNothing(!proxy.enabled),
    inherit: proxy.inherit,
    config: part({
      protocol: textUnlessEmpty(proxy.protocol),
      hostname: textUnlessEmpty(proxy.hostname),
      port: proxy.port,
      auth: writeProxyAuth(proxy),
      bypassProxy: textUnlessEmpty(proxy.bypass),
    }),
  })
}

function writeProxyAuth(proxy: CollectionProxy): OpenCollectionObject | undefined {
  const auth = objectOf({
    disabled: trueOrNothing(!proxy.isAuthEnabled),
    username: textUnlessEmpty(proxy.username),
    password: textUnlessEmpty(proxy.password),
  })
  const isAbsent = !proxy.isAuthEnabled && proxy.username === '' && proxy.password === ''
  return isAbsent ? undefined : auth
}
