import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { AskedAction } from '../desktop/asked-action.ts'
import { askedSchema } from '../desktop/shell-messages.ts'

export type { AskedAction } from '../desktop/asked-action.ts'
export type { Menu, MenuEntry, MenuItem, PageMessage } from '../desktop/page-messages.ts'

/** An event of the desktop app for one of its windows. */
export type DesktopEvent =
  /** A command that was chosen in a menu of the window. */
  | { readonly type: 'command'; readonly id: string }
  /** A file or link was opened. */
  | { readonly type: 'asked'; readonly action: AskedAction }
  /** The end of a download. */
  | ({ readonly type: 'download'; readonly downloadId: string } & (
      | { readonly state: 'saved'; readonly name: string }
      | { readonly state: 'failed'; readonly sentence: string; readonly nextStep: string }
    ))

const windowId = z.uuid()
const downloadId = z.uuid()

/** The calls for the desktop app. Without one they do nothing. */
export const desktopContract = {
  /** Called by a second start: brings a window to the front, which opens what was asked for. */
  show: oc
    .input(z.strictObject({ asked: askedSchema.nullable() }))
    .output(type<{ readonly isShown: boolean }>()),
  /** Starts to save what a ticket is for in the user’s folder for downloads; an event reports the end. */
  saveTicket: oc
    .input(z.strictObject({ windowId, downloadId, ticketId: z.string().max(200) }))
    .output(type<Record<string, never>>()),
  /** Starts to save a text as {@link saveTicket} does. */
  saveText: oc
    .input(z.strictObject({ windowId, downloadId, name: z.string().max(1000), text: z.string() }))
    .output(type<Record<string, never>>()),
  /** Shows a download in the file manager. Returns false for one that is not known, or not in its place any more. */
  showDownload: oc.input(z.strictObject({ downloadId })).output(type<{ readonly isShown: boolean }>()),
}
