import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { DesktopApp } from '../desktop/desktop-app.ts'
import type { DesktopDownloads } from '../desktop/desktop-downloads.ts'

export interface DesktopServices {
  /** The desktop app that has the windows; null: browsers have them. */
  readonly desktop: DesktopApp | null
  readonly desktopDownloads: DesktopDownloads
}

/** Implements the calls for the desktop app. */
export function desktopProcedures({ desktop, desktopDownloads }: DesktopServices) {
  const on = implement(contract.desktop)
  return {
    show: on.show.handler(({ input }) => {
      desktop?.show(input.asked)
      return { isShown: desktop !== null }
    }),
    saveTicket: on.saveTicket.handler(({ input: { windowId, downloadId, ticketId } }) => {
      if (desktop !== null) desktopDownloads.saveTicket(windowId, downloadId, ticketId)
      return {}
    }),
    saveText: on.saveText.handler(({ input: { windowId, downloadId, name, text } }) => {
      if (desktop !== null) desktopDownloads.saveText(windowId, downloadId, name, text)
      return {}
    }),
    showDownload: on.showDownload.handler(async ({ input }) => ({
      isShown: await desktopDownloads.show(input.downloadId),
    })),
  }
}
