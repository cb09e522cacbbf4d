import type { Author, Collection } from '../collection/collection.ts'
import type { Result } from '../result.ts'
import { readCertificates, writeCertificates } from './certificate.ts'
import { readProtobuf, readProxy, writeProtobuf, writeProxy } from './collection-config.ts'
import { readEnvironmentObject, writeEnvironment } from './environment.ts'
import { parleyExtension, writeParleyExtension } from './extensions.ts'
import { readItems, writeItems } from './item.ts'
import { type ObjectReader, readFile } from './object-reader.ts'
import type { ReadProblem } from './read-problem.ts'
import { readRequestDefaults, writeRequestDefaults } from './requests/request-defaults.ts'
import { part } from './requests/request-fields.ts'
import { documentedBy, writeDescription } from './row.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  objectOf,
  textUnlessEmpty,
  trueOrNothing,
} from './value.ts'

/** The version of the format in written files. Every 1.x can be read. */
export const openCollectionVersion = '1.0.0'

/**
 * Reads an `opencollection.yml`. If the collection is a folder, its items and environments are other files in
 * it; if it is bundled, they are in this file.
 */
export function readCollection(value: unknown): Result<Collection, readonly ReadProblem[]> {
  return readFile(value, readCollectionObject)
}

export function writeCollection(collection: Collection): OpenCollectionObject {
  const { request, parley } = writeRequestDefaults(collection.defaults, 'none')
  return objectOf({
    opencollection: openCollectionVersion,
    info: part({
      name: textUnlessEmpty(collection.name),
      summary: textUnlessEmpty(collection.summary),
      version: textUnlessEmpty(collection.version),
      authors: listUnlessEmpty(collection.authors, writeAuthor),
    }),
    config: part({
      environments: listUnlessEmpty(collection.environments, writeEnvironment),
      protobuf: writeProtobuf(collection.protobuf),
      proxy: collection.proxy && writeProxy(collection.proxy),
      clientCertificates: writeCertificates(collection.clientCertificates),
    }),
    items: writeItems(collection.items),
    request,
    docs: writeDescription(collection.docs),
    bundled: trueOrNothing(collection.bundled),
    extensions: writeParleyExtension({ ...parley, sample: collection.isSample }),
  })
}

function readCollectionObject(file: ObjectReader): Collection {
  checkVersion(file)
  const info = file.object('info')
  const config = file.object('config')
  const parley = parleyExtension(file)
  return {
    kind: 'collection',
    name: info.text('name'),
    summary: info.text('summary'),
    version: info.text('version'),
    authors: info.objects('authors', readAuthor),
    environments: config.objects('environments', readEnvironmentObject),
    protobuf: readProtobuf(config),
    ...(config.has('proxy') ? { proxy: readProxy(config.object('proxy')) } : {}),
    clientCertificates: readCertificates(config),
    items: readItems(file),
    defaults: readRequestDefaults(file, parley, 'none'),
    ...documentedBy(file),
    bundled: file.flag('bundled'),
    ...(parley.flag('sample') ? { isSample: true } : {}),
  }
}

/** Reports a version other than 1.x. An absent version means 1.x. */
export function checkVersion(file: ObjectReader): void {
  const version = file.value('opencollection')
  if (version === undefined || version === 1) return
  if (typeof version === 'string' && /^1(\.|$)/.test(version)) return
  file.problem(['opencollection'], 'UNSUPPORTED_VERSION', 'names a version other than 1.x')
}

function readAuthor(author: ObjectReader): Author {
  return { name: author.text('name'), email: author.text('email'), url: author.text('url') }
}

function writeAuthor(author: Author): OpenCollectionObject {
  return objectOf({
    name: textUnlessEmpty(author.name),
    email: textUnlessEmpty(author.email),
    url: textUnlessEmpty(author.url),
  })
}
