import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { askedSchema } from '../desktop/shell-messages.ts'

/** The calls for the desktop app. Without one they do nothing. */
export const desktopContract = {
  /** Called by a second start: brings a window to the front, which opens what was asked for. */
  show: oc
    .input(z.strictObject({ asked: askedSchema.nullable() }))
    .output(type<{ readonly isShown: boolean }>()),
}
