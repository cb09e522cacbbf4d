import { failed, ok, type Result } from '@parley/model'
import { z } from 'zod'

const text = z.string()

/** The members of a report that a question needs; see docs/schemas/parley-run.schema.json. */
const reportSchema = z.object({
  schemaVersion: z.literal(1),
  results: z.array(
    z.object({
      name: text,
      path: z.array(text).or(text),
      method: text,
      url: text,
      status: text,
      response: z
        .object({ httpVersion: text, statusCode: z.number(), reasonPhrase: text, mediaType: text })
        .nullable(),
      failure: z.object({ code: text, sentence: text }).nullable(),
      tests: z.array(z.object({ name: text, passed: z.boolean(), reason: text.nullable() })),
      scriptErrors: z.array(z.object({ message: text, line: z.number().nullable() })),
    }),
  ),
})

export type FailedResult = z.output<typeof reportSchema>['results'][number]

/**
 * Returns the failed requests of a report, or those of them that have a name or a failed test with a name. The failure
 * is a sentence that says what to do.
 */
export function readFailures(
  report: string,
  wanted: string | undefined,
): Result<readonly FailedResult[], string> {
  const read = reportSchema.safeParse(jsonOf(report))
  if (!read.success)
    return failed(
      'This is not a report of parley run. Write one with parley run --reporter json=report.json.',
    )
  const failures = read.data.results.filter(({ status }) => status === 'failed' || status === 'error')
  if (failures.length === 0) return failed('Nothing failed in this run, so there is nothing to explain.')
  if (wanted === undefined) return ok(failures)
  const named = failures.filter(
    ({ name, tests }) => name === wanted || tests.some(test => !test.passed && test.name === wanted),
  )
  if (named.length > 0) return ok(named)
  return failed(
    `Neither a failed test nor a failed request is named ${wanted}. Leave out --test to explain all failures.`,
  )
}

function jsonOf(report: string): unknown {
  try {
    return JSON.parse(report)
  } catch {
    return null
  }
}
