import type { SettingsFile } from '@parley/appdata'
import { nodeFiles } from '@parley/files'
import { describeSendFailure, type ProxySettings } from '@parley/model'
import { type NetworkPathChoice, pathOfSettings, proxyOfEnvironment, testProxy } from '@parley/transport'
import type { ProxyTestEvent } from '../contract/index.ts'

/** How sends reach their targets, as Settings → Proxy and Settings → Certificates have it (spec 5.4). */
export class Network {
  /** Kept for this session only. */
  #proxyPassword = ''
  readonly #systemProxy: Parameters<typeof testProxy>[2]['systemProxy']
  readonly choosePath: NetworkPathChoice
  readonly #closing = new AbortController()

  constructor(settings: SettingsFile) {
    this.#systemProxy = async target => proxyOfEnvironment(process.env, target).proxy
    this.choosePath = pathOfSettings({
      settings: () => ({ ...settings.current, proxyPassword: this.#proxyPassword }),
      readFile: path => nodeFiles.read(path),
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
