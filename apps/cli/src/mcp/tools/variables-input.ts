import { z } from 'zod'

/** Names and values of variables. A member called `__proto__` is left out. */
export const variables = z.record(z.string(), z.string()).default({})
