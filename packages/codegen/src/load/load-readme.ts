import { harmlessText } from '@parley/model'
import type { LoadShape } from './load-shape.ts'
import type { LoadPlan, Untranslated } from './plan/load-plan.ts'
import { thresholdWords } from './thresholds.ts'

/**
 * Writes the README of the folder of a load test.
 * @param commands - how to run it, in Markdown
 */
export function loadReadme(commands: string, plan: LoadPlan, shape: LoadShape): string {
  return `${[
    `# Load test: ${inLine(plan.name)}`,
    '**Load needs the permission of the owner of the server.** Ask before you start it, and say when it runs and how much it sends.',
    shapeWords(shape),
    ...(plan.secrets.length === 0
      ? []
      : [
          `## Secrets\n\nThe script contains no secret. Set these environment variables:\n\n${plan.secrets
            .map(({ name, variable }) => `- \`${variable}\`: ${inLine(name)}`)
            .join('\n')}`,
        ]),
    commands,
    notTranslated(plan.untranslated),
  ].join('\n\n')}\n`
}

function shapeWords({
  users,
  requestsPerSecond,
  rampSeconds,
  seconds,
  iterations,
  thresholds,
}: LoadShape): string {
  const rate = requestsPerSecond === null ? '' : `, at ${requestsPerSecond} requests a second together`
  const length = iterations === null ? `for ${seconds} seconds` : `until ${iterations} rounds are sent`
  const ramp =
    rampSeconds === 0 ? '' : ` They start over ${rampSeconds} seconds, which are not in the figures.`
  const limits =
    thresholds.length === 0
      ? ''
      : ` The test fails unless ${thresholds.map(one => `\`${thresholdWords(one)}\``).join(' and ')}.`
  return `${users} users${rate}, ${length}; each has values and cookies of its own.${ramp}${limits}`
}

function notTranslated(untranslated: readonly Untranslated[]): string {
  if (untranslated.length === 0) return 'All of the requests and their scripts are in the script.'
  const lines = untranslated.map(one => `- ${inLine(untranslatedWords(one))}.`)
  return `## Not translated\n\n${lines.join('\n')}`
}

/** Says what is not translated, and where: `Shop/Orders/Add, line 3: this script code is not translated: …`. */
export function untranslatedWords({ path, line, text, isLeftOut }: Untranslated): string {
  const place = line === null ? path : `${path}, line ${line}`
  return `${place}: ${isLeftOut ? 'the request is left out: ' : ''}${text}`
}

/** Text from outside on one line, without Markdown of its own. */
function inLine(text: string): string {
  const line = harmlessText(text).replaceAll('\r', '').replaceAll('\n', ' ')
  return line
    .replaceAll('\\', '\\\\')
    .replaceAll('<', '&lt;')
    .replaceAll('`', '\\`')
    .replaceAll('[', '\\[')
    .replaceAll('*', '\\*')
    .replaceAll('_', '\\_')
}
