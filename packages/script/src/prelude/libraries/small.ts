import * as chai from 'chai'
import cryptoJs from 'crypto-js'
import EventEmitter from 'events'
import lodash from 'lodash'
import moment from 'moment'
import path from 'path-browserify'
import tv4 from 'tv4'
import * as uuidPackage from 'uuid'
import { Buffer } from '../web/buffer.ts'
import { installJsonSchema } from './json-schema.ts'
import { defineGlobal, defineLibrary, partOfModule } from './library-table.ts'
import { nodeAssert } from './node/assert.ts'
import { nodeCrypto } from './node/crypto.ts'
import { queryString } from './node/querystring.ts'
import { nodeUrl } from './node/url.ts'
import { nodeUtil } from './node/util.ts'

/** `uuid()` as older scripts call it, with the functions of the package. */
const uuid = Object.assign(() => uuidPackage.v4(), uuidPackage)

defineGlobal('_', lodash)
defineGlobal('CryptoJS', cryptoJs)
defineGlobal('moment', moment)
defineGlobal('tv4', tv4)
defineGlobal('uuid', uuid)
installJsonSchema()

const exported: Readonly<Record<string, unknown>> = {
  lodash,
  'crypto-js': cryptoJs,
  moment,
  tv4,
  uuid,
  chai,
  atob,
  btoa,
  events: EventEmitter,
  path: { ...path, posix: path, resolve: (...parts: readonly string[]) => path.resolve('/', ...parts) },
}
for (const [name, value] of Object.entries(exported)) defineLibrary(name, () => value)

defineLibrary('assert', () => nodeAssert)
defineLibrary('buffer', () => partOfModule('buffer', { Buffer, atob, btoa }))
defineLibrary('crypto', () => partOfModule('crypto', nodeCrypto))
defineLibrary('querystring', () => queryString)
defineLibrary('url', () => partOfModule('url', nodeUrl))
defineLibrary('util', () => partOfModule('util', nodeUtil))
