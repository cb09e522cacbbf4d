import { k6Readme } from './k6/k6-readme.ts'
import { printK6 } from './k6/print-k6.ts'
import type { LoadEngine } from './load-folder.ts'
import { locustReadme } from './locust/locust-readme.ts'
import { printLocust } from './locust/print-locust.ts'

/** The engines by the names that users type. */
export const loadEngines = {
  locust: { label: 'Locust', print: printLocust, readme: locustReadme },
  k6: { label: 'k6', print: printK6, readme: k6Readme },
} as const satisfies Readonly<Record<string, LoadEngine>>

export type LoadEngineId = keyof typeof loadEngines

export function isLoadEngineId(name: string): name is LoadEngineId {
  return Object.hasOwn(loadEngines, name)
}
