import * as z from 'zod'

/** What a start asks to open: a file to import, or a `parley://` link. Workspaces are opened by the server itself. */
export const askedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1).max(4096) }),
  z.strictObject({ kind: z.literal('link'), url: z.string().min(1).max(10_000) }),
])

export type Asked = z.infer<typeof askedSchema>

/** What the server tells the program that has the windows (design: desktop app). */
export const shellBoundSchema = z.discriminatedUnion('type', [
  /** The page can be opened; the address contains the launch token. */
  z.strictObject({ type: z.literal('ready'), address: z.string() }),
  /** Another Parley has the app data and has shown its window; this server ends. */
  z.strictObject({ type: z.literal('running') }),
  /** The server cannot start; the sentence says why and what to do. */
  z.strictObject({ type: z.literal('failed'), sentence: z.string() }),
  /** A second start asks for a window. */
  z.strictObject({ type: z.literal('show'), asked: askedSchema.nullable() }),
  /** What a window waited for in the browser has happened. */
  z.strictObject({ type: z.literal('focus'), windowId: z.uuid() }),
  /** The page of a window is gone without having closed. */
  z.strictObject({ type: z.literal('broken'), windowId: z.uuid() }),
])

export type ShellBound = z.infer<typeof shellBoundSchema>

/** What the program that has the windows tells its server. */
export const serverBoundSchema = z.discriminatedUnion('type', [
  /** The first message, with what the running Parley opens if there is one. */
  z.strictObject({ type: z.literal('start'), asked: askedSchema.nullable() }),
  /** A command that was chosen in a menu of a window. */
  z.strictObject({ type: z.literal('command'), windowId: z.uuid(), id: z.string() }),
  /** A window opens a file or link. */
  z.strictObject({ type: z.literal('open'), windowId: z.uuid(), asked: askedSchema }),
  /** Opens a link in the system's browser. */
  z.strictObject({ type: z.literal('openLink'), windowId: z.uuid(), url: z.string() }),
  /** The page of a window wanted to go elsewhere, which was refused. */
  z.strictObject({ type: z.literal('refused'), windowId: z.uuid() }),
  /** The sends of a window go on when it closes. */
  z.strictObject({ type: z.literal('keepRunning'), windowId: z.uuid() }),
  z.strictObject({ type: z.literal('stop') }),
])

export type ServerBound = z.infer<typeof serverBoundSchema>
