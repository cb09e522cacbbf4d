import { z } from 'zod'

/** What ends a stream in a run. */
export const streamLimitsSchema = z.strictObject({ events: z.number(), forMs: z.number(), until: z.string() })
