import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type DescribedRecovery, describeRecovery } from '@parley/appdata'
import { refuseOwnPorts } from '@parley/transport'
import { publicPaths } from './access/access-rules.ts'
import { FoundAgain } from './access/found-again.ts'
import { createGuardedServer, type ServerLimits } from './access/guarded-server.ts'
import type { DesktopApp } from './desktop/desktop-app.ts'
import { createDesktopWindows, type DesktopWindows } from './desktop/desktop-windows.ts'
import { logFault } from './log-fault.ts'
import { readPageFiles } from './page-files.ts'
import { createRoutes } from './routes.ts'
import { createUserServices } from './start/user-services.ts'
import { openUserStores, type UserStoreOptions } from './start/user-stores.ts'
import { StartError } from './start-error.ts'
import { readUpdatesAddress } from './updates/updates-address.ts'
import { WindowEvents } from './windows/window-events.ts'

export interface ServerOptions extends UserStoreOptions {
  /** 0: any free port. */
  readonly port: number
  /** The folder of the built page. */
  readonly pageFolder: string
  /** The address of a running demo API, or null. */
  readonly demoBaseUrl: string | null
  readonly onPageLoaded?: () => void
  /** Replaces opening the user's browser for sign-ins; returns false if it cannot be opened. */
  readonly openSignIn?: (url: string) => boolean
  /** The desktop app that has the windows, if any. */
  readonly desktop?: DesktopApp | null
  readonly limits?: ServerLimits
  /** How long the sends of a window outlive its event stream; a minute by default. */
  readonly windowGraceMs?: number
  /** How long the tabs of a window that lost its event stream are reserved for it. */
  readonly windowReconnectMs?: number
}

export interface RunningServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** New for each start; the page and every program that calls the server must send it. */
  readonly token: string
  /** The address that opens the page. The token is in its fragment, which no log and no server sees. */
  readonly address: string
  /** How a damaged database of the app data was repaired at this start; null if it was intact. */
  readonly recovery: DescribedRecovery | null
  /** What the desktop app does to its windows. */
  readonly desktopWindows: DesktopWindows
  /** All routes, for the audit that tests each of them. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  /** Stops the server; `onStep` is called with the name of what is being stopped. */
  close(onStep?: (step: string) => void): Promise<void>
}

/**
 * Starts the server on 127.0.0.1 only, in three stages: the user's data on disk, the services for the user,
 * and the routes to them. The first two stages exist once for each user; this function and what it creates
 * itself exist once for the server.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const page = readPageFiles(options.pageFolder)
  const stores = await openUserStores(options)
  const ownPorts = new Set<number>()
  const { identity } = stores
  const token = randomBytes(32).toString('base64url')
  const rules = { host: '', token, publicPaths }
  const services = createUserServices(stores, {
    windows: new WindowEvents({ graceMs: options.windowGraceMs, reconnectMs: options.windowReconnectMs }),
    isRefused: refuseOwnPorts(ownPorts),
    demoBaseUrl: options.demoBaseUrl,
    desktop: options.desktop ?? null,
    updatesAddress: readUpdatesAddress(options.pageFolder),
    ...(options.openSignIn === undefined ? {} : { openSignIn: options.openSignIn }),
  })
  services.windows.onWindowBroken(windowId => options.desktop?.reportBroken(windowId))
  const routes = createRoutes({
    ...services,
    page,
    foundAgain: new FoundAgain({ key: identity.key, token, host: () => rules.host }),
    onPageLoaded() {
      const { scripting } = services
      void scripting.warmUp().catch(error => logFault('starting the threads of scripts', error))
      services.updates.checkAtStart()
      options.onPageLoaded?.()
    },
  })
  const server = createGuardedServer(rules, getRequestListener(routes.fetch), options.limits)
  const port = await listenAgain(server, options.port, identity.lastPort).catch(async error => {
    await services.close(() => {})
    await stores.close()
    throw error
  })
  ownPorts.add(port)
  rules.host = `127.0.0.1:${port}`
  // Without it windows do not find the next start.
  await identity.keepPort(port).catch(error => logFault('keeping the port', error))
  const origin = `http://${rules.host}`
  const { recovery, isRecovered } = stores.appData
  return {
    origin,
    token,
    address: `${origin}/#token=${token}`,
    desktopWindows: createDesktopWindows(services.windows, stores.pickedFiles),
    recovery: isRecovered && recovery !== null ? describeRecovery(recovery) : null,
    routes: routes.routes.map(({ method, path }) => ({ method, path })),
    async close(onStep = () => {}) {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      await services.close(onStep)
      onStep('connections of windows')
      server.closeAllConnections()
      await closed
      onStep('app data')
      await stores.close()
    },
  }
}

/** Takes the port of the last start if any port will do and it is free, so that open windows find the server. */
async function listenAgain(server: Server, port: number, lastPort: number | null): Promise<number> {
  if (port !== 0 || lastPort === null) return listen(server, port)
  return listen(server, lastPort).catch(() => listen(server, 0))
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(listenError(port, error))
    server.once('error', refuse)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function listenError(port: number, error: Error): Error {
  const code = 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program. Give another one to --port.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} cannot be used by this account. Give another one to --port.`)
  return error
}
