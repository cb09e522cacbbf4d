import { nodeFiles } from '@parley/files'
import {
  type ClientCertificate,
  defaultAppSettings,
  type MaxTlsVersion,
  type ProxySettings,
} from '@parley/model'
import {
  createSystemProxy,
  type NetworkPathChoice,
  pathOfSettings,
  readProxyUrl,
  type SystemProxy,
  type SystemProxyPorts,
} from '@parley/transport'
import type { Io } from '../io/io.ts'
import { refuseMissing, unreadFile } from '../io/missing-file.ts'
import type { Environment } from '../io/streams.ts'
import { typedPath } from '../io/typed-path.ts'
import type { NetworkOptions } from '../options/add-network-options.ts'
import { readTypedText } from '../options/read-typed-text.ts'

/**
 * Reads how the options reach targets. Returns a sentence if they are invalid; null: directly, the default.
 */
export async function readNetwork(
  options: NetworkOptions,
  io: Io,
): Promise<NetworkPathChoice | string | null> {
  const fault = conflictOf(options)
  if (fault !== null) return fault
  const { proxy, cacert = [], cert, insecure = false } = options
  const tlsMax = tlsVersions.find(version => version === (options.tlsMax ?? '1.3'))
  if (tlsMax === undefined) return '--tls-max takes 1.2 or 1.3.'
  const isPlain = proxy === undefined && cacert.length === 0 && cert === undefined && !insecure
  if (isPlain && tlsMax === '1.3') return null
  const isSystem = proxy === 'system'
  const typed =
    proxy === undefined
      ? { settings: defaultAppSettings.proxy, password: '' }
      : isSystem
        ? { settings: { ...viaSystem, ...bypassOf(options) }, password: '' }
        : readProxy(proxy, options.bypass)
  if (typeof typed === 'string') return typed
  const missing = await refuseMissing(cacert, io)
  if (missing !== null) return missing
  const certificate = cert === undefined ? [] : await readCertificate(cert, options, io)
  if (typeof certificate === 'string') return certificate
  const settings = {
    proxy: typed.settings,
    proxyPassword: typed.password,
    certificates: {
      clientCertificates: certificate,
      customCaFilePaths: cacert,
      disableSslVerification: insecure,
      maxTlsVersion: tlsMax,
      exceptions: [],
    },
  }
  return pathOfSettings({
    settings: () => settings,
    readFile: path => nodeFiles.read(typedPath(io, path)),
    systemProxy: isSystem ? await systemProxyOf(io.env) : async () => null,
  })
}

const tlsVersions: readonly MaxTlsVersion[] = ['1.2', '1.3']

const viaSystem: ProxySettings = { ...defaultAppSettings.proxy, enabled: true, type: 'system' }

function bypassOf({ bypass }: NetworkOptions): Partial<ProxySettings> {
  return bypass === undefined ? {} : { bypass }
}

async function systemProxyOf(environment: Environment): Promise<SystemProxy> {
  // Only PAC files need the sandbox.
  const askPac: SystemProxyPorts['askPac'] = async (pacUrl, target) => {
    const { PacFiles } = await import('@parley/script')
    return new PacFiles().ask(pacUrl, target)
  }
  return createSystemProxy({ environment, askPac })
}

function conflictOf({ proxy, bypass, cert, key, certPassphrase, certHost }: NetworkOptions): string | null {
  if (bypass !== undefined && proxy === undefined)
    return '--bypass names hosts to reach without the proxy. Add --proxy, or leave out --bypass.'
  const belongs = Object.entries({
    '--key': key,
    '--cert-passphrase': certPassphrase,
    '--cert-host': certHost,
  })
  const alone = belongs.find(([, value]) => value !== undefined && cert === undefined)
  return alone === undefined ? null : `${alone[0]} belongs to --cert. Add --cert.`
}

function readProxy(
  url: string,
  bypass: string | undefined,
): { settings: ProxySettings; password: string } | string {
  try {
    const { password, ...server } = readProxyUrl(url)
    return {
      settings: { ...server, enabled: true, bypass: bypass ?? defaultAppSettings.proxy.bypass },
      password,
    }
  } catch {
    return '--proxy takes an address such as http://proxy.example.com:3128 or socks5://127.0.0.1:1080, or system.'
  }
}

async function readCertificate(
  cert: string,
  { key, certPassphrase = '', certHost = '*' }: NetworkOptions,
  io: Io,
): Promise<readonly ClientCertificate[] | string> {
  const passphrase = certPassphrase.startsWith('@') ? await readTypedText(certPassphrase.slice(1), io) : null
  if (passphrase?.ok === false) return passphrase.failure
  const fields = {
    domain: certHost,
    enabled: true,
    passphrase: passphrase === null ? certPassphrase : passphrase.value.replace(/\r?\n$/, ''),
  }
  const paths = [cert, ...(key === undefined ? [] : [key])]
  const missing = await refuseMissing(paths, io)
  if (missing !== null) return missing
  for (const path of paths)
    if (!(await nodeFiles.isReadable(typedPath(io, path)))) return unreadFile(path, 'EACCES')
  if (!/\.(?:p12|pfx)$/i.test(cert))
    return [{ ...fields, type: 'pem', certificateFilePath: cert, privateKeyFilePath: key ?? cert }]
  if (key !== undefined) return 'A PKCS #12 file contains its own key: leave out --key.'
  return [{ ...fields, type: 'pkcs12', pkcs12FilePath: cert }]
}
