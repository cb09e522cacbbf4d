import type { SecretStore, SettingsFile } from '@parley/appdata'
import { type AppSettings, describeSendFailure, type ProxySettings } from '@parley/model'
import {
  createSystemProxy,
  type NetworkPathChoice,
  type ProcessEnvironment,
  pathOfSettings,
  type RunProgram,
  testProxy,
} from '@parley/transport'
import type { ProxyTestEvent } from '../contract/index.ts'
import { Certificates } from './certificates.ts'
import { PacFiles } from './pac-files.ts'

export interface NetworkOptions {
  readonly settings: SettingsFile
  readonly secrets: SecretStore
  /** Keeps settings and tells every window. */
  writeSettings(settings: AppSettings): Promise<void>
  /** In place of that of the process. */
  readonly environment?: ProcessEnvironment
  /** In place of this system. */
  readonly system?: { readonly platform: NodeJS.Platform; readonly runProgram: RunProgram }
}

/** How sends reach their targets, as Settings → Proxy and Settings → Certificates have it (spec 5.4). */
export class Network {
  /** Kept for this session only. */
  #proxyPassword = ''
  readonly #systemProxy: Parameters<typeof testProxy>[2]['systemProxy']
  readonly choosePath: NetworkPathChoice
  readonly certificates: Certificates
  readonly #closing = new AbortController()

  constructor({ settings, secrets, writeSettings, environment = process.env, system }: NetworkOptions) {
    this.certificates = new Certificates({
      secrets,
      settings: () => settings.current.certificates,
      write: certificates => writeSettings({ ...settings.current, certificates }),
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

  /** Checks a proxy, with the password of this session. */
  async test(testId: string, proxy: ProxySettings): Promise<ProxyTestEvent> {
    const ports = { systemProxy: this.#systemProxy }
    const tested = await testProxy(proxy, this.#proxyPassword, ports, this.#closing.signal)
    if (tested.ok) return { type: 'proxyTest', testId, state: 'connected', ...tested.value }
    return { type: 'proxyTest', testId, state: 'failed', ...describeSendFailure(tested.failure) }
  }

  close(): void {
    this.#closing.abort(new Error('The server ends'))
  }
}
