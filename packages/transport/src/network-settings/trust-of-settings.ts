import type { RequestTarget } from '@parley/engine'
import { type CertificateSettings, type ClientCertificate, defaultAppSettings } from '@parley/model'
import type { ClientIdentity, TlsTrust } from '../connection/network-path.ts'
import { systemCode, TransportError } from '../transport-error.ts'
import { isInHosts } from './is-bypassed.ts'

type ReadFile = (path: string) => Promise<Uint8Array>

/** Reads certificates and passphrases from where they are stored. */
export interface CertificatePorts {
  readFile: ReadFile
  /** Returns the passphrase of a client certificate; if absent, the one in the settings is used. */
  readPassphrase?(certificate: ClientCertificate): Promise<string>
}

/**
 * Returns the authorities trusted for a target and the client certificate presented to it (behaviour 5.4). Rejects
 * if a file cannot be read.
 */
export async function trustOf(
  settings: CertificateSettings,
  target: RequestTarget,
  ports: CertificatePorts,
): Promise<TlsTrust> {
  const { clientCertificates, disableSslVerification, exceptions } = settings
  const isVerified = !disableSslVerification
  const isTargetExcepted = exceptions.includes(target.address)
  if (target.scheme === 'http')
    return { isVerified, isTargetExcepted, extraAuthorities: [], clientCertificate: null }
  const wanted = clientCertificates.find(one => one.enabled && isFor(one, target))
  const [extraAuthorities, clientCertificate] = await Promise.all([
    authoritiesOf(settings, ports),
    wanted === undefined ? null : identityOf(wanted, ports),
  ])
  return { isVerified, isTargetExcepted, ...maxVersionOf(settings), extraAuthorities, clientCertificate }
}

/** Returns the authorities trusted for an HTTPS proxy, to which no client certificate is presented. */
export async function trustOfProxy(
  settings: CertificateSettings,
  ports: Pick<CertificatePorts, 'readFile'>,
): Promise<TlsTrust> {
  return {
    isVerified: !settings.disableSslVerification,
    isTargetExcepted: false,
    ...maxVersionOf(settings),
    extraAuthorities: await authoritiesOf(settings, ports),
    clientCertificate: null,
  }
}

/** The default leaves the choice to Node. */
function maxVersionOf({ maxTlsVersion }: CertificateSettings): Pick<TlsTrust, 'maxVersion'> {
  return maxTlsVersion === defaultAppSettings.certificates.maxTlsVersion ? {} : { maxVersion: maxTlsVersion }
}

function authoritiesOf(
  { customCaFilePaths }: CertificateSettings,
  { readFile }: Pick<CertificatePorts, 'readFile'>,
): Promise<readonly string[]> {
  return Promise.all(customCaFilePaths.map(async path => text(await read(path, readFile))))
}

/** Matches by host, or by host and port; `*` matches any part. */
function isFor({ domain }: ClientCertificate, target: RequestTarget): boolean {
  return domain.trim() !== '' && isInHosts(domain.replace(/^https:\/\//i, ''), target)
}

async function identityOf(
  certificate: ClientCertificate,
  { readFile, readPassphrase }: CertificatePorts,
): Promise<ClientIdentity> {
  const passphrase = (await readPassphrase?.(certificate)) ?? certificate.passphrase
  if (certificate.type === 'pkcs12')
    return { type: 'pkcs12', bytes: await read(certificate.pkcs12FilePath, readFile), passphrase }
  return {
    type: 'pem',
    certificate: text(await read(certificate.certificateFilePath, readFile)),
    privateKey: text(await read(certificate.privateKeyFilePath, readFile)),
    passphrase,
  }
}

async function read(path: string, readFile: ReadFile): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new TransportError('tls', 'CERTIFICATE_FILE_UNREADABLE', `${path} (${systemCode(error) ?? 'EIO'})`)
  }
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
