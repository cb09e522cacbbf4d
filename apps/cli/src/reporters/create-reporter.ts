import type { Reporter, ReporterOptions } from './reporter.ts'

/** The reporters by their names; each is loaded when it is asked for. */
const reporters = {
  cli: async (options: ReporterOptions) => (await import('./cli-reporter.ts')).cliReporter(options),
  json: async () => (await import('./json-reporter.ts')).jsonReporter(),
  junit: async () => (await import('./junit-reporter.ts')).junitReporter(),
  html: async () => (await import('./html-reporter.ts')).htmlReporter(),
  tap: async () => (await import('./tap-reporter.ts')).tapReporter(),
  github: async () => (await import('./github-reporter.ts')).githubReporter(),
} as const satisfies Record<string, (options: ReporterOptions) => Promise<Reporter>>

type ReporterName = keyof typeof reporters

export const reporterNames: readonly string[] = Object.keys(reporters)

export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(reporters, name)
}

export function createReporter(name: ReporterName, options: ReporterOptions): Promise<Reporter> {
  return reporters[name](options)
}
