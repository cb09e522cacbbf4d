import type { DownloadPorts } from '@parley/interchange'
import { createTransport, nodeSources } from '@parley/transport'
import type { WindowEvent } from '../contract/index.ts'
import { Exports, type ExportsParts } from '../exports/exports.ts'
import { ResponseExamples } from '../exports/response-examples.ts'
import { Imports } from '../imports/imports.ts'
import { Tickets } from '../tickets/tickets.ts'
import { Updates } from '../updates/updates.ts'
import { version } from '../version.ts'
import type { Sending } from './sending-services.ts'
import type { ServerSurroundings } from './server-surroundings.ts'
import type { UserContents } from './user-contents.ts'
import type { UserStores } from './user-stores.ts'

/** Creates the services for imports, exports and updates. */
export function createExchange(
  { bodies, settings, globals, pickedFiles }: UserStores,
  { library, publishContents }: UserContents,
  { network, history, runs, sends, streams, knownSecrets }: Sending,
  { windows, isRefused, updatesAddress }: ServerSurroundings,
  listWorkspaces: ExportsParts['listWorkspaces'],
) {
  const notify = (windowId: string, event: WindowEvent) => windows.publish(windowId, event)
  const tickets = new Tickets()
  const download: DownloadPorts = {
    ...nodeSources,
    transportFor: bodyStore => createTransport({ bodyStore, isRefused, choosePath: network.choosePath }),
  }
  const imports = new Imports({
    get workspace() {
      return library.workspace
    },
    globals,
    pickedFiles,
    download,
    idOfPath: path => library.idOfPath(path),
    notify,
    onWritten: publishContents,
  })
  const exports = new Exports({
    get workspace() {
      return library.workspace
    },
    history,
    runs,
    bodies,
    knownSecrets,
    listWorkspaces,
    readGlobals: () => globals.fileText(),
    readSettings: () => settings.current,
    pathOf: id => library.pathOf(id),
    notify,
  })
  const examples = new ResponseExamples({
    sends,
    history,
    bodies,
    streams,
    knownSecrets,
  })
  const updates = new Updates({
    address: updatesAddress,
    version,
    download,
    settings: () => settings.current,
    publish: event => windows.publishToAll(event),
  })
  windows.addCurrentState(() => updates.eventsForWindow())
  windows.onWindowLost(windowId => {
    for (const one of [tickets, imports, exports]) one.releaseWindow(windowId)
  })
  return { tickets, imports, exports, examples, updates }
}
