import type { SettingsFile } from '@parley/appdata'
import { type EnginePorts, mayOpenWebSocket } from '@parley/engine'
import type { Environment, HttpRequest } from '@parley/model'
import type { ShownConsoleLine, UnsavedDrafts } from '../contract/index.ts'
import type { SendStreams } from '../live/send-streams.ts'
import type { PickedFiles } from '../picked-files/picked-files.ts'
import type { Scripting } from '../scripting.ts'
import type { SendHistory } from '../send-history.ts'
import type { WindowEvents } from '../windows/window-events.ts'
import type { SecretQuestions } from './secret-questions.ts'

/** A send to start, and where it comes from. */
export interface StartSend {
  readonly windowId: string
  readonly sendId: string
  readonly requestId: string
  readonly parentId: string | null
  readonly request: HttpRequest
  /** What else the window shows and has not saved. */
  readonly unsaved?: UnsavedDrafts
}

/** The ports that all sends share; the others are created for each send. */
export type HostPorts = Omit<EnginePorts, 'files' | 'scripts' | 'history' | 'secretHosts' | 'secretValues'>

/** The services that provide the ports of a send. */
export interface SendPortsParts {
  readonly ports: HostPorts
  readonly history: SendHistory
  readonly scripting: Scripting
  readonly settings: SettingsFile
  readonly pickedFiles: PickedFiles
  readonly windows: WindowEvents
  readonly streams: SendStreams
  /** Asks users before a secret is sent. */
  readonly secretQuestions: SecretQuestions
}

/** The send that gets the ports. */
export interface SendInWindow {
  /** The window that shows the send; it changes when the tab moves to another window. */
  readonly windowId: string
}

/**
 * Returns the ports of one send.
 * @param environment - the one in use; null: there is none
 */
export async function portsOfSend(
  parts: SendPortsParts,
  { windowId, sendId, requestId, request }: StartSend,
  send: SendInWindow,
  environment: Pick<Environment, 'name'> | null,
  cancel: () => boolean,
): Promise<EnginePorts> {
  const { ports, history, scripting, settings, pickedFiles, windows, streams, secretQuestions } = parts
  const onConsole = (lines: readonly ShownConsoleLine[]) => {
    if (!settings.current.editor.showScriptConsole) return
    windows.publish(send.windowId, { type: 'console', requestName: request.name, lines })
  }
  const window = { windowId: () => send.windowId, cancel }
  const sent = {
    ...{ id: sendId, requestId, startedAt: ports.clock.now() },
    ...(environment === null ? {} : { environment: environment.name }),
  }
  const webSockets = mayOpenWebSocket(request) ? await streams.webSocketsOf(sendId, window) : undefined
  return {
    ...ports,
    // It wraps the transport of all sends, which stays the one way to the network.
    transport: streams.transportOf(sendId, ports.transport),
    history: history.recorderOf(sent, () => streams.keep(sendId)),
    scripts: scripting.runnerFor({ requestId, onConsole }),
    files: pickedFiles.filesOf(windowId),
    ...(webSockets && { webSockets }),
    grpcCalls: streams.grpcCallsOf(sendId, window),
    ...secretQuestions.portsOf(send),
  }
}
