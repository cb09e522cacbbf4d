import * as z from 'zod'

/** The parts of Chromium's messages that the host uses (Chrome DevTools Protocol). */
export const attachedSchema = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), openerId: z.string().optional() }),
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

export const bindingSchema = z.object({ name: z.string(), payload: z.string() })

export const pausedSchema = z.object({
  requestId: z.string(),
  frameId: z.string(),
  request: z.object({ url: z.string() }),
})

export const frameTreeSchema = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })

export const dialogSchema = z.object({ type: z.string() })

/** `screen` as the page sees it: left, top, width, height. */
export const screenSchema = z.object({
  result: z.object({ value: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
})
