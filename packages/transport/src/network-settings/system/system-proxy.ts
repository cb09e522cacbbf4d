import type { RequestTarget } from '@parley/engine'
import type { ProxyServer } from '../../connection/network-path.ts'
import { TransportError } from '../../transport-error.ts'
import type { SystemProxy } from '../path-of-settings.ts'
import { type ProcessEnvironment, proxyOfEnvironment } from '../proxy-of-environment.ts'
import { withoutUser } from '../read-proxy-url.ts'
import { readPacResult } from './read-pac-result.ts'
import { type RunProgram, readSystemSettings, runSystemProgram } from './read-system-settings.ts'
import { type SystemSettings, systemServerFor } from './system-settings.ts'

export interface SystemProxyPorts {
  readonly environment: ProcessEnvironment
  /**
   * Runs the PAC file's `FindProxyForURL` for a target and resolves to its result. Rejects if it cannot be
   * run.
   */
  askPac(pacUrl: string, target: RequestTarget): Promise<string>
  readonly platform?: NodeJS.Platform
  readonly runProgram?: RunProgram
  now?(): number
}

/** The system's settings are reused for this long. */
const freshMs = 5_000

/**
 * Creates the System Proxy (behaviour 5.4): the environment's settings, otherwise those of the system, in which a
 * PAC file takes precedence. A PAC file that cannot be run is an error, never a direct connection.
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
    return readPacResult(await askPac(pacUrl, target))
  } catch (error) {
    if (error instanceof TransportError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new TransportError('proxy', 'PAC_FAILED', `${withoutUser(pacUrl)} (${withoutUser(reason)})`)
  }
}
