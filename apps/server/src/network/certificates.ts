import { randomUUID, X509Certificate } from 'node:crypto'

import type { SecretStore } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import { type CertificateSettings, type ClientCertificate, outdatedCertificate } from '@parley/model'
import { identityFault } from '@parley/transport'
import type { CertificateAdded, CertificateFile, NewClientCertificate } from '../contract/index.ts'

const kind = 'certificate'
const prefix = 'kept:'

export interface CertificatesOptions {
  readonly secrets: SecretStore
  settings(): CertificateSettings
  write(settings: CertificateSettings): Promise<void>
}

/**
 * The files of Settings → Certificates (behaviour 5.4). A browser does not reveal paths, so the contents and the
 * passphrases are stored encrypted in the app data, and the settings refer to them as `kept:ID/NAME`.
 */
export class Certificates {
  readonly #options: CertificatesOptions

  constructor(options: CertificatesOptions) {
    this.#options = options
  }

  /** Adds a client certificate if certificate, key and passphrase match. */
  async addClient(given: NewClientCertificate): Promise<CertificateAdded> {
    const domain = given.domain.trim()
    if (domain === '') return refused('A client certificate needs a host.', 'Type the host that it is for.')
    const refusal = refusalOf(given)
    if (refusal !== null) return refusal
    const { clientCertificates, ...others } = this.#options.settings()
    const certificate = await this.#keepClient(given, domain)
    if (certificate === null) return locked
    await this.#options.write({ ...others, clientCertificates: [...clientCertificates, certificate] })
    return { state: 'added' }
  }

  async addAuthority(file: CertificateFile): Promise<CertificateAdded> {
    const text = bytesOf(file).toString('utf8')
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (blocks.length === 0 || !blocks.every(isCertificate))
      return refused(
        'The file contains no certificate in PEM format.',
        'Select the PEM file of an authority.',
      )
    const path = await this.#keep(file, '')
    if (path === null) return locked
    const { customCaFilePaths, ...others } = this.#options.settings()
    await this.#options.write({ ...others, customCaFilePaths: [...customCaFilePaths, path] })
    return { state: 'added' }
  }

  /** Removes a client certificate, named by the file of its key, or an authority from the settings. */
  async remove(filePath: string): Promise<void> {
    const settings = this.#options.settings()
    const isRemoved = (one: ClientCertificate) => keyPathOf(one) === filePath
    const paths = [
      filePath,
      ...settings.clientCertificates
        .filter(isRemoved)
        .flatMap(one => (one.type === 'pem' ? [one.certificateFilePath] : [])),
    ]
    await this.#options.write({
      ...settings,
      clientCertificates: settings.clientCertificates.filter(one => !isRemoved(one)),
      customCaFilePaths: settings.customCaFilePaths.filter(one => one !== filePath),
    })
    for (const path of paths.filter(one => one.startsWith(prefix)))
      await this.#options.secrets.setAll(kind, idOf(path), new Map())
  }

  /**
   * Reads a file that the settings name, from the app data or the disk. Rejects with the error of the disk.
   */
  async readFile(path: string): Promise<Uint8Array> {
    if (!path.startsWith(prefix)) return nodeFiles.read(path)
    return Buffer.from(await this.#read(path, 'content'), 'base64')
  }

  async readPassphrase(certificate: ClientCertificate): Promise<string> {
    const path = keyPathOf(certificate)
    return path.startsWith(prefix) ? this.#read(path, 'passphrase') : certificate.passphrase
  }

  async #read(path: string, name: string): Promise<string> {
    const kept = await this.#options.secrets.get({ kind, owner: idOf(path), name })
    if (!kept.ok) throw Object.assign(new Error('The app data is locked'), { code: 'LOCKED' })
    if (kept.value === null) throw Object.assign(new Error('Not kept'), { code: 'ENOENT' })
    return kept.value
  }

  async #keepClient(given: NewClientCertificate, domain: string): Promise<ClientCertificate | null> {
    const shared = { domain, passphrase: '', enabled: true }
    if (given.type === 'pkcs12') {
      const path = await this.#keep(given.file, given.passphrase)
      return path === null ? null : { type: 'pkcs12', ...shared, pkcs12FilePath: path }
    }
    const certificateFilePath = await this.#keep(given.certificate, '')
    const privateKeyFilePath = await this.#keep(given.privateKey, given.passphrase)
    if (certificateFilePath === null || privateKeyFilePath === null) return null
    return { type: 'pem', ...shared, certificateFilePath, privateKeyFilePath }
  }

  /** Stores a file; null if the app data is locked. */
  async #keep(file: CertificateFile, passphrase: string): Promise<string | null> {
    const id = randomUUID()
    const values = new Map([
      ['content', file.base64],
      ['passphrase', passphrase],
    ])
    const kept = await this.#options.secrets.setAll(kind, id, values)
    return kept.ok ? `${prefix}${id}/${plainName(file.name)}` : null
  }
}

function keyPathOf(certificate: ClientCertificate): string {
  return certificate.type === 'pem' ? certificate.privateKeyFilePath : certificate.pkcs12FilePath
}

function idOf(path: string): string {
  return path.slice(prefix.length, path.indexOf('/'))
}

function bytesOf({ base64 }: CertificateFile): Buffer {
  return Buffer.from(base64, 'base64')
}

/** Returns why a client certificate cannot be used; null if it can. */
function refusalOf(given: NewClientCertificate): CertificateAdded | null {
  const { passphrase } = given
  const fault = identityFault(
    given.type === 'pkcs12'
      ? { pfx: bytesOf(given.file), passphrase }
      : { cert: bytesOf(given.certificate), key: bytesOf(given.privateKey), passphrase },
  )
  if (fault === null) return null
  return fault.code === 'CLIENT_CERTIFICATE_OUTDATED'
    ? refused(outdatedCertificate.sentence, outdatedCertificate.nextStep)
    : refused(
        `The client certificate cannot be used: ${fault.reason}.`,
        'Check the files and the passphrase.',
      )
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

function plainName(name: string): string {
  const plain = name.replace(/[\p{Cc}/\\]/gu, '').slice(-255)
  return plain === '' ? 'file' : plain
}

const refused = (sentence: string, nextStep: string): CertificateAdded => ({
  state: 'failed',
  sentence,
  nextStep,
})

const locked = refused(
  'The encrypted app data is locked, so nothing was added.',
  'Unlock the keychain of this computer and try again.',
)
