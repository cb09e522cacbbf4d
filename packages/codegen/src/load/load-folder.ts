import { loadReadme } from './load-readme.ts'
import type { LoadFile, LoadShape } from './load-shape.ts'
import type { LoadData, LoadPlan } from './plan/load-plan.ts'

/** A program that makes the load. */
export interface LoadEngine {
  readonly label: string
  print(plan: LoadPlan, shape: LoadShape): readonly LoadFile[]
  /** Returns the commands of the README, as a part of it in Markdown. */
  readme(plan: LoadPlan, shape: LoadShape): string
}

/** Returns the files of the folder of a load test, without those that its requests send. */
export function loadFolder(engine: LoadEngine, plan: LoadPlan, shape: LoadShape): readonly LoadFile[] {
  return [
    ...engine.print(plan, shape),
    ...(plan.data === null ? [] : [{ name: 'data.csv', text: csvText(plan.data) }]),
    { name: 'README.md', text: loadReadme(engine.readme(plan, shape), plan, shape) },
  ]
}

/** Writes data rows (RFC 4180), with the names in the first line. */
function csvText({ names, rows }: LoadData): string {
  const line = (texts: readonly string[]) =>
    `${texts.map(text => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`
  return [names, ...rows].map(line).join('')
}
