import type { Auth } from '../authorization/auth.ts'
import type { Request } from '../request/request.ts'
import type { RequestSettings } from '../request/request-settings.ts'
import type { Scripts } from '../request/scripts.ts'
import type { Description, Row } from '../row.ts'
import type { Variable } from '../variables/variable.ts'

/** The settings that requests inherit from a collection or folder. */
export interface RequestDefaults {
  readonly headers: readonly Row[]
  readonly metadata: readonly Row[]
  readonly auth: Auth
  readonly variables: readonly Variable[]
  readonly scripts: Scripts
  readonly settings: RequestSettings
  readonly graphqlSettings: RequestSettings
}

/** A collection holds folders and requests and has its own auth setting (behaviour 2.5). */
export interface Collection {
  readonly kind: 'collection'
  readonly name: string
  readonly summary: string
  readonly version: string
  readonly authors: readonly Author[]
  readonly defaults: RequestDefaults
  readonly items: readonly Item[]
  readonly environments: readonly Environment[]
  readonly protobuf: ProtobufSettings
  readonly proxy?: CollectionProxy
  readonly clientCertificates: readonly ClientCertificate[]
  readonly docs?: Description
  /** True for a collection in a single file. */
  readonly bundled: boolean
  /**
   * Marks the sample of a first start: its `{{baseUrl}}` is the address of the demo API unless the user sets
   * one.
   */
  readonly isSample?: true
}

export interface Author {
  readonly name: string
  readonly email: string
  readonly url: string
}

export interface Folder {
  readonly kind: 'folder'
  readonly name: string
  readonly description?: Description
  readonly tags: readonly string[]
  readonly sequence?: number
  readonly defaults: RequestDefaults
  readonly items: readonly Item[]
  readonly docs?: Description
}

/** An item in a collection or folder. */
export type Item = Request | Folder | ScriptFile | AppFile

/** A script file of another client; it is kept but never run on its own. */
export interface ScriptFile {
  readonly kind: 'scriptFile'
  readonly script: string
}

/** A page of another client; it is kept but never run. */
export interface AppFile {
  readonly kind: 'appFile'
  readonly name: string
  readonly description?: Description
  readonly tags: readonly string[]
  readonly sequence?: number
  readonly code: string
}

export interface Environment {
  readonly name: string
  readonly color: string
  readonly description?: Description
  readonly variables: readonly Variable[]
  readonly clientCertificates: readonly ClientCertificate[]
  /** The name of an environment that this one extends: its variables come first. */
  readonly extendsName: string
  /** Kept from files of other clients, but never read (behaviour 4.8). */
  readonly dotEnvFilePath: string
  readonly externalSecrets?: ExternalSecrets
}

/** References into a secret store, kept from files of another client. */
export interface ExternalSecrets {
  readonly store:
    | 'hashicorp-vault-cloud'
    | 'hashicorp-vault-server'
    | 'aws-secrets-manager'
    | 'azure-key-vault'
    | 'gcp-secrets-manager'
  readonly variables: readonly ExternalSecretVariable[]
}

export interface ExternalSecretVariable {
  readonly name: string
  readonly enabled: boolean
  readonly description?: Description
  /** The path, secret name, vault name or project ID, depending on the store. */
  readonly reference: string
}

export interface ProtobufSettings {
  readonly protoFilePaths: readonly string[]
  readonly importPaths: readonly { readonly path: string; readonly enabled: boolean }[]
}

/** A proxy in the file of a collection. */
export interface CollectionProxy {
  readonly enabled: boolean
  readonly inherit: boolean
  readonly protocol: string
  readonly hostname: string
  /** A number, or a text as Bruno writes: empty by default, or with variables in it. */
  readonly port?: number | string
  readonly username: string
  readonly password: string
  readonly isAuthEnabled: boolean
  readonly bypass: string
}

export type ClientCertificate = PemClientCertificate | Pkcs12ClientCertificate

interface ClientCertificateFields {
  /** A host, with or without a port; `*` matches a label. */
  readonly domain: string
  readonly passphrase: string
  readonly enabled: boolean
}

export interface PemClientCertificate extends ClientCertificateFields {
  readonly type: 'pem'
  readonly certificateFilePath: string
  readonly privateKeyFilePath: string
}

export interface Pkcs12ClientCertificate extends ClientCertificateFields {
  readonly type: 'pkcs12'
  readonly pkcs12FilePath: string
}

/** A folder of collections with shared variables and environments. */
export interface Workspace {
  readonly name: string
  readonly variables: readonly Variable[]
  readonly environments: readonly Environment[]
  readonly collections: readonly Collection[]
}
