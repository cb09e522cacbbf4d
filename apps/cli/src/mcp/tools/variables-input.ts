import { z } from 'zod'

/** A text, for which agents often write a number. One whose digits were lost while it was read is refused. */
export const textInput = z
  .union([
    z.string(),
    z.number().refine(isExact, 'A number of more than 15 digits must be given as a text'),
    z.boolean(),
  ])
  .transform(String)

/** Names and values of variables. A member called `__proto__` is left out. */
export const variables = z.record(z.string(), textInput).default({})

function isExact(value: number): boolean {
  return Math.abs(value) < 1e15 && String(value).length <= 16
}
