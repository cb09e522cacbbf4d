import { z } from 'zod'

const text = z.string().max(200_000)

/** What an assistant may propose. Members that are not listed are ignored, and the page says so. */
export const assistantProposalSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    method: z
      .string()
      .regex(/^[\w!#$%&'*+.^`|~-]{1,50}$/)
      .optional(),
    url: z.string().max(20_000).optional(),
    headers: z
      .array(z.object({ name: z.string().max(500), value: z.string().max(20_000) }))
      .max(200)
      .optional(),
    body: text.optional(),
  }),
  z.object({ kind: z.literal('script'), phase: z.enum(['preRequest', 'postResponse']), text }),
  z.object({ kind: z.literal('test'), text }),
  z.object({ kind: z.literal('variable'), name: z.string().min(1).max(200), value: z.string().max(20_000) }),
  z.object({ kind: z.literal('description'), text }),
])

/** A change that an assistant proposes. Nothing is applied unless the user says so. */
export type AssistantProposal = z.output<typeof assistantProposalSchema>
