import type { SecretStore, SettingsFile } from '@parley/appdata'
import { type AppSettings, describeSendFailure, type ProxySettings } from '@parley/model'
import { PacFiles } from '@parley/script'
import {
  createSystemProxy,
  type NetworkPathChoice,
  type ProcessEnvironment,
  pathOfSettings,
  type RunProgram,
  testProxy,
  trustOfProxy,
} from '@parley/transport'
import type { ProxyTestEvent } from '../contract/index.ts'
import { Certificates } from './certificates.ts'

export interface NetworkOptions {
  readonly settings: SettingsFile
  readonly secrets: SecretStore
  /** Saves settings and notifies every window. */
  writeSettings(settings: AppSettings): Promise<unknown>
  /** Replaces the environment of the process. */
  readonly environment?: ProcessEnvironment
  /** Replaces the system. */
  readonly system?: { readonly platform: NodeJS.Platform; readonly runProgram: RunProgram }
}

/**
 * Decides how sends reach their targets, following Settings → Proxy and Settings → Certificates (behaviour 5.4).
 */
export class Network {
  /** The proxy password; kept for this session only. */
  #proxyPassword = ''
  readonly #systemProxy: Parameters<typeof testProxy>[2]['systemProxy']
  readonly choosePath: NetworkPathChoice
  readonly certificates: Certificates
  readonly #closing = new AbortController()
  readonly #settings: SettingsFile

  constructor({ settings, secrets, writeSettings, environment = process.env, system }: NetworkOptions) {
    this.#settings = settings
    this.certificates = new Certificates({
      secrets,
      settings: () => settings.current.certificates,
      write: async certificates => void (await writeSettings({ ...settings.current, certificates })),
    })
    const pacFiles = new PacFiles()
    this.#systemProxy = createSystemProxy({
      environment,
      askPac: (pacUrl, target) => pacFiles.ask(pacUrl, target),
      ...system,
    })
    this.choosePath = pathOfSettings({
      settings: () => ({ ...settings.current, proxyPassword: this.#proxyPassword }),
      readFile: path => this.certificates.readFile(path),
      readPassphrase: certificate => this.certificates.readPassphrase(certificate),
      systemProxy: this.#systemProxy,
    })
  }

  setProxyPassword(password: string): void {
    this.#proxyPassword = password
  }

  /** Tests a proxy with the password of this session. */
  async test(testId: string, proxy: ProxySettings): Promise<ProxyTestEvent> {
    const ports = { systemProxy: this.#systemProxy, trust: () => this.#trustOfProxy() }
    const tested = await testProxy(proxy, this.#proxyPassword, ports, this.#closing.signal)
    if (tested.ok) return { type: 'proxyTest', testId, state: 'connected', ...tested.value }
    return { type: 'proxyTest', testId, state: 'failed', ...describeSendFailure(tested.failure) }
  }

  #trustOfProxy() {
    const readFile = (path: string) => this.certificates.readFile(path)
    return trustOfProxy(this.#settings.current.certificates, { readFile })
  }

  close(): void {
    this.#closing.abort(new Error('The server ends'))
  }
}
