import * as z from 'zod'

/** The parts of Chromium's messages that the host uses (Chrome DevTools Protocol). */
export const attachedSchema = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), url: z.string() }),
})

export const detachedSchema = z.object({ sessionId: z.string(), targetId: z.string() })

export const windowSchema = z.object({
  windowId: z.int(),
  bounds: z.object({
    left: z.number().default(0),
    top: z.number().default(0),
    width: z.number().default(0),
    height: z.number().default(0),
    windowState: z.enum(['normal', 'minimized', 'maximized', 'fullscreen']).default('normal'),
  }),
})
