import type { AppData, PageMemory } from '@parley/appdata'
import type { RequestContext } from '@parley/engine'
import type { AppSettings } from '@parley/model'
import type { AgentWatch } from '../agents/agent-watch.ts'
import type { BodyTexts } from '../bodies/body-texts.ts'
import type { ReceivedBodies } from '../bodies/received-bodies.ts'
import type { SettingsRevision, UnsavedDrafts } from '../contract/index.ts'
import type { Exports } from '../exports/exports.ts'
import type { ResponseExamples } from '../exports/response-examples.ts'
import type { Imports } from '../imports/imports.ts'
import type { Backups } from '../library/backups.ts'
import type { Library } from '../library/library.ts'
import type { Workspaces } from '../library/workspaces.ts'
import type { LiveSessions } from '../live/live-sessions.ts'
import type { Loads } from '../loads/loads.ts'
import type { Network } from '../network/network.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { Runs } from '../runs/runs.ts'
import type { SchemaFiles } from '../schemas/schema-files.ts'
import type { Schemas } from '../schemas/schemas.ts'
import type { Scripting } from '../scripting.ts'
import type { SendHistory } from '../send-history.ts'
import type { SecretQuestions } from '../sends/secret-questions.ts'
import type { Sends } from '../sends/sends.ts'
import type { WorkspaceTabs } from '../tabs/workspace-tabs.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { SignIns } from '../tokens/sign-ins.ts'
import type { Updates } from '../updates/updates.ts'
import type { Variables } from '../variables/variables.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import type { AssistantServices } from './assistant-procedures.ts'
import type { DesktopServices } from './desktop-procedures.ts'

/** The services that the procedures call. */
export interface Services extends AssistantServices, DesktopServices {
  readonly agents: AgentWatch
  readonly library: Library
  readonly imports: Imports
  readonly exports: Exports
  readonly examples: ResponseExamples
  readonly runs: Runs
  readonly loads: Loads
  readonly schemas: Schemas
  readonly schemaFiles: SchemaFiles
  readonly variables: Variables
  readonly windows: WindowEvents
  readonly sends: Sends
  readonly live: LiveSessions
  readonly secretQuestions: SecretQuestions
  readonly received: ReceivedBodies
  readonly bodyTexts: BodyTexts
  readonly tickets: Tickets
  readonly pickedFiles: PickedFiles
  readonly scripting: Scripting
  readonly history: SendHistory
  readonly tabs: WorkspaceTabs
  readonly workspaces: Workspaces
  readonly backups: Backups
  readonly appData: Pick<AppData, 'numbers' | 'recovery' | 'dismissRecovery'>
  readonly pageMemory: PageMemory
  readonly network: Network
  readonly signIns: SignIns
  /** Returns what a request in a collection or folder inherits, with the settings for sends from the page. */
  contextOf(parentId: string | null, drafts?: UnsavedDrafts): Promise<RequestContext>
  readonly demoBaseUrl: string | null
  readonly updates: Updates
  readonly updatesAddress: string | null
  /** The key of the app data. */
  readonly windowKey: string
  /** Notifies all windows of the current tree. */
  publishLibrary(): void
  /** Saves settings and notifies all windows. */
  writeSettings(settings: AppSettings): Promise<SettingsRevision>
}
