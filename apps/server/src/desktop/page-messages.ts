import * as z from 'zod'

/** A longer message of a page is refused unread. */
export const maxPageMessageCharacters = 1_000_000

const menuItem = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    id: z.string().max(200),
    label: z.string().max(200),
    /** As the page shows it; the page handles the keys, so they are a text here. Empty: none. */
    keys: z.string().max(50),
  }),
  /** What the system does to the focused text. */
  z.strictObject({
    kind: z.literal('role'),
    role: z.enum(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']),
  }),
  z.strictObject({ kind: z.literal('separator') }),
])

const menuEntry = z.discriminatedUnion('kind', [
  ...menuItem.options,
  z.strictObject({ kind: z.literal('menu'), label: z.string().max(200), items: z.array(menuItem).max(100) }),
])

export type MenuItem = z.infer<typeof menuItem>
export type MenuEntry = z.infer<typeof menuEntry>

/** A menu of a window. */
export const menuSchema = z.strictObject({ label: z.string().max(200), items: z.array(menuEntry).max(100) })

export type Menu = z.infer<typeof menuSchema>

/** What a page tells the program that has its window. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  /** The page follows the events of this window. */
  z.strictObject({ type: z.literal('joined'), windowId: z.uuid() }),
  z.strictObject({ type: z.literal('title'), title: z.string().max(10_000) }),
  z.strictObject({ type: z.literal('theme'), isDark: z.boolean() }),
  z.strictObject({ type: z.literal('menus'), menus: z.array(menuSchema).max(20) }),
  /** The number of sends under way in the window. */
  z.strictObject({ type: z.literal('sends'), count: z.int().min(0).max(1_000_000) }),
  z.strictObject({ type: z.literal('openLink'), url: z.string().max(100_000) }),
  z.strictObject({ type: z.literal('document'), name: z.enum(['documentation', 'licences']) }),
  z.strictObject({ type: z.literal('newWindow') }),
  z.strictObject({ type: z.literal('zoom'), step: z.enum(['in', 'out', 'reset']) }),
  z.strictObject({ type: z.literal('fullScreen') }),
  z.strictObject({ type: z.literal('restart') }),
  /** Closes the window without asking; `keepsRunning`: what is under way goes on. */
  z.strictObject({ type: z.literal('close'), keepsRunning: z.boolean() }),
  z.strictObject({ type: z.literal('quit') }),
])

export type PageMessage = z.infer<typeof pageMessageSchema>

/** Parses the text of a page's message; null if it is not valid. */
export function parsePageMessage(text: string): PageMessage | null {
  if (text.length > maxPageMessageCharacters) return null
  try {
    return pageMessageSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
