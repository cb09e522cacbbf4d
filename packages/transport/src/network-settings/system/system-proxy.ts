import type { RequestTarget } from '@parley/engine'
import type { ProxyServer } from '../../connection/network-path.ts'
import { TransportError } from '../../transport-error.ts'
import type { SystemProxy } from '../path-of-settings.ts'
import { type ProcessEnvironment, proxyOfEnvironment } from '../proxy-of-environment.ts'
import { withoutUser } from '../read-proxy-url.ts'
import { readPacAnswer } from './read-pac-answer.ts'
import { type RunProgram, readSystemSettings, runSystemProgram } from './read-system-settings.ts'
import { type SystemSettings, systemServerFor } from './system-settings.ts'

export interface SystemProxyPorts {
  readonly environment: ProcessEnvironment
  /** Asks a PAC file about a target: what its `FindProxyForURL` returned. Rejects where it cannot. */
  askPac(pacUrl: string, target: RequestTarget): Promise<string>
  readonly platform?: NodeJS.Platform
  readonly runProgram?: RunProgram
  now?(): number
}

/** For so long a system is not asked again. */
const freshMs = 5_000

/**
 * System Proxy (spec 5.4): what the environment says, else what the system's settings do, of which a PAC file
 * comes first. A PAC file that cannot be asked is an error, never a direct connection.
 */
export function createSystemProxy(ports: SystemProxyPorts): SystemProxy {
  const { platform = process.platform, runProgram = runSystemProgram, now = () => performance.now() } = ports
  let known: { readonly at: number; readonly settings: Promise<SystemSettings> } | null = null
  const settings = () => {
    if (known === null || now() - known.at >= freshMs)
      known = { at: now(), settings: readSystemSettings(platform, runProgram) }
    return known.settings
  }
  return async target => {
    const environment = proxyOfEnvironment(ports.environment, target)
    if (environment.isSet) return environment.proxy
    const system = await settings()
    return system.pacUrl === '' ? systemServerFor(system, target) : byPac(system.pacUrl, target, ports)
  }
}

async function byPac(
  pacUrl: string,
  target: RequestTarget,
  { askPac }: SystemProxyPorts,
): Promise<ProxyServer | null> {
  try {
    return readPacAnswer(await askPac(pacUrl, target))
  } catch (error) {
    if (error instanceof TransportError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new TransportError('proxy', 'PAC_FAILED', `${withoutUser(pacUrl)} (${withoutUser(reason)})`)
  }
}
