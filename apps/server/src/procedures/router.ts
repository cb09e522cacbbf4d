import { implement } from '@orpc/server'
import { describeRecovery } from '@parley/appdata'
import { userAgent } from '@parley/engine'
import { contract } from '../contract/index.ts'
import { ticketPath } from '../tickets/tickets.ts'
import { version } from '../version.ts'
import { agentProcedures } from './agent-procedures.ts'
import { appDataProcedures } from './app-data-procedures.ts'
import { assistantProcedures } from './assistant-procedures.ts'
import { authProcedures } from './auth-procedures.ts'
import { bodyProcedures } from './body-procedures.ts'
import { certificateProcedures } from './certificate-procedures.ts'
import { desktopProcedures } from './desktop-procedures.ts'
import { libraryProcedures } from './library-procedures.ts'
import { liveProcedures } from './live-procedures.ts'
import { loadProcedures } from './load-procedures.ts'
import { runProcedures } from './run-procedures.ts'
import { schemaProcedures } from './schema-procedures.ts'
import { sendProcedures } from './send-procedures.ts'
import type { Services } from './services.ts'
import { settingsProcedures } from './settings-procedures.ts'
import { transferProcedures } from './transfer-procedures.ts'
import { writtenOrThrow } from './value-or-throw.ts'
import { variableProcedures } from './variable-procedures.ts'
import { windowProcedures } from './window-procedures.ts'
import { workspaceProcedures } from './workspace-procedures.ts'

/** Implements the procedures of the contract, which each feature brings. The rules are in the services. */
export function createRouter(services: Services) {
  const { windows, appData } = services
  const on = implement(contract)
  return on.router({
    session: {
      describe: on.session.describe.handler(async () => ({
        version,
        userAgent,
        updatesAddress: services.updatesAddress,
        windowKey: services.windowKey,
        demoBaseUrl: services.demoBaseUrl,
        recovery: appData.recovery === null ? null : describeRecovery(appData.recovery),
        pageMemory: await services.pageMemory.read(),
      })),
      remember: on.session.remember.handler(async ({ input: { name, text } }) => {
        await writtenOrThrow(services.pageMemory.write(name, text))
        return {}
      }),
    },
    library: libraryProcedures(services),
    workspaces: workspaceProcedures(services.workspaces, services.backups, (windowId, event) =>
      windows.publish(windowId, event),
    ),
    ...windowProcedures(services),
    ...transferProcedures(services),
    runs: runProcedures(services.runs, windows),
    loads: loadProcedures(services.loads, windows),
    schemas: schemaProcedures(services, services.tickets, ticketPath),
    ...settingsProcedures(services),
    ...variableProcedures(services),
    assistant: assistantProcedures(services, windows),
    agents: agentProcedures(services.agents),
    auth: authProcedures(services),
    certificates: certificateProcedures(services.network.certificates),
    ...sendProcedures(services),
    live: liveProcedures(services.live),
    bodies: bodyProcedures(services),
    ...appDataProcedures(services),
    desktop: desktopProcedures(services),
  })
}
