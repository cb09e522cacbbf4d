import type { Reporter } from '@parley/engine/reports'
import type { ReporterOptions } from './reporter-options.ts'

const reports = () => import('@parley/engine/reports')

/** The reporters by name; each is loaded when it is requested. */
const reporters = {
  cli: async (options: ReporterOptions) => (await import('./cli-reporter.ts')).cliReporter(options),
  json: async ({ shard }: ReporterOptions) => (await reports()).jsonReporter(shard),
  junit: async () => (await reports()).junitReporter(),
  html: async () => (await reports()).htmlReporter(),
  tap: async () => (await reports()).tapReporter(),
  github: async () => (await import('./github-reporter.ts')).githubReporter(),
  prometheus: async () => (await import('./prometheus-reporter.ts')).prometheusReporter(),
} as const satisfies Record<string, (options: ReporterOptions) => Promise<Reporter>>

type ReporterName = keyof typeof reporters

export const reporterNames: readonly string[] = Object.keys(reporters)

export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(reporters, name)
}

export function createReporter(name: ReporterName, options: ReporterOptions): Promise<Reporter> {
  return reporters[name](options)
}
