import {
  type Auth,
  type ClientCertificate,
  type Collection,
  type Environment,
  type Folder,
  type Item,
  mapAuthSecrets,
  type RequestDefaults,
} from '@parley/model'

/** Returns the new text of a secret field; a field is identified by its path, such as `auth.token`. */
export type MapSecret = (field: string, text: string) => string

/** Maps each secret field of an item (behaviour, Secret fields). */
export function mapItemSecrets(item: Item, map: MapSecret): Item {
  if (item.kind === 'folder') return mapFolderSecrets(item, map)
  return 'auth' in item ? { ...item, auth: mapAuth(item.auth, map) } : item
}

/** Maps each secret field of a folder and of the items in its file. */
export function mapFolderSecrets(folder: Folder, map: MapSecret): Folder {
  return { ...folder, defaults: mapDefaults(folder.defaults, map), items: mapItems(folder.items, map) }
}

/** Maps each secret field of a collection and of the items in its file. */
export function mapCollectionSecrets(collection: Collection, map: MapSecret): Collection {
  const { proxy } = collection
  return {
    ...collection,
    defaults: mapDefaults(collection.defaults, map),
    items: mapItems(collection.items, map),
    environments: collection.environments.map((one, index) =>
      mapEnvironmentSecrets(one, (field, text) => map(`environments.${index}.${field}`, text)),
    ),
    clientCertificates: mapCertificates(collection.clientCertificates, map),
    ...(proxy === undefined ? {} : { proxy: { ...proxy, password: map('proxy.password', proxy.password) } }),
  }
}

/** Maps each secret field of an environment; its secret variables have no value in the file. */
export function mapEnvironmentSecrets(environment: Environment, map: MapSecret): Environment {
  return { ...environment, clientCertificates: mapCertificates(environment.clientCertificates, map) }
}

function mapItems(items: readonly Item[], map: MapSecret): readonly Item[] {
  return items.map((item, index) =>
    mapItemSecrets(item, (field, text) => map(`items.${index}.${field}`, text)),
  )
}

function mapDefaults(defaults: RequestDefaults, map: MapSecret): RequestDefaults {
  return { ...defaults, auth: mapAuth(defaults.auth, map) }
}

function mapCertificates(certificates: readonly ClientCertificate[], map: MapSecret) {
  return certificates.map((one, index) => ({
    ...one,
    passphrase: map(`clientCertificates.${index}.passphrase`, one.passphrase),
  }))
}

function mapAuth(auth: Auth, map: MapSecret): Auth {
  return mapAuthSecrets(auth, (field, text) => map(`auth.${field}`, text))
}
